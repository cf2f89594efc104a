// Every channel of the detectors somebody may see, as it is now: what it measures, whether that may be believed, its averages
// and its set points.
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as gas from '@gatehouse/contract/safety/gas'
import { channelStates, type ComparedWith, stateOfReading } from '@gatehouse/contract/safety/gas-state'
import { outOfServiceOf, silenceMs, type Directory, type KnownDevice } from '../../building/devices/devices.ts'
import { sql } from 'kysely'
import { instant, iso } from '../../db/instant.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { exposureOfSums } from './exposure.ts'
import type { Windows } from './exposure.sql.ts'

export interface KnownSetPoint {
  readonly channel: GasChannel
  readonly of: ComparedWith
  readonly comparison: 'above' | 'below'
  readonly value: number
  readonly hysteresis: number
  readonly severity: Severity
}

export interface ChannelsParts {
  readonly db: Db
  readonly directory: Pick<Directory, 'ofCompany' | 'sees'>
  /** Of the rules of a company that are in force. */
  setPoints(companyId: string): Promise<(device: KnownDevice) => readonly KnownSetPoint[]>
}

/** Of a channel whose interval is not known. */
const usuallyStaleMs = 60_000
const leastStaleMs = 30_000

const withoutChannel = ({ of, comparison, value, hysteresis, severity }: KnownSetPoint): gas.GasSetPoint => ({
  of,
  comparison,
  value,
  hysteresis,
  severity,
})

export const serveChannels = (serve: Serve, { db, directory, setPoints }: ChannelsParts) => {
  serve(gas.channels, async (_input, caller) => {
    const { companyId } = caller
    if (companyId === null) return { channels: [] }
    const devices = directory
      .ofCompany(companyId)
      .filter((device) => device.kind === 'gas' && directory.sees(caller, device.id))
    const setPointsOf = await setPoints(companyId)
    const points = new Map(devices.map((device) => [device.id, Map.groupBy(setPointsOf(device), (one) => one.channel)]))
    const now = clock.ms()
    const found = await read(
      db,
      devices.map(({ id }) => id),
    )
    const channels = found.map(({ holdMs, until, stel, twa, given, ...row }): gas.Channel => {
      const staleAfterMs = Math.max(leastStaleMs, holdMs ?? usuallyStaleMs)
      const own = (points.get(row.deviceId)?.get(row.channel) ?? []).map(withoutChannel)
      return {
        ...row,
        given: given?.unit ? { value: given.value, unit: given.unit } : null,
        staleAfterSeconds: Math.round(staleAfterMs / 1000),
        state: stateOfReading(row, own, now - Date.parse(row.receivedAt) > staleAfterMs),
        averages:
          until && stel && twa ? { until, stel: exposureOfSums('stel', stel), twa: exposureOfSums('twa', twa) } : null,
        setPoints: own,
      }
    })
    return { channels: channels.toSorted((a, b) => rankOf(a) - rankOf(b)) }
  })
}

const rankOf = ({ state }: gas.Channel) => channelStates.indexOf(state)

/** Of the reasons of a row `g` of `gas_latest` the first, as the contract has it. */
const suspectOf = sql`(select jsonb_build_object('why', u.why, 'since', ${iso('u.since')}) from gas_suspect u
  where u.device_id = g.device_id and u.channel = g.channel
  order by array_position('{below-zero,frozen,drifting}', u.why) limit 1)`

type Row = Omit<gas.Channel, 'staleAfterSeconds' | 'state' | 'averages' | 'setPoints' | 'given'> &
  Partial<Pick<Windows, 'stel' | 'twa'>> & {
    readonly holdMs: number | null
    readonly until: string | null
    readonly given: { readonly value: number | null; readonly unit: gas.Channel['unit'] | null } | null
  }

const read = (db: Db, ids: readonly string[]) =>
  isoRowsOf<Row>(db)`
    select d.id as "deviceId", d.key, d.name, s.name as site, f.name as floor, z.name as zone, z.id as "zoneId",
      g.channel, g.value, g.unit, g.quality, g.at, g.received_at as "receivedAt",
      jsonb_build_object('value', g.given_value, 'unit', g.given_unit) as given,
      st.online and st.last_seen_at > ${instant()} - ${silenceMs} * interval '1 ms' as online,
      ${outOfServiceOf} as "outOfService", w.state as service, ${suspectOf} as suspect, x.hold_ms as "holdMs", x.until,
      jsonb_build_object('integral', x.stel_integral, 'measured', x.stel_measured, 'overRange', x.stel_over_range) as stel,
      jsonb_build_object('integral', x.twa_integral, 'measured', x.twa_measured, 'overRange', x.twa_over_range) as twa
    from gas_latest g join device d on d.id = g.device_id join site s on s.id = d.site_id
      left join zone z on z.id = d.zone_id left join floor f on f.id = z.floor_id
      left join device_status st on st.device_id = d.id
      left join gas_exposure x on x.device_id = g.device_id and x.channel = g.channel
      left join gas_service_state(${clock.now()}::timestamptz) w
        on w.device_id = any (${[...ids]}::uuid[]) and w.device_id = g.device_id and w.channel = g.channel
    where g.device_id = any (${[...ids]}::uuid[])
    order by d.name, d.id, g.channel
  `
