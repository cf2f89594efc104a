// Where a user begins: the first page they may open.
import { entrancesFor } from './menu.ts'

export const firstPageFor = (permissions: ReadonlySet<string>): string =>
  entrancesFor({ permissions, inCompany: true })[0]?.to ?? (permissions.has('read_profile') ? '/profile' : '/')
