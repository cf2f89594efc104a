// Who is on call in a demo building, and whom its own rules notify.
import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import { dateOf, localDay, plusDays } from '@gatehouse/demo/local-day'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { kyselyOn } from '../../db/transaction.ts'
import { addDefaultPolicies } from '../../safety/escalations/escalations.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

const monday = 1
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Answers the policy of the building's own rules; null: it has none. */
export const insertOnCall = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<string | null> => {
  if (!world.response) return null
  await addDefaultPolicies(kyselyOn(tx), ids.company)
  const { onCall } = world.response
  if (!onCall) return null
  const { rota, absence, override } = onCall
  const rotaId = uuid()
  const idOf = (email: string) => ids.byEmail.get(email)
  await insert(
    tx,
    'on_call_rota',
    ['id', 'company_id', 'name', 'user_ids', 'hand_over_at', 'every_days', 'starts_on'],
    [[rotaId, ids.company, rota.name, rota.people.map(idOf), rota.handOverAt, 7, mondayBefore(world, from)]],
  )
  const startOf = (inDays: number, minutes: number) =>
    localDay(world.timeZone, plusDays(dateOf(world.timeZone, to), inDays)).at(minutes)
  const away = startOf(absence.inDays, 0)
  await insert(
    tx,
    'on_call_absence',
    ['id', 'company_id', 'user_id', 'from_at', 'to_at', 'note'],
    [[uuid(), ids.company, idOf(absence.person), new Date(away), new Date(away + absence.days * dayMs), absence.note]],
  )
  const instead = startOf(override.inDays, 8 * 60)
  await insert(
    tx,
    'on_call_override',
    ['id', 'rota_id', 'user_id', 'from_at', 'to_at', 'made_at'],
    [
      [
        uuid(),
        rotaId,
        idOf(override.person),
        new Date(instead),
        new Date(instead + override.hours * hourMs),
        new Date(to - 2 * dayMs),
      ],
    ],
  )
  return insertPolicy(tx, world, ids, { rotaId, from, name: onCall.policy })
}

const mondayBefore = (world: World, at: number): string => {
  let date = dateOf(world.timeZone, at)
  while (localDay(world.timeZone, date).weekday !== monday) date = plusDays(date, -1)
  return date
}

// Everybody at once, then whoever is on call, then the managers; and again.
const insertPolicy = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { rotaId, from, name }: { readonly rotaId: string; readonly from: number; readonly name: string },
): Promise<string> => {
  const { rows: managers } = await tx.query<{ id: string }>(
    `select id from role where company_id = $1 and system and name = 'manager'`,
    [ids.company],
  )
  const nobody = { everybody: false, roleIds: [], userIds: [], rotaIds: [] }
  const steps: EscalationStep[] = [
    { who: { ...nobody, everybody: true }, channels: null, afterSeconds: 0 },
    { who: { ...nobody, rotaIds: [rotaId] }, channels: ['email', 'push'], afterSeconds: 120 },
    { who: { ...nobody, roleIds: managers.map(({ id }) => id) }, channels: ['email', 'push'], afterSeconds: 300 },
  ]
  const author = world.people.find(({ email }) => email === world.response?.manager)
  const id = uuid()
  await insert(
    tx,
    'escalation_policy',
    ['id', 'company_id', 'name', 'steps', 'repeat_seconds', 'version', 'changed_at', 'changed_by'],
    [
      [
        id,
        ids.company,
        name,
        JSON.stringify(steps),
        900,
        1,
        new Date(from),
        author ? `${author.firstName} ${author.lastName}` : null,
      ],
    ],
  )
  return id
}
