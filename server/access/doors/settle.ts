// What comes of commands: each answer is weighed against how the command stands, and kept with its step, its entry of
// the record and what it means for a hold, in one transaction.
import type { Asked, Standing, Status, Step } from '@gatehouse/contract/access/commands'
import type pg from 'pg'
import type { AuditLog as OpenAuditLog } from '../../record/activity/activity.ts'
import { type StandingRow, standingRows } from './commands.sql.ts'

/** Something that became known of a command. */
export interface Answer {
  readonly commandId: string
  /** Who says so, where it is the door: nobody answers for another. */
  readonly deviceId?: string
  readonly status: Exclude<Status, 'requested'>
  readonly detail: string | null
  readonly at: Date
}

/** A command and its newest step, to be told once it is kept. */
export interface Settled {
  readonly companyId: string
  readonly command: Standing
  readonly step: Step
}

interface Weighed {
  /** null: it stands as it stood. */
  readonly status: Status | null
  readonly late: boolean
}

/** What an answer makes of a command that stands so; null: nothing at all. */
export const weigh = (
  standing: Status,
  expiresAt: Date,
  { status, at }: Pick<Answer, 'status' | 'at'>,
): Weighed | null => {
  const waiting = standing === 'requested' || standing === 'sent'
  if (status === 'sent') return { status: standing === 'requested' ? 'sent' : null, late: false }
  if (status === 'failed') return standing === 'requested' ? { status, late: false } : null
  if (status === 'no-answer') return waiting ? { status, late: false } : null
  // What the door itself said stands, whatever it says again.
  if (standing === 'confirmed' || standing === 'refused') return null
  return { status, late: !waiting || at > expiresAt }
}

type Querier = Pick<pg.ClientBase, 'query'>

export const settle = async (tx: Querier, record: OpenAuditLog, answers: readonly Answer[]): Promise<Settled[]> => {
  if (answers.length === 0) return []
  const rows = await lockCommands(tx, [...new Set(answers.map(({ commandId }) => commandId))])
  const settled: (Settled & { readonly answer: Answer })[] = []
  for (const answer of answers) {
    const row = rows.get(answer.commandId)
    if (!row || (answer.deviceId !== undefined && answer.deviceId !== row.command.deviceId)) continue
    const weighed = weigh(row.command.status, new Date(row.command.expiresAt), answer)
    if (!weighed) continue
    const { status, detail, at } = answer
    const command = weighed.status ? { ...row.command, status: weighed.status, detail } : row.command
    rows.set(command.id, { ...row, command })
    settled.push({
      companyId: row.companyId,
      command,
      step: { status, at: at.toISOString(), detail, late: weighed.late },
      answer,
    })
  }
  const changed = new Set(settled.map(({ command }) => command.id))
  await keepStatus(
    tx,
    [...rows.values()].flatMap(({ command }) => (changed.has(command.id) ? command : [])),
  )
  await keepSteps(tx, settled)
  await keepHolds(tx, settled)
  await record(
    settled.flatMap(({ companyId, command, step }) => {
      const row = rows.get(command.id)
      if (!row) return []
      return {
        companyId,
        userId: command.userId,
        actor: row.actor,
        action: `doors.${command.asked}.${step.status}`,
        input: { commandId: command.id },
        subject: row.door,
        after: {
          status: step.status,
          ...(step.detail === null ? {} : { detail: step.detail }),
          ...(step.late ? { late: true } : {}),
        },
        reason: command.reason,
        status: statusCodes[step.status],
        address: '',
        correlationId: command.correlationId,
      }
    }),
    tx,
  )
  return settled
}

/** As the record of calls counts success: what did not come to pass stands there as such. */
const statusCodes: Record<Status, number> = {
  requested: 202,
  sent: 202,
  confirmed: 200,
  refused: 409,
  'no-answer': 504,
  failed: 503,
}

const lockCommands = async (tx: Querier, ids: readonly string[]): Promise<Map<string, StandingRow>> => {
  const { rows } = await tx.query<StandingRow>({
    name: 'command-lock',
    text: `select ${standingRows} where c.id = any ($1::uuid[]) order by c.id for update of c`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.command.id, row]))
}

const keepStatus = async (tx: Querier, commands: readonly Standing[]) => {
  if (commands.length === 0) return
  await tx.query({
    name: 'command-status',
    text: `update command c set status = t.status, detail = t.detail
           from unnest($1::uuid[], $2::text[], $3::text[]) as t (id, status, detail) where c.id = t.id`,
    values: [commands.map((c) => c.id), commands.map((c) => c.status), commands.map((c) => c.detail)],
  })
}

const keepSteps = async (tx: Querier, settled: readonly Settled[]) => {
  if (settled.length === 0) return
  await tx.query({
    name: 'command-steps',
    text: `insert into command_step (command_id, at, status, detail, late)
           select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::boolean[])
           on conflict do nothing`,
    values: [
      settled.map(({ command }) => command.id),
      settled.map(({ step }) => step.at),
      settled.map(({ step }) => step.status),
      settled.map(({ step }) => step.detail),
      settled.map(({ step }) => step.late),
    ],
  })
}

/** Which of them begin a hold, and which end one. */
const meansForHold: Partial<Record<Asked, 'begins' | 'ends'>> = {
  hold: 'begins',
  lock: 'ends',
  release: 'ends',
  lockdown: 'ends',
}

const keepHolds = async (tx: Querier, settled: readonly Settled[]) => {
  const confirmed = settled.filter(({ step }) => step.status === 'confirmed')
  const ids = (means: 'begins' | 'ends') =>
    confirmed.flatMap(({ command }) => (meansOf(command) === means ? [command.id] : []))
  const [begun, ended] = [ids('begins'), ids('ends')]
  if (ended.length > 0)
    await tx.query(
      `delete from door_hold h using command c
       where c.id = any ($1::uuid[]) and h.device_id = c.device_id and h.since <= c.requested_at`,
      [ended],
    )
  // Heard of late, it may be over already.
  if (begun.length > 0)
    await tx.query(
      `insert into door_hold as h (device_id, since, user_id, actor, reason, command_id)
       select device_id, requested_at, user_id, actor, reason, id from command c
       where id = any ($1::uuid[]) and not exists (select from command l
         where l.device_id = c.device_id and l.requested_at > c.requested_at and l.status = 'confirmed'
           and (l.asked in ('lock', 'lockdown') or l.asked = 'release' and l.action = 'lock'))
       order by device_id
       on conflict (device_id) do update set since = excluded.since, user_id = excluded.user_id,
         actor = excluded.actor, reason = excluded.reason, command_id = excluded.command_id
       where h.since <= excluded.since`,
      [begun],
    )
}

// A release that leads back to a schedule's hold begins that one.
const meansOf = ({ asked, action }: Standing) =>
  asked === 'release' && action === 'hold-unlocked' ? 'begins' : meansForHold[asked]
