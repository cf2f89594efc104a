// What a controller has decided alone, looked at afterwards by the rules: the log says what they would have said, and a
// difference is an event.
import type { DecisionStep } from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { NewLog } from '../entry-exit/entry-exit.ts'
import { nothingToPublish, type Recorder, type ReceivedMessage } from '../../kit/recorders.ts'
import { type Decision, decide, nothingBefore } from './decide.ts'
import type { NoteParts, Remarkable } from './remarkable.ts'
import type { Rules } from './rules.ts'
import type { Snapshot } from './snapshot.ts'

interface Judged {
  readonly decision: Decision
  readonly agrees: boolean
  /** Of the log and of the event alike. */
  readonly correlationId: string
}

// Once for each message, for both.
const judged = new WeakMap<ReceivedMessage<'event'>, Judged>()

// What was remembered then is not known at a door alone: it is asked of the rules without. A controller says that a PIN
// was given too by saying which card; so the PIN is taken for right.
const judge = (rules: Rules | undefined, received: ReceivedMessage<'event'>): Judged | null => {
  const before = judged.get(received)
  if (before) return before
  const { device, message, at } = received
  const door = rules?.doors.get(device.id)
  const { credential: shown, direction = 'entry', result = 'granted' } = message
  if (!rules || door?.decides !== 'controller' || message.type !== 'access' || shown === undefined) return null
  const asOne = { ...door, pinNeeded: false }
  const decision = decide(rules, asOne, nothingBefore, { shown, pin: null, direction, at: at.getTime() })
  const made = { decision, agrees: decision.result === result, correlationId: uuid() }
  judged.set(received, made)
  return made
}

/** What it adds to the log of an access. */
export type Judgement = Partial<Pick<NewLog, 'decision' | 'correlationId'>>

export const judgeAccess = (rules: Rules | undefined, received: ReceivedMessage<'event'>): Judgement => {
  const found = judge(rules, received)
  if (!found) return {}
  const { decision, agrees, correlationId } = found
  const answered = received.message.result === 'denied' ? 'denied' : 'granted'
  const why = received.message.reason === undefined ? '' : `: ${received.message.reason}`
  const own: DecisionStep = {
    check: 'controller',
    ok: true,
    says: `The door decided by its own list: ${answered}${why}.`,
  }
  const would = decision.reason === null ? 'granted' : `denied, ${decision.reason}`
  const text = agrees ? 'The rules say the same.' : `By the rules as they are here it is ${would}.`
  return { correlationId, decision: [own, ...decision.path, { check: 'agreement', ok: agrees, says: text }] }
}

export const recordDifferences =
  (snapshot: Snapshot, storeEvents: NoteParts['storeEvents']): Recorder<'event'> =>
  async (tx: pg.Client, batch) => {
    const found = batch.flatMap((received): Remarkable[] => {
      const one = judge(snapshot.known()?.get(received.device.companyId), received)
      if (!one || one.agrees) return []
      const { person, pass, result, reason } = one.decision
      const who = person?.name ?? pass?.visitor ?? 'somebody unknown'
      return [
        {
          device: received.device,
          type: 'door.decided-otherwise',
          severity: 'warning',
          at: received.at,
          receivedAt: received.receivedAt,
          data: {
            person: who,
            controller: received.message.result ?? 'granted',
            rules: result,
            ...(reason === null ? {} : { reason }),
          },
          correlationId: one.correlationId,
          userId: person?.id ?? null,
        },
      ]
    })
    return found.length === 0 ? nothingToPublish : storeEvents(tx, found)
  }
