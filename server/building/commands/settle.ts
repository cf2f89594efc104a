// What comes of commands: each answer is weighed against how the command stands, and kept with its step, its entry of
// the record and what it means beside, in one transaction.
import type { Status, Step } from '@gatehouse/contract/building/command-life'
import type pg from 'pg'
import type { AuditLog as OpenAuditLog } from '../../record/activity/activity.ts'
import { type AnyStanding, type StandingRow, standingRows } from './commands.sql.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** Something that became known of a command. */
export interface Answer {
  readonly commandId: string
  /** Who says so, where it is the device: nobody answers for another. */
  readonly deviceId?: string
  readonly status: Exclude<Status, 'requested'>
  readonly detail: string | null
  readonly at: Date
}

/** A command and its newest step, to be told once it is kept. */
export interface Settled<S extends AnyStanding = AnyStanding> {
  readonly companyId: string
  readonly command: S
  readonly step: Step
}

/** Commands that are settled alike, by what they ask for. */
export interface Settling<S extends AnyStanding> {
  /** What the activity log calls them by: `doors`. */
  readonly domain: string
  readonly asked: readonly S['asked'][]
  /** What is to be kept beside them, in the same transaction. */
  readonly keep?: (tx: Querier, settled: readonly Settled<S>[]) => Promise<void>
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
  // What the device itself said stands, whatever it says again.
  if (standing === 'confirmed' || standing === 'refused') return null
  return { status, late: !waiting || at > expiresAt }
}

export const settle = async <S extends AnyStanding>(
  tx: Querier,
  record: OpenAuditLog,
  { domain, asked, keep }: Settling<S>,
  answers: readonly Answer[],
): Promise<Settled<S>[]> => {
  if (answers.length === 0) return []
  const rows = await lockCommands<S>(tx, asked, [...new Set(answers.map(({ commandId }) => commandId))])
  const settled: Settled<S>[] = []
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
    })
  }
  const changed = new Set(settled.map(({ command }) => command.id))
  await keepStatus(
    tx,
    [...rows.values()].flatMap(({ command }) => (changed.has(command.id) ? command : [])),
  )
  await keepSteps(tx, settled)
  await keep?.(tx, settled)
  await record(
    settled.flatMap(({ companyId, command, step }) => {
      const row = rows.get(command.id)
      if (!row) return []
      return {
        companyId,
        userId: command.userId,
        actor: row.actor,
        action: `${domain}.${command.asked}.${step.status}`,
        input: { commandId: command.id },
        subject: row.device,
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

const lockCommands = async <S extends AnyStanding>(
  tx: Querier,
  asked: readonly string[],
  ids: readonly string[],
): Promise<Map<string, StandingRow<S>>> => {
  const { rows } = await tx.query<StandingRow<S>>({
    name: 'command-lock',
    text: `select ${standingRows} where c.id = any ($1::uuid[]) and c.asked = any ($2::text[]) order by c.id for update of c`,
    values: [ids, asked],
  })
  return new Map(rows.map((row) => [row.command.id, row]))
}

const keepStatus = async (tx: Querier, commands: readonly AnyStanding[]) => {
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
