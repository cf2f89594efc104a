// Where a user begins: at the first of the pages one works on that is open; what needs somebody now comes first among them.
import { first, team, work } from 'virtual:pages/work'
import { mayOpen } from './entries.ts'

export const firstPageFor = (permissions: ReadonlySet<string>): string =>
  [...first, ...work, ...team].find((entry) => mayOpen({ permissions, inCompany: true }, entry))?.path ??
  (permissions.has('read_profile') ? '/profile' : '/')
