// The ledger of gas detectors in the store: entries are added, and read with what has become of them.
import type {
  byDevice,
  LedgerEntry,
  ServicedChannel,
  ServiceSettings,
} from '@gatehouse/contract/safety/detector-service'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import { sql } from 'kysely'
import { allOf, isOlder } from '../../db/conditions.ts'
import { iso } from '../../db/instant.ts'
import { type Db, firstOf, isAny, isoRowsOf, valuesOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'

export type EntryFilter = Pick<ListFilter<typeof byDevice>, 'deviceId' | 'channel' | 'beyond' | 'limit'> & {
  readonly entryId?: string
}

type StoredEntry = Omit<LedgerEntry, 'unit'>

/** Newest first, by when they were recorded. Numbers are written as they were entered. */
export const readEntries = async (db: Db, filter: EntryFilter): Promise<LedgerEntry[]> => {
  const { deviceId, channel, entryId, beyond, limit } = filter
  const rows = await isoRowsOf<StoredEntry>(db)`
    select e.id, e.device_id as "deviceId", e.channel, e.kind, e.at, e.contractor, e.recorded_by_name as "recordedBy",
      e.recorded_at as "recordedAt",
      case when e.concentration is not null then jsonb_build_object('concentration', e.concentration, 'lot', e.lot,
        'expiresOn', to_char(e.lot_expires_on, 'YYYY-MM-DD')) end as gas,
      case when e.zero_after is not null
        then jsonb_build_object('before', e.zero_before, 'after', e.zero_after) end as zero,
      case when e.span_after is not null
        then jsonb_build_object('before', e.span_before, 'after', e.span_after) end as span,
      e.band_percent as "bandPercent", e.result, e.fail_reasons as "failReasons",
      case when e.sensor_serial is not null
        then jsonb_build_object('type', e.sensor_type, 'serial', e.sensor_serial) end as sensor,
      e.remark,
      case when e.voids is not null then jsonb_build_object('entryId', e.voids, 'reason', e.void_reason) end as voids,
      case when v.id is not null then jsonb_build_object('entryId', v.id, 'reason', v.void_reason,
        'by', v.recorded_by_name, 'at', ${iso('v.recorded_at')}) end as "voidedBy",
      case when k.entry_id is not null then jsonb_build_object('type', k.type, 'bytes', octet_length(k.content),
        'uploadedAt', ${iso('k.uploaded_at')}) end as certificate
    from gas_service_entry e left join gas_service_entry v on v.voids = e.id
      left join gas_service_certificate k on k.entry_id = e.id
    where ${allOf(
      sql`e.device_id = ${deviceId}`,
      channel && sql`e.channel = ${channel}`,
      entryId && sql`e.id = ${entryId}`,
      isOlder('e.recorded_at', 'e.id', beyond),
    )}
    order by e.recorded_at desc, e.id desc limit ${limit}
  `
  return rows.map((row) => ({ ...row, unit: unitOfGas[row.channel] }))
}

/** Nobody else can void it until the transaction has ended. */
export const lockEntry = async (tx: Db, deviceId: string, entryId: string): Promise<LedgerEntry | undefined> => {
  const isThere = await isAny(tx)`
    select from gas_service_entry where id = ${entryId} and device_id = ${deviceId} for update
  `
  return isThere ? (await readEntries(tx, { deviceId, entryId, limit: 1 }))[0] : undefined
}

/** Whether readings have come of the channel, or somebody has entered its sensor. */
export const hasChannel = (db: Db, deviceId: string, channel: ServicedChannel): Promise<boolean> =>
  isAny(db)`
    select from gas_latest where device_id = ${deviceId} and channel = ${channel}
    union all select from gas_sensor where device_id = ${deviceId} and channel = ${channel}
  `

/** The day that it is at a moment where the device is. */
export const dayAt = async (db: Db, timeZone: string, at: string): Promise<string> =>
  (
    await valuesOf<string>(db)`
    select to_char(${at}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD')`
  )[0] ?? at.slice(0, 10)

const usual: ServiceSettings = { bumpDays: 90, calibrationDays: 180, dueSoonDays: 14, passBandPercent: 10 }

export const readSettings = async (db: Db, companyId: string): Promise<ServiceSettings> =>
  (await firstOf<ServiceSettings>(db)`
    select bump_days as "bumpDays", calibration_days as "calibrationDays", due_soon_days as "dueSoonDays",
      pass_band_percent as "passBandPercent" from gas_service_setting where company_id = ${companyId}`) ?? usual

export const certificateOf = async (db: Db, deviceId: string, entryId: string) =>
  firstOf<{ type: string; content: Buffer }>(db)`
    select k.type, k.content from gas_service_certificate k join gas_service_entry e on e.id = k.entry_id
    where e.device_id = ${deviceId} and e.id = ${entryId}`
