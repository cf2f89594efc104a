// Devices whose wire has no answers: one that reports what a command wanted of it answers that command.
import type pg from 'pg'
import type { Answer } from './settle.ts'

export interface Reported {
  readonly deviceId: string
  /** What it says that it is: `Locked`. */
  readonly state: string
  readonly at: Date
}

/** What a device says once it has done what it was told, by actions; and what it is of it that says so. */
export interface AnsweringStates {
  readonly wanted: Readonly<Record<string, string>>
  /** `The lock`. */
  readonly who: string
}

/** How long after its time-out a report still counts as the answer to a command. */
const lateMs = 60_000

export const statesAnswering = async (
  tx: Pick<pg.ClientBase, 'query'>,
  { wanted, who }: AnsweringStates,
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
        stated.state === wanted[action] &&
        stated.at >= requestedAt &&
        stated.at.getTime() <= expiresAt.getTime() + lateMs,
    )
    return answer
      ? [{ commandId: id, deviceId, status: 'confirmed', detail: `${who} reports ${answer.state}`, at: answer.at }]
      : []
  })
}
