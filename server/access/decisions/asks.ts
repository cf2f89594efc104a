// What doors ask: decided in the transaction that puts it on the log, answered only after COMMIT.
import type { Reason } from '@gatehouse/contract/access/decisions'
import type { DecisionMessage } from '@gatehouse/contract/building/wire'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { recordPassUses } from '../visitors/visitors.ts'
import {
  insertLogs,
  leadsTo,
  methodOf,
  type NewLog,
  occupancyAfter,
  publishLogged,
  refusedAt,
} from '../entry-exit/entry-exit.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { idAt } from '../../kit/ids.ts'
import type { Names } from '../../kit/names.ts'
import { nothingToPublish, type Observe, type Recorder, type ReceivedMessage } from '../../kit/recorders.ts'
import { type Decision, decide, identify } from './decide.ts'
import { type Remarkable, remarkableOf } from './remarkable.ts'
import { type Blocked, type Memory, type Question, readMemory } from './memory.ts'
import type { Rules } from './rules.ts'
import type { Snapshot } from './snapshot.ts'

/** How long an answer is good for: whoever stands at the door has gone by then. */
const goodForMs = 10_000

export interface AskParts {
  readonly snapshot: Snapshot
  readonly bus: Bus
  readonly names: Names
  /** What is out of the ordinary: into the stream of events, and what of it alarm rules are judged by. */
  readonly note: (tx: pg.Client, remarkable: readonly Remarkable[], observe: Observe) => Promise<() => void>
  readonly answer: (device: ReceivedMessage['device'], message: DecisionMessage) => void
}

export const recordAsks =
  (parts: AskParts): Recorder<'ask'> =>
  async (tx, batch, observe) => {
    const asked = await withRules(parts.snapshot, batch)
    if (asked.length === 0) return nothingToPublish
    const memory = await readMemory(tx, asked)
    const decided = asked.map((one) => decideOne(one, memory))
    const made = decided.map(logOf)
    const logs = await insertLogs(tx, parts.names, made)
    observe(occupancyAfter(made, clock.now()))
    await memory.write()
    const publishPasses = await recordPassUses(tx, parts.bus, memory.passesUsed())
    const publishRemarkable = await parts.note(tx, decided.flatMap(remarkableOf), observe)
    observe(
      decided.flatMap(({ received: { device }, decision, correlationId, at }) =>
        decision.result === 'denied' ? [refusedAt(device.id, new Date(at), correlationId)] : [],
      ),
    )
    const companyOf = new Map(asked.map(({ received }) => [received.device.id, received.device.companyId]))
    return () => {
      // The one who waits at the door first.
      for (const one of decided) parts.answer(one.received.device, answerOf(one))
      for (const log of logs) publishLogged(parts.bus, companyOf.get(log.doorId ?? '') ?? '', log)
      publishRemarkable()
      publishPasses()
    }
  }

/** An ask with the rules that it is judged by; the time is by our own clock: it is we who decide. */
export interface Asked extends Question {
  readonly received: ReceivedMessage<'ask'>
}

export interface Decided extends Asked {
  readonly decision: Decision
  /** The store was away for so long that nobody waits for the answer any more. */
  readonly tooLate: boolean
  /** What it has blocked for a while, by one failure too many. */
  readonly blocked: Blocked | null
  readonly correlationId: string
}

// A door that was taken in a moment ago is perhaps not among the rules yet.
const withRules = async (snapshot: Snapshot, batch: readonly ReceivedMessage<'ask'>[]): Promise<Asked[]> => {
  const found = (all: ReadonlyMap<string, Rules>) =>
    batch.map((received) => {
      const rules = all.get(received.device.companyId)
      const door = rules?.doors.get(received.device.id)
      if (!rules || !door) return null
      const { credential: shown, pin = null, direction } = received.message
      return { received, rules, door, shown, pin, direction, at: received.receivedAt.getTime() }
    })
  let asked = found(await snapshot.current())
  if (asked.includes(null)) {
    await snapshot.reload()
    asked = found(await snapshot.current())
  }
  return asked.filter((one) => one !== null)
}

const decideOne = (asked: Asked, memory: Memory): Decided => {
  const { rules, door, at } = asked
  const identified = identify(rules, asked)
  const decision = decide(rules, door, memory.before(asked, identified), asked)
  const tooLate = clock.ms() - at > goodForMs
  const blocked = tooLate ? null : memory.after(asked, identified, decision)
  return { ...asked, decision, tooLate, blocked, correlationId: uuid() }
}

const logOf = ({ received, decision, tooLate, correlationId, at }: Decided): NewLog => {
  const { device, message, deviceAt, receivedAt } = received
  const type = message.direction
  const when = new Date(at)
  const { credential, person, pass, extended, seconds } = decision
  return {
    id: idAt(when),
    companyId: device.companyId,
    userId: person?.id ?? null,
    credential: null,
    passId: pass?.id ?? null,
    doorId: device.id,
    zoneId: device.zoneId,
    type,
    at: when,
    result: decision.result,
    reason: decision.reason,
    method: credential?.kind ?? methodOf(message.credential),
    taken: tooLate ? false : null,
    source: 'device',
    deviceAt,
    receivedAt,
    correlationId,
    leadsTo: leadsTo(device.door, type),
    decision: [...withOwner(decision, credential?.id, pass?.id), ...(tooLate ? [nobodyWaits] : [])],
    ...(extended && seconds > 0 ? { openSeconds: seconds } : {}),
  }
}

const nobodyWaits = { check: 'answer', ok: false, says: 'The answer came too late: the store was away meanwhile.' }

/** Whose it was stands with the step that found it: the log itself knows people only. */
const withOwner = ({ path }: Decision, credentialId: string | undefined, passId: string | undefined) =>
  path.map((step) =>
    step.check === 'credential' && credentialId !== undefined
      ? { ...step, credentialId, ...(passId === undefined ? {} : { passId }) }
      : step,
  )

const answerOf = ({ received, decision, at }: Decided): DecisionMessage => {
  const reason: { reason?: Reason } = decision.reason === null ? {} : { reason: decision.reason }
  return {
    askId: received.message.id,
    at: new Date(at).toISOString(),
    result: decision.result,
    ...reason,
    seconds: decision.seconds,
    expiresAt: new Date(at + goodForMs).toISOString(),
  }
}
