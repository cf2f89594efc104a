// Doors whose wire has no answers: a bolt that is where a command wanted it answers that command.
import type pg from 'pg'
import type { Answer } from './settle.ts'

export interface Reported {
  readonly deviceId: string
  readonly lock: string
  readonly at: Date
}

/** How long after its time-out a report still counts as the answer to a command. */
const lateMs = 60_000

const wants: Readonly<Record<string, string>> = {
  unlock: 'Unlocked',
  'hold-unlocked': 'Unlocked',
  lock: 'Locked',
  lockdown: 'Locked',
  'release-lockdown': 'Locked',
}

export const statesAnswering = async (
  tx: Pick<pg.ClientBase, 'query'>,
  reported: readonly Reported[],
): Promise<Answer[]> => {
  if (reported.length === 0) return []
  const { rows } = await tx.query<{ id: string; deviceId: string; action: string; requestedAt: Date; expiresAt: Date }>(
    {
      name: 'commands-unanswered',
      text: `select id, device_id as "deviceId", action, requested_at as "requestedAt", expires_at as "expiresAt"
           from command where device_id = any ($1::uuid[]) and status in ('requested', 'sent', 'no-answer')
             and sender is not null and requested_at > $2`,
      values: [
        [...new Set(reported.map(({ deviceId }) => deviceId))],
        // As long as any command is waited for, and then some.
        new Date(Math.min(...reported.map(({ at }) => at.getTime())) - 300_000 - lateMs),
      ],
    },
  )
  return rows.flatMap(({ id, deviceId, action, requestedAt, expiresAt }): Answer[] => {
    const answer = reported.find(
      (stated) =>
        stated.deviceId === deviceId &&
        stated.lock === wants[action] &&
        stated.at >= requestedAt &&
        stated.at.getTime() <= expiresAt.getTime() + lateMs,
    )
    return answer
      ? [{ commandId: id, deviceId, status: 'confirmed', detail: `The lock reports ${answer.lock}`, at: answer.at }]
      : []
  })
}
