// What is out of the ordinary about a decision: an event in the stream, and for some of it people are told.
import type { Severity } from '@gatehouse/contract/insight/events'
import type pg from 'pg'
import type { KnownDevice } from '../../building/devices/devices.ts'
import type { Sender } from '../../kit/recorders.ts'
import { notifyOperators, placed } from '../doors/doors.ts'
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
  readonly who: string
}

/** What a decision has about it that somebody should look at. */
export const remarkableOf = ({ received, decision, blocked, correlationId, at }: Decided): Remarkable[] => {
  const { device, message, receivedAt } = received
  const { person, pass, credential, result, reason, duress, passbackAlert } = decision
  const who = person?.name ?? (pass ? `${pass.visitor} (visitor)` : 'somebody unknown')
  const base = { device, at: new Date(at), receivedAt, correlationId, userId: person?.id ?? null, who }
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
  readonly directory: { byId(id: string): KnownDevice | undefined }
}

/** Into the stream of events; duress is told to everybody who operates doors and sees that one. */
export const noteOf =
  ({ storeEvents, directory }: NoteParts) =>
  async (tx: pg.Client, list: readonly Remarkable[]): Promise<() => void> => {
    const publish = await storeEvents(tx, list)
    for (const one of list) if (one.type === 'door.duress') await notifyOfDuress(tx, directory.byId(one.device.id), one)
    return publish
  }

const notifyOfDuress = async (tx: pg.Client, door: KnownDevice | undefined, { userId, who }: Remarkable) => {
  if (!door) return
  const words = {
    kind: 'door-duress',
    title: `${who} is under threat at ${door.name}`,
    message: `The duress PIN was used at ${placed(door)}. The door gave no sign of it.`,
    type: 'error',
    priority: 'high',
  } as const
  // Not to their own screen: somebody may be looking over their shoulder.
  await notifyOperators(tx, [door], () => words, userId)
}
