// Every seeded fault that the suite has to find: docs/decisions/0041-seeded-faults.md.
import { faultsOfDoors } from './doors.ts'
import type { Fault } from './fault.ts'
import { faultsOfIdentity } from './identity.ts'
import { faultsOfMessages } from './messages.ts'
import { faultsOfPeople } from './people.ts'
import { faultsOfTheRecord } from './record.ts'
import { faultsOfTheWeb } from './web.ts'

export const faults: readonly Fault[] = [
  ...faultsOfIdentity,
  ...faultsOfDoors,
  ...faultsOfPeople,
  ...faultsOfMessages,
  ...faultsOfTheRecord,
  ...faultsOfTheWeb,
]

/** The file with the fault in it; null where its place is not there, or there more than once. */
export const seeded = (text: string, { find, replace }: Pick<Fault, 'find' | 'replace'>): string | null => {
  const at = text.indexOf(find)
  if (at === -1 || text.includes(find, at + 1)) return null
  return text.slice(0, at) + replace + text.slice(at + find.length)
}
