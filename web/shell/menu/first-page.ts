// Where a user begins: at the first of the pages one works on that is open; what needs somebody now comes first among them.
import { landing } from 'virtual:pages/landing'
import { mayOpen } from './entries.ts'

export const firstPageFor = (permissions: ReadonlySet<string>): string =>
  landing.find((entry) => mayOpen({ permissions, inCompany: true }, entry))?.path ??
  (permissions.has('read_profile') ? '/profile' : '/')
