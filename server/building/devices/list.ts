// The list of devices with what each last said, for those who may see them.
import * as devices from '@gatehouse/contract/building/devices'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type Directory, silenceMs } from './devices.ts'
import { outOfServiceOf } from './service.ts'
import { shownDevice } from './shown.ts'

export const serveDevices = (serve: Serve, db: Db, directory: Directory) => {
  serve(devices.list, async ({ kind }, caller) => {
    const shown = directory
      .ofCompany(caller.companyId ?? '')
      .filter((d) => (!kind || d.kind === kind) && caller.permissions.has(devices.readPermission[d.kind]))
      .filter((d) => directory.sees(caller, d.id))
    const read = await readDevices(
      db,
      shown.map((d) => d.id),
    )
    return { devices: read.map((device) => shownDevice(caller, device)) }
  })
}

export const readDevices = (db: Db, ids: readonly string[]) =>
  isoRowsOf<devices.Device>(db)`
    select d.id, d.key, d.kind, d.name, s.name as site, f.name as floor, z.name as zone, z.id as "zoneId",
      -- Right after a start nobody has noticed yet who went silent meanwhile.
      st.online and st.last_seen_at > ${instant()} - ${silenceMs} * interval '1 ms' as online, st.last_seen_at as "lastSeenAt", st.battery, st.signal, st.firmware,
      ${outOfServiceOf} as "outOfService",
      coalesce(g.latest, '[]') || coalesce(o.latest, '[]') || coalesce(c.latest, '[]') || coalesce(a.latest, '[]') as latest
    from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
      left join floor f on f.id = z.floor_id left join device_status st on st.device_id = d.id
      left join lateral (
        select jsonb_agg(jsonb_build_object('channel', channel, 'value', value, 'unit', unit, 'quality', quality,
          'at', ${iso('at')}, 'receivedAt', ${iso('received_at')}) order by channel) as latest
        from gas_latest where device_id = d.id) g on d.kind = 'gas'
      left join lateral (
        select jsonb_agg(jsonb_build_object('channel', part, 'value', value, 'unit', null, 'quality', 'good',
          'at', ${iso('at')}, 'receivedAt', ${iso('received_at')}) order by part) as latest
        from door_state k, lateral (values ('mode', k.mode), ('lock', k.lock), ('contact', k.contact),
          ('alarm', k.alarm), ('tamper', k.tamper), ('fault', k.fault)) as parts (part, value)
        where k.device_id = d.id) o on d.kind = 'door'
      left join lateral (
        select jsonb_build_array(jsonb_build_object('channel', 'output', 'value', case when is_on then 'on' else 'off' end,
          'unit', null, 'quality', case when is_faulty then 'fault' else 'good' end,
          'at', ${iso('reported_at')}, 'receivedAt', ${iso('received_at')})) as latest
        from actuator where device_id = d.id and is_on is not null) a on d.kind = 'actuator'
      left join lateral (
        select jsonb_build_array(
          jsonb_build_object('channel', 'in', 'value', entries, 'unit', 'people', 'quality', 'good',
            'at', ${iso('at')}, 'receivedAt', ${iso('received_at')}),
          jsonb_build_object('channel', 'out', 'value', exits, 'unit', 'people', 'quality', 'good',
            'at', ${iso('at')}, 'receivedAt', ${iso('received_at')})) as latest
        from people_count where device_id = d.id order by at desc limit 1) c on d.kind = 'counter'
    where d.id = any (${ids}::uuid[])
    order by d.kind, d.name, d.id
  `

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
