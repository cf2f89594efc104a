// What is out of the ordinary about a decision: an event in the stream, and of duress an alarm.
import type { Severity } from '@gatehouse/contract/insight/events'
import type pg from 'pg'
import type { Observation, Observe, Sender } from '../../kit/recorders.ts'
import type { Decided } from './asks.ts'

export interface Remarkable {
  readonly device: Sender
  readonly type: string
  readonly severity: Severity
  readonly at: Date
  readonly receivedAt: Date
  readonly data: Record<string, unknown>
  readonly correlationId: string
  /** Whose it is; never told of it themselves. */
  readonly userId: string | null
}

/** What a decision has about it that somebody should look at. */
export const remarkableOf = ({ received, decision, blocked, correlationId, at }: Decided): Remarkable[] => {
  const { device, message, receivedAt } = received
  const { person, pass, credential, result, reason, duress, passbackAlert } = decision
  const who = person?.name ?? (pass ? `${pass.visitor} (visitor)` : 'somebody unknown')
  const base = { device, at: new Date(at), receivedAt, correlationId, userId: person?.id ?? null }
  const data = { person: who, direction: message.direction, result, ...(reason === null ? {} : { reason }) }
  const found: Remarkable[] = []
  if (duress) found.push({ ...base, type: 'door.duress', severity: 'critical', data })
  if (passbackAlert) found.push({ ...base, type: 'door.passback', severity: 'warning', data })
  if (credential?.state === 'lost' && !credential.revoked)
    found.push({ ...base, type: 'door.lost-credential', severity: 'warning', data })
  if (blocked !== null)
    found.push({ ...base, type: 'door.locked-out', severity: 'warning', data: { ...data, blocked } })
  return found
}

export interface NoteParts {
  readonly storeEvents: (tx: pg.Client, list: readonly Remarkable[]) => Promise<() => void>
}

/** Into the stream of events; of duress alarm rules are judged. */
export const noteOf =
  ({ storeEvents }: NoteParts) =>
  async (tx: pg.Client, list: readonly Remarkable[], observe: Observe): Promise<() => void> => {
    const publish = await storeEvents(tx, list)
    observe(
      list.flatMap(({ type, device, at, correlationId, userId }): Observation[] =>
        type === 'door.duress'
          ? // Not on their own screen: somebody may be looking over their shoulder.
            [{ deviceId: device.id, measure: type, value: true, at, correlationId, hiddenFrom: userId }]
          : [],
      ),
    )
    return publish
  }
