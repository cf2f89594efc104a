// What a controller has decided alone, looked at afterwards by the rules: the log says what they would have said, and a
// difference is an event.
import type { DecisionStep } from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { NewLog } from '../entry-exit/entry-exit.ts'
import { nothingToTell, type Recorder, type ReceivedMessage } from '../../kit/recorders.ts'
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
const judge = (rules: Rules | undefined, taken: ReceivedMessage<'event'>): Judged | null => {
  const before = judged.get(taken)
  if (before) return before
  const { device, message, at } = taken
  const door = rules?.doors.get(device.id)
  const { credential: shown, direction = 'entry', result = 'granted' } = message
  if (!rules || door?.decides !== 'controller' || message.type !== 'access' || shown === undefined) return null
  const asOne = { ...door, pinNeeded: false }
  const decision = decide(rules, asOne, nothingBefore, { shown, pin: null, direction, at: at.getTime() })
  const made = { decision, agrees: decision.result === result, correlationId: uuid() }
  judged.set(taken, made)
  return made
}

/** What it adds to the log of an access. */
export type Judgement = Partial<Pick<NewLog, 'decision' | 'correlationId'>>

export const judgeAccess = (rules: Rules | undefined, taken: ReceivedMessage<'event'>): Judgement => {
  const found = judge(rules, taken)
  if (!found) return {}
  const { decision, agrees, correlationId } = found
  const said = taken.message.result === 'denied' ? 'denied' : 'granted'
  const why = taken.message.reason === undefined ? '' : `: ${taken.message.reason}`
  const own: DecisionStep = { check: 'controller', ok: true, says: `The door decided by its own list: ${said}${why}.` }
  const would = decision.reason === null ? 'granted' : `denied, ${decision.reason}`
  const says = agrees ? 'The rules say the same.' : `By the rules as they are here it is ${would}.`
  return { correlationId, decision: [own, ...decision.path, { check: 'agreement', ok: agrees, says }] }
}

export const recordDifferences =
  (snapshot: Snapshot, storeEvents: NoteParts['storeEvents']): Recorder<'event'> =>
  async (tx: pg.Client, batch) => {
    const found = batch.flatMap((taken): Remarkable[] => {
      const one = judge(snapshot.known()?.get(taken.device.companyId), taken)
      if (!one || one.agrees) return []
      const { person, pass, result, reason } = one.decision
      const who = person?.name ?? pass?.visitor ?? 'somebody unknown'
      return [
        {
          device: taken.device,
          type: 'door.decided-otherwise',
          severity: 'warning',
          at: taken.at,
          receivedAt: taken.receivedAt,
          data: {
            person: who,
            controller: taken.message.result ?? 'granted',
            rules: result,
            ...(reason === null ? {} : { reason }),
          },
          correlationId: one.correlationId,
          userId: person?.id ?? null,
          who,
        },
      ]
    })
    return found.length === 0 ? nothingToTell : storeEvents(tx, found)
  }
