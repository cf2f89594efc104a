// The exposure of people as a spreadsheet takes it: a line for each person and channel.
import type { Measured, people, PersonExposed } from '@gatehouse/contract/safety/gas-exposure'
import type { Output } from '@gatehouse/contract/operation'
import { csvLine } from '../../kit/csv.ts'

const columns = {
  zone: (e) => e.zone.name,
  person: (_, p) => p.name,
  from: (_, p) => p.from ?? '',
  by: (_, p) => p.by,
  first: (_, p) => p.stays[0]?.from ?? '',
  last: (_, p) => p.stays.at(-1)?.to ?? '',
  stays: (_, p) => `${p.stays.length}`,
  minutes: (_, p) => `${p.minutes}`,
  possibleMinutes: (_, p) => `${p.possibleMinutes}`,
  channel: (_e, _p, c) => c?.channel ?? '',
  unit: (_e, _p, c) => c?.unit ?? '',
  highest: (_e, _p, c) => shown(c?.highest),
  lowest: (_e, _p, c) => shown(c?.lowest),
  mean: (_e, _p, c) => shown(c?.mean),
  measuredShare: (_e, _p, c) => shown(c?.share),
  minutesAtSetPoints: (_e, _p, c) =>
    (c?.reached ?? []).map(({ comparison, value, minutes }) => `${comparison} ${value}: ${minutes}`).join('; '),
} satisfies Record<string, (exposure: Exposure, person: PersonExposed, channel: Measured | undefined) => string>

type Exposure = Output<typeof people>

/** What was not measured is left empty: it is not 0. */
const shown = (value: number | null | undefined) => (value === null || value === undefined ? '' : `${value}`)

export function* csvOf(exposure: Exposure): Generator<string> {
  yield csvLine(Object.keys(columns))
  for (const person of exposure.people)
    for (const channel of person.channels.length > 0 ? person.channels : [undefined])
      yield csvLine(Object.values(columns).map((of) => of(exposure, person, channel)))
}
