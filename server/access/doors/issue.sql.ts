// Doors as they are before they are told anything.
import type { Transaction } from 'kysely'
import { rowsOf } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'

/** A door as it is before it is told anything. */
export interface Opening {
  readonly deviceId: string
  readonly companyId: string
  readonly name: string
  readonly driver: string
  readonly pulseSeconds: number
  readonly answerSeconds: number
  readonly reasonAsked: string
  /** Who holds it, where it is held and says that it is unlocked. */
  readonly heldOpenBy: string | null
  readonly incident: string | null
}

export const readOpenings = async (tx: Transaction<DB>, ids: readonly string[]): Promise<Map<string, Opening>> => {
  const rows = await rowsOf<Opening>(tx)`
    select d.id as "deviceId", d.company_id as "companyId", d.name, d.driver, o.pulse_seconds as "pulseSeconds",
      o.answer_seconds as "answerSeconds", o.reason_asked as "reasonAsked",
      case when k.lock = 'Unlocked' then coalesce(hu.display_name, hu.first_name || ' ' || hu.last_name, h.actor) end as "heldOpenBy",
      case when k.incident_over_at is null then k.correlation_id end as incident
    from device d join door o on o.device_id = d.id left join door_state k on k.device_id = d.id
      left join door_hold h on h.device_id = d.id left join users hu on hu.id = h.user_id
    where d.id = any (${ids}::uuid[]) and d.retired_at is null
  `
  return new Map(rows.map((row) => [row.deviceId, row]))
}
