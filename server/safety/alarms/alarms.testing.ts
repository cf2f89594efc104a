// A detector for tests, a real MQTT client whose readings are stored, and judged, before it goes on; and alarms that are
// written straight into the store.
import type { MqttClient } from 'mqtt'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { aReading, connect, send } from '../../building/ingest/ingest.testing.ts'
import type { ADevice } from '../../testing/building.testing.ts'
import { insertAlarms, type StoredAlarm } from './alarms.sql.ts'
import type { Definition } from './rules.ts'

let reported = 0

export interface Detector extends Awaited<ReturnType<typeof aDetector>> {}

export const aDetector = async (url: string, device: ADevice) => {
  const client: MqttClient = await connect(url, device)
  const report = (kind: 'reading' | 'status', message: object, at = new Date()) =>
    send(client, device.key, kind, { id: `r-${++reported}`, at: at.toISOString(), ...message })
  return {
    ...device,
    /** Of carbon monoxide, in ppm, unless said otherwise. */
    reads: (value: number | null, more: { readonly at?: Date; readonly [field: string]: unknown } = {}) => {
      const { at, ...rest } = more
      const { id: _id, at: _at, ...reading } = aReading({ channel: 'CO', unit: 'ppm', value, ...rest })
      return report('reading', reading, at)
    },
    says: (message: object) => report('status', message),
    close: () => client.endAsync(true),
  }
}

/** An alarm straight into the store, of a rule of its own: active and unacknowledged, unless said otherwise. */
export const anAlarm = async (
  pool: Pick<pg.Pool, 'query'>,
  company: { readonly id: string },
  deviceId: string,
  more: Partial<StoredAlarm> = {},
): Promise<StoredAlarm> => {
  const now = new Date()
  const ruleId = uuid()
  await pool.query(
    `with rule as (
       insert into alarm_rule (id, company_id, version, enabled) values ($1, $2, 1, true))
     insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
     values ($1, 1, 'Tried', 'high', $3, $4)`,
    [ruleId, company.id, JSON.stringify(tried), now],
  )
  const alarm: StoredAlarm = {
    id: uuid(),
    companyId: company.id,
    ruleId,
    ruleVersion: 1,
    source: deviceId,
    deviceId,
    place: null,
    part: null,
    title: 'Tried',
    severity: 'high',
    correlationId: uuid(),
    isFirstOut: true,
    value: null,
    unit: null,
    isActive: true,
    raisedAt: now,
    lastAt: now,
    returnedAt: null,
    count: 1,
    acknowledged: null,
    shelved: null,
    isSuppressed: false,
    isOutOfService: false,
    isAnnunciated: true,
    latches: false,
    reasonAsked: false,
    checklist: ['Look at it'],
    assigneeId: null,
    cleared: null,
    ...more,
  }
  await insertAlarms(pool, [alarm])
  return alarm
}

const tried: Definition = {
  condition: { kind: 'state', measure: 'device.tamper', onDelaySeconds: 0, offDelaySeconds: 0 },
  scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  suppressedBy: [],
  escalationId: null,
  latches: false,
  reasonAsked: false,
  checklist: ['Look at it'],
}
