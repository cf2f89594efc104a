// The service of gas detectors: sensors, the ledger and what is due. The only file of this domain that others import.
import * as contract from '@gatehouse/contract/safety/detector-service'
import type { EntryKind, LedgerEntry, ServicedChannel } from '@gatehouse/contract/safety/detector-service'
import { failReasonsOf } from '@gatehouse/contract/safety/pass-band'
import type { Parsed } from '@gatehouse/contract/operation'
import { Readable } from 'node:stream'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import { type Db, insertRow, type Store } from '../../db/pool.ts'
import { inPoolTransaction, inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, invalid, Refusal, unlessDuplicate } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { actorOfPerson, type Call, type Serve } from '../../kit/http/serve.ts'
import { type FileKind, fileKindOf } from '../../kit/http/upload.ts'
import { idAt } from '../../kit/ids.ts'
import { labelScope } from '../../kit/label-scope.ts'
import type { Judge } from '../../kit/recorders.ts'
import { csvOf } from './csv.ts'
import { certificateOf, dayAt, hasChannel, lockEntry, readEntries, readSettings } from './ledger.sql.ts'
import { detectorsList, readDetector, readDetectors } from './state.sql.ts'
import { judgeOverdue } from './watch.ts'

export { serviceStateOf } from './state.sql.ts'
export { overdueNow, watchService } from './watch.ts'

export interface DetectorServiceParts {
  readonly store: Store
  readonly bus: Bus
  readonly directory: Pick<Directory, 'byId'>
  readonly judge: Judge
}

const mostInCsv = 100_000

type Wanted = Parsed<typeof contract.recordEntry>

export const serveDetectorService = (serve: Serve, { store, bus, directory, judge }: DetectorServiceParts) => {
  const { db } = store

  const detectorOf = async (tx: Db, caller: Caller, deviceId: string) =>
    existing(
      await readDetector(tx, { companyId: caller.companyId, scope: labelScope(caller), deviceId }),
      'This gas detector',
    )
  const knownDetector = (deviceId: string): KnownDevice => {
    const device = directory.byId(deviceId)
    return existing(device?.kind === 'gas' ? device : undefined, 'This gas detector')
  }

  /** What a command writes, with what alarm rules make of it. */
  const change = async <T>(
    of: { readonly companyId: string; readonly id?: string },
    work: (tx: Db) => Promise<T>,
  ): Promise<T> => {
    const { answer, publish } = await inPoolTransaction(store.pool, async (client, tx) => {
      const written = await work(tx)
      return { answer: written, publish: await judgeOverdue(client, judge, of) }
    })
    publish()
    bus.publish(contract.changed, of.companyId, { at: clock.iso() })
    return answer
  }

  serve(contract.list, async (wanted, caller) => {
    const of = { companyId: caller.companyId, scope: labelScope(caller) }
    const { page, next, total } = await detectorsList.page(
      wanted,
      (filter) => readDetectors(db, { ...filter, ...of }),
      ({ deviceId }) => deviceId,
    )
    return { detectors: page, next, total }
  })

  serve(contract.exportCsv, async ({ q, state }, caller, { reply, annotate, annotateAtEnd }) => {
    const of = { companyId: caller.companyId, scope: labelScope(caller) }
    const { page } = await detectorsList.page(
      { q, state, limit: mostInCsv },
      (filter) => readDetectors(db, { ...filter, ...of }),
      ({ deviceId }) => deviceId,
    )
    annotate({ after: { detectors: page.length } })
    annotateAtEnd(() => ({ detectors: page.length }))
    reply.header('content-disposition', 'attachment; filename="gatehouse-gas-detector-service.csv"')
    return Readable.from(csvOf(page), { objectMode: false })
  })

  serve(contract.byDevice, async (wanted, caller) => {
    const detector = await detectorOf(db, caller, wanted.deviceId)
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readEntries(db, filter),
      ({ recordedAt, id }) => ({ at: recordedAt, id }),
    )
    return { detector, entries: page, next }
  })

  serve(contract.currentSettings, async (_input, caller) => ({ settings: await readSettings(db, companyOf(caller)) }))

  serve(contract.setSettings, async (settings, caller, call) => {
    const companyId = companyOf(caller)
    await change({ companyId }, async (tx) => {
      const before = await readSettings(tx, companyId)
      const row = {
        bump_days: settings.bumpDays,
        calibration_days: settings.calibrationDays,
        due_soon_days: settings.dueSoonDays,
        pass_band_percent: settings.passBandPercent,
      }
      await tx
        .insertInto('gas_service_setting')
        .values({ company_id: companyId, ...row })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
        .execute()
      await call.record(tx, changes({ ...before }, settings))
    })
    return { settings }
  })

  serve(contract.setSensor, async ({ deviceId, channel, ...facts }, caller, call) => {
    const device = knownDetector(deviceId)
    call.annotate({ subject: subjectOf(device, channel) })
    if (facts.rangeLow !== null && facts.rangeHigh !== null && facts.rangeLow >= facts.rangeHigh)
      throw invalid([{ field: 'rangeHigh', message: 'The range ends above where it begins' }])
    const detector = await change(device, async (tx) => {
      const sensorIn = async () => {
        const read = await detectorOf(tx, caller, deviceId)
        return { read, sensor: read.channels.find((one) => one.channel === channel)?.sensor ?? null }
      }
      const before = await sensorIn()
      const row = {
        type: facts.type,
        serial: facts.serial,
        installed_on: facts.installedOn,
        life_months: facts.lifeMonths,
        range_low: facts.rangeLow,
        range_high: facts.rangeHigh,
        resolution: facts.resolution,
        bump_days: facts.bumpDays,
        calibration_days: facts.calibrationDays,
      }
      await tx
        .insertInto('gas_sensor')
        .values({ device_id: deviceId, channel, ...row })
        .onConflict((conflict) => conflict.columns(['device_id', 'channel']).doUpdateSet(row))
        .execute()
      const after = await sensorIn()
      const fromLedger = (['type', 'serial', 'installedOn'] as const).filter((f) => after.sensor?.[f] !== facts[f])
      if (fromLedger.length > 0)
        throw invalid(
          fromLedger.map((field) => ({
            field,
            message: 'This is of a replacement in the ledger. Void that entry and record it again to change this',
          })),
        )
      await call.record(tx, changes(before.sensor, after.sensor))
      return after.read
    })
    return { detector }
  })

  serve(contract.recordEntry, async (wanted, caller, call) => {
    const device = knownDetector(wanted.deviceId)
    call.annotate({ subject: subjectOf(device, wanted.channel, wanted.kind) })
    checkFields(wanted)
    return change(device, async (tx) => {
      const { deviceId, channel, voids } = wanted
      if (!(await hasChannel(tx, deviceId, channel)))
        throw invalid([{ field: 'channel', message: `This detector has no ${channel} sensor. Enter the sensor first` }])
      if (voids) await checkVoidable(tx, { deviceId, entryId: voids.entryId, field: 'voids.entryId' })
      const id = await addEntry(tx, caller, device, {
        ...wanted,
        ...(await testedBy(tx, device, wanted)),
      })
      const entry = await entryOf(tx, deviceId, id)
      const { result, failReasons } = entry
      await call.record(tx, {
        after: { channel, kind: wanted.kind, at: wanted.at, result, failReasons },
        ...(voids ? { reason: voids.reason } : {}),
      })
      return { entry, detector: await detectorOf(tx, caller, deviceId) }
    })
  })

  serve(contract.voidEntry, async ({ deviceId, entryId, reason }, caller, call) => {
    const device = knownDetector(deviceId)
    return change(device, async (tx) => {
      const { channel, kind, at, result } = await checkVoidable(tx, { deviceId, entryId, field: 'entryId' })
      const id = await addEntry(tx, caller, device, {
        channel,
        kind: 'void',
        at: clock.iso(),
        remark: '',
        voids: { entryId, reason },
        ...untested,
      })
      await call.record(tx, { subject: subjectOf(device, channel, kind), before: { at, result }, reason })
      return { entry: await entryOf(tx, deviceId, id), detector: await detectorOf(tx, caller, deviceId) }
    })
  })

  serve(contract.attachCertificate, async ({ deviceId, entryId }, caller, call) => {
    const device = knownDetector(deviceId)
    const { bytes, type } = certificateIn(call)
    const entry = await inTransaction(db, async (tx) => {
      const before = await entryOf(tx, deviceId, entryId)
      call.annotate({ subject: subjectOf(device, before.channel, before.kind) })
      if (before.kind === 'void') throw invalid([{ field: 'entryId', message: 'This entry only voids another' }])
      await unlessDuplicate(
        insertRow(tx, 'gas_service_certificate', {
          entry_id: entryId,
          type,
          content: bytes,
          uploaded_by: caller.userId,
          uploaded_at: clock.now(),
        }),
        'certificate',
        contract.messages.certificateThere,
      )
      await call.record(tx, { after: { at: before.at, type, bytes: bytes.length } })
      return entryOf(tx, deviceId, entryId)
    })
    bus.publish(contract.changed, device.companyId, { at: clock.iso() })
    return { entry }
  })

  serve(contract.certificate, async ({ deviceId, entryId }, _caller, { reply }) => {
    knownDetector(deviceId)
    const { type, content } = existing(await certificateOf(db, deviceId, entryId), 'This certificate')
    const ending = typesOf.find(([, one]) => one === type)?.[0] ?? 'bin'
    // Never shown by the browser as a page of ours, whatever is in it.
    reply
      .type(type)
      .header('content-disposition', `attachment; filename="certificate-${entryId}.${ending}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
    return content
  })
}

const kindWords: Record<EntryKind | 'void', string> = {
  calibration: 'calibration',
  'bump-test': 'bump test',
  'sensor-replaced': 'sensor replacement',
  repair: 'repair',
  inspection: 'inspection',
  void: 'voiding',
}

const subjectOf = ({ name }: KnownDevice, channel: ServicedChannel, kind?: EntryKind | 'void'): string =>
  kind ? `${name}, ${channel}: ${kindWords[kind]}` : `${name}, ${channel}`

const isTest = (kind: EntryKind): boolean => kind === 'bump-test' || kind === 'calibration'

/** A minute is left to a clock that is ahead of ours. */
const aheadMs = 60_000

const checkFields = ({ kind, at, gas, span, zero, sensor }: Wanted): void => {
  const faults: { field: string; message: string }[] = []
  const fault = (field: string, message: string) => faults.push({ field, message })
  if (Date.parse(at) > clock.ms() + aheadMs) fault('at', 'Work that is still to come cannot be recorded')
  if (isTest(kind)) {
    if (!gas) fault('gas', 'Enter the test gas')
    if (!span) fault('span', 'Enter what it read under the gas')
  } else {
    if (gas) fault('gas', 'Only a bump test or a calibration has a test gas')
    if (span) fault('span', 'Only a bump test or a calibration has readings')
  }
  if (zero && kind !== 'calibration') fault('zero', 'Only a calibration has a zero reading')
  if (kind === 'sensor-replaced' && !sensor) fault('sensor', 'Enter the new sensor')
  if (kind !== 'sensor-replaced' && sensor) fault('sensor', 'Only a sensor replacement has a new sensor')
  if (faults.length > 0) throw invalid(faults)
}

interface Tested {
  readonly bandPercent: number | null
  readonly result: LedgerEntry['result']
  readonly failReasons: LedgerEntry['failReasons']
}

const untested: Tested = { bandPercent: null, result: null, failReasons: [] }

const testedBy = async (tx: Db, device: KnownDevice, { at, gas, span, zero }: Wanted): Promise<Tested> => {
  if (!gas || !span) return untested
  const { passBandPercent: bandPercent } = await readSettings(tx, device.companyId)
  const failReasons = failReasonsOf({
    concentration: gas.concentration,
    bandPercent,
    zeroAfter: zero?.after ?? null,
    spanAfter: span.after,
    performedOn: await dayAt(tx, device.timeZone, at),
    lotExpiresOn: gas.expiresOn,
  })
  return { bandPercent, result: failReasons.length === 0 ? 'pass' : 'fail', failReasons }
}

type NewEntry = Pick<
  Wanted,
  'channel' | 'at' | 'contractor' | 'remark' | 'gas' | 'zero' | 'span' | 'sensor' | 'voids'
> &
  Tested & { readonly kind: LedgerEntry['kind'] }

const addEntry = async (tx: Db, caller: Caller, device: KnownDevice, entry: NewEntry): Promise<string> => {
  const now = clock.now()
  const id = idAt(now)
  const { gas, zero, span, sensor, voids } = entry
  await insertRow(tx, 'gas_service_entry', {
    id,
    company_id: device.companyId,
    device_id: device.id,
    channel: entry.channel,
    kind: entry.kind,
    at: new Date(entry.at),
    contractor: entry.contractor ?? null,
    recorded_by: caller.userId,
    recorded_by_name: caller.name || actorOfPerson(caller).actor,
    recorded_at: now,
    concentration: gas?.concentration ?? null,
    lot: gas?.lot ?? null,
    lot_expires_on: gas?.expiresOn ?? null,
    zero_before: zero?.before ?? null,
    zero_after: zero?.after ?? null,
    span_before: span?.before ?? null,
    span_after: span?.after ?? null,
    band_percent: entry.bandPercent,
    result: entry.result,
    fail_reasons: entry.failReasons,
    sensor_type: sensor?.type ?? null,
    sensor_serial: sensor?.serial ?? null,
    remark: entry.remark,
    voids: voids?.entryId ?? null,
    void_reason: voids?.reason ?? null,
  })
  return id
}

const entryOf = async (tx: Db, deviceId: string, entryId: string): Promise<LedgerEntry> =>
  existing((await readEntries(tx, { deviceId, entryId, limit: 1 }))[0], 'This entry')

/** Locks an entry that is about to be voided. */
const checkVoidable = async (
  tx: Db,
  { deviceId, entryId, field }: { readonly deviceId: string; readonly entryId: string; readonly field: string },
): Promise<LedgerEntry> => {
  const entry = existing(await lockEntry(tx, deviceId, entryId), 'This entry')
  if (entry.kind === 'void')
    throw invalid([{ field, message: 'What is void stays void. Record the work again instead' }])
  if (entry.voidedBy) throw new Refusal(409, 'CONFLICT', 'This entry is void already.')
  return entry
}

const typesOf: readonly (readonly [FileKind, (typeof contract.certificateTypes)[number]])[] = [
  ['pdf', 'application/pdf'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
]

/** What it is by its content, whatever its sender says. */
const certificateIn = ({ file }: Call) => {
  if (!file) throw invalid([{ field: 'certificate', message: 'Choose a file' }])
  const kind = fileKindOf(file.bytes)
  const type = typesOf.find(([one]) => one === kind)?.[1]
  if (!type) throw invalid([{ field: 'certificate', message: contract.messages.certificateType }])
  return { bytes: file.bytes, type }
}
