// What each door asks for and who decides there; which list it holds; whose way in counts for nothing any more.
import type { Settings } from '@gatehouse/contract/access/decisions'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import type { KnownDevice } from '../../building/devices/devices.ts'

export const readSettings = async (db: Db, doorId: string): Promise<Settings> => {
  const settings = await firstOf<Settings>(db)`
    select decides, pin_needed as "pinNeeded", passback, passback_minutes as "passbackMinutes"
    from door_access where door_id = ${doorId}
  `
  return settings ?? untilSet
}

const untilSet: Settings = { decides: 'server', pinNeeded: false, passback: 'none', passbackMinutes: 480 }

export const writeSettings = async (
  tx: Db,
  door: Pick<KnownDevice, 'id' | 'companyId'>,
  { decides, pinNeeded, passback, passbackMinutes }: Settings,
): Promise<void> => {
  const values = { decides, pin_needed: pinNeeded, passback, passback_minutes: passbackMinutes }
  await tx
    .insertInto('door_access')
    .values({ door_id: door.id, company_id: door.companyId, ...values })
    .onConflict((conflict) => conflict.column('door_id').doUpdateSet(values))
    .execute()
}

export interface ListState {
  readonly doorId: string
  readonly held: string | null
  readonly heldAt: Date | null
  readonly sentAt: Date | null
  readonly online: boolean | null
}

export const listStates = (db: Db, doorIds: readonly string[], silenceMs: number) =>
  rowsOf<ListState>(db)`
    select o.device_id as "doorId", l.held, l.held_at as "heldAt", l.sent_at as "sentAt",
      s.online and s.last_seen_at > ${instant()} - ${silenceMs} * interval '1 ms' as online
    from door o left join door_access_list l on l.door_id = o.device_id
      left join device_status s on s.device_id = o.device_id
    where o.device_id = any (${doorIds}::uuid[])
  `

export const resetPassback = async (tx: Db, companyId: string, userId: string | null, at: Date): Promise<void> => {
  await sql`
    insert into passback_reset (company_id, user_id, at) values (${companyId}, ${userId}, ${at})
    on conflict (company_id, user_id) do update set at = excluded.at
  `.execute(tx)
}
