// Doors and the other devices of the company: of the kinds that the caller may read, where no label hides them.
import { type DeviceKind, kind, readPermission } from '@gatehouse/contract/devices'
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '../kit/caller.ts'
import { visiblePlace } from '../kit/labels.ts'
import { holds } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

export const devices = ({ caller, words }: Seeker): RawBuilder<unknown> => {
  const shown = kind.options.flatMap((one) => {
    const page = pageOf(one, caller)
    return page && can(caller, readPermission[one])
      ? [{ kind: one, word: kindWords[one], path: page.path, required: [readPermission[one], ...page.needed] }]
      : []
  })
  return sql`
    select d.id::text as id, case d.kind when 'door' then 'door' else 'device' end as type, d.name as title,
      concat_ws(' · ', w.word, z.name, s.name, case when not k.online then 'offline' end) as description,
      case when not k.online then 'high' else 'medium' end as priority, replace(w.path, '{id}', d.id::text) as path,
      w.required, null::timestamptz as at
    from device d
      join jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as w (kind text, word text, path text, required text[])
        on w.kind = d.kind
      join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
      left join device_status k on k.device_id = d.id
    where d.company_id = ${caller.companyId} and d.retired_at is null
      and ${holds(sql`(d.name || ' ' || d.key || ' ' || w.word || ' ' || coalesce(z.name, '') || ' ' || s.name)`, words)}
      and ${visiblePlace(caller, sql`m.device_id = d.id`)} and ${visiblePlace(caller, sql`m.zone_id = d.zone_id`)}
      and ${visiblePlace(caller, sql`m.site_id = d.site_id`)}`
}

const dashboard = { path: '/dashboard', needed: ['admin_access'] } as const
const passagesOfDoor = { path: '/entry-exit/report?doorId={id}', needed: ['read_entry_exit_report'] } as const

// Where it is shown; what has no page that the caller may open is not found.
const pageOf = (one: DeviceKind, caller: Caller) =>
  [...(one === 'door' ? [passagesOfDoor] : []), dashboard].find(({ needed: [permission] }) => can(caller, permission))

const kindWords: Record<DeviceKind, string> = {
  door: 'Door',
  camera: 'Camera',
  intercom: 'Intercom',
  gas: 'Gas detector',
  counter: 'People counter',
}
