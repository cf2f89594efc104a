// What is typed of an entry of the ledger, what it becomes, and whether a test of it is passed.
import type { Input } from '@gatehouse/contract/operation'
import type { EntryKind, LedgerEntry, recordEntry, ServicedChannel } from '@gatehouse/contract/safety/detector-service'
import { type FailReason, failReasonsOf } from '@gatehouse/contract/safety/pass-band'
import { dayOf } from '../../kit/time.ts'
import { momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'
import { exactFault, numberIn, textOf } from './number-fields.ts'

interface ReadingFields {
  before: string
  after: string
}

export interface EntryFields {
  channel: ServicedChannel
  kind: EntryKind
  /** By the clocks of the site of the detector: `2026-11-28T10:00`. */
  at: string
  contractor: string
  gas: { concentration: string; lot: string; expiresOn: string }
  zero: ReadingFields
  span: ReadingFields
  sensor: { type: string; serial: string }
  remark: string
  /** Why the entry that it stands in place of is wrong. */
  voids: { reason: string }
}

export const isTest = (kind: EntryKind): boolean => kind === 'calibration' || kind === 'bump-test'

interface Beginning {
  readonly channel: ServicedChannel
  readonly now: number
  readonly timeZone: string
}

export const begun = ({ channel, now, timeZone }: Beginning): EntryFields => ({
  channel,
  kind: 'calibration',
  at: wallTimeAt(now, timeZone),
  contractor: '',
  gas: { concentration: '', lot: '', expiresOn: '' },
  zero: { before: '', after: '' },
  span: { before: '', after: '' },
  sensor: { type: '', serial: '' },
  remark: '',
  voids: { reason: '' },
})

/** As an entry has it that is recorded again. */
export const fieldsOf = (entry: LedgerEntry, kind: EntryKind, timeZone: string): EntryFields => {
  const { channel, at, contractor, gas, zero, span, sensor, remark } = entry
  const readings = (pair: LedgerEntry['span']) => ({
    before: textOf(pair?.before ?? null),
    after: textOf(pair?.after ?? null),
  })
  return {
    channel,
    kind,
    at: wallTimeAt(Date.parse(at), timeZone),
    contractor: contractor ?? '',
    gas: { concentration: textOf(gas?.concentration ?? null), lot: gas?.lot ?? '', expiresOn: gas?.expiresOn ?? '' },
    zero: readings(zero),
    span: readings(span),
    sensor: { type: sensor?.type ?? '', serial: sensor?.serial ?? '' },
    remark,
    voids: { reason: '' },
  }
}

export const concentrationFault = (text: string): string | null =>
  exactFault(text) ?? ((numberIn(text) ?? 0) > 0 ? null : 'More than 0')

const readingsOf = ({ before, after }: ReadingFields) => ({ before: numberIn(before), after: numberIn(after) ?? 0 })

interface About {
  readonly deviceId: string
  readonly timeZone: string
  /** The entry that this one is recorded in place of. */
  readonly corrected: string | null
}

export const inputOf = (fields: EntryFields, about: About): Input<typeof recordEntry> => {
  const { channel, kind, at, contractor, gas, zero, span, sensor, remark, voids } = fields
  return {
    deviceId: about.deviceId,
    channel,
    kind,
    at: momentAt(at, about.timeZone).toISOString(),
    ...(contractor.trim() === '' ? {} : { contractor: contractor.trim() }),
    ...(isTest(kind)
      ? {
          gas: { concentration: numberIn(gas.concentration) ?? 0, lot: gas.lot.trim(), expiresOn: gas.expiresOn },
          span: readingsOf(span),
        }
      : {}),
    ...(kind === 'calibration' && zero.after.trim() !== '' ? { zero: readingsOf(zero) } : {}),
    ...(kind === 'sensor-replaced' ? { sensor: { type: sensor.type.trim(), serial: sensor.serial.trim() } } : {}),
    remark: remark.trim(),
    ...(about.corrected === null ? {} : { voids: { entryId: about.corrected, reason: voids.reason.trim() } }),
  }
}

/** What the server will find of a test, as far as it is typed; null: something that it takes is missing. */
export const resultOf = (
  { kind, at, gas, zero, span }: EntryFields,
  bandPercent: number,
  timeZone: string,
): readonly FailReason[] | null => {
  const performed = momentAt(at, timeZone)
  if (!isTest(kind) || gas.expiresOn === '' || Number.isNaN(performed.getTime())) return null
  if (concentrationFault(gas.concentration) !== null || exactFault(span.after) !== null) return null
  const hasZero = kind === 'calibration' && zero.after.trim() !== ''
  if (hasZero && exactFault(zero.after) !== null) return null
  return failReasonsOf({
    concentration: numberIn(gas.concentration) ?? 0,
    bandPercent,
    zeroAfter: hasZero ? numberIn(zero.after) : null,
    spanAfter: numberIn(span.after) ?? 0,
    performedOn: dayOf(performed.getTime(), timeZone),
    lotExpiresOn: gas.expiresOn,
  })
}
