// The list as a spreadsheet takes it: RFC 4180, and nothing that it would take for a formula.
import type { Person } from '@gatehouse/contract/access/muster'
import { csvLine } from '../../kit/csv.ts'

const columns = {
  name: (p) => p.name,
  visitor: (p) => (p.visitor ? 'yes' : 'no'),
  company: (p) => p.visitor?.company ?? null,
  host: (p) => p.visitor?.host ?? null,
  zone: (p) => p.zone,
  status: (p) => p.status,
  statusAt: (p) => p.statusAt,
  statusBy: (p) => p.statusBy,
  place: (p) => p.place,
  note: (p) => p.note,
  lastSeen: (p) => p.since,
  lastDoor: (p) => p.door,
  source: (p) => p.source,
  confidence: (p) => p.confidence,
  because: (p) => p.because,
  addedAt: (p) => p.addedAt,
  addedBy: (p) => p.addedBy,
} satisfies Record<string, (person: Person) => string | null>

export function* csvOf(people: readonly Person[]): Generator<string> {
  yield csvLine(Object.keys(columns))
  for (const person of people) yield csvLine(Object.values(columns).map((of) => of(person) ?? ''))
}
