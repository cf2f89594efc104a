// The life of an alarm against a second, naive machine, which looks at all that has happened to it each time: random
// sequences, and no difference.
import type { AlarmState } from '@gatehouse/contract/safety/alarms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AlarmLife,
  afterAcknowledgement,
  afterMaintenance,
  afterOccurrence,
  afterResolution,
  afterReturn,
  afterShelving,
  afterSuppression,
  afterTime,
  afterUnshelving,
  raised,
  stateOf,
} from './alarm-life.ts'

type Step =
  | { readonly does: 'occurs' | 'returns' | 'acknowledge' | 'unshelve' | 'resolve' | 'wait' }
  | { readonly does: 'shelve'; readonly minutes: number }
  | { readonly does: 'suppress' | 'maintain'; readonly on: boolean }

interface Happened {
  readonly step: Step
  readonly at: number
}

const minute = 60_000

const stepOf = fc.oneof(
  fc.constantFrom<Step>(
    { does: 'occurs' },
    { does: 'returns' },
    { does: 'acknowledge' },
    { does: 'unshelve' },
    { does: 'resolve' },
    { does: 'wait' },
  ),
  fc.integer({ min: 1, max: 30 }).map((minutes): Step => ({ does: 'shelve', minutes })),
  fc.tuple(fc.constantFrom('suppress', 'maintain'), fc.boolean()).map(([does, on]): Step => ({ does, on }) as const),
)
/** Minutes pass between steps: none, a few, or so many that whatever is shelved comes back. */
const sequence = fc.array(fc.tuple(stepOf, fc.constantFrom(0, 1, 7, 40)), { maxLength: 24 })

const nothing = (): AlarmLife | null => null

// The machine of the product, as its domain drives it: what is due by time comes before each step.
const play = (steps: readonly Happened[], latches: boolean): { live: AlarmLife | null; past: AlarmLife[] } => {
  const past: AlarmLife[] = []
  let live = nothing()
  let isSuppressed = false
  let isOutOfService = false
  for (const { step, at: ms } of steps) {
    const at = new Date(ms)
    if (step.does === 'suppress') isSuppressed = step.on
    if (step.does === 'maintain') isOutOfService = step.on
    const due: AlarmLife | null = live && afterTime(live, at)
    live = due && !due.cleared ? apply(due, step, at) : due
    if (!live && step.does === 'occurs') live = raised(at, { latches, isSuppressed, isOutOfService })
    if (live?.cleared) {
      past.push(live)
      live = step.does === 'occurs' && due?.cleared ? raised(at, { latches, isSuppressed, isOutOfService }) : null
    }
  }
  return { live, past }
}

const apply = (life: AlarmLife, step: Step, at: Date): AlarmLife => {
  switch (step.does) {
    case 'occurs':
      return afterOccurrence(life, at)
    case 'returns':
      return afterReturn(life, at)
    case 'acknowledge':
      return afterAcknowledgement(life, { at, by: 'Ada', note: null })
    case 'shelve':
      return afterShelving(life, { at, until: new Date(at.getTime() + step.minutes * minute), by: 'Ada', reason: 'x' })
    case 'unshelve':
      return afterUnshelving(life, at)
    case 'suppress':
      return afterSuppression(life, step.on, at)
    case 'maintain':
      return afterMaintenance(life, step.on, at)
    case 'resolve':
      return afterResolution(life, 'Ada', at, 'Repaired')
    default:
      return life
  }
}

// The naive one knows no state. It asks questions of the list of what has happened since the alarm was raised.
const naively = (steps: readonly Happened[], latches: boolean): { state: AlarmState | 'normal'; alarms: number } => {
  let alarms = 0
  let since: Happened[] = []
  let before = { suppress: false, maintain: false }
  const isOpen = () => since.length > 0
  const end = () => {
    before = { suppress: wasOn('suppress', since, before), maintain: wasOn('maintain', since, before) }
    since = []
  }
  for (const happened of steps) {
    const { step, at } = happened
    // A shelf that ended in between is an unshelving at its own moment.
    const until = isOpen() ? shelvedUntil(since) : null
    if (until !== null && until <= at) {
      since = [...since, { step: { does: 'unshelve' }, at: until }]
      if (isOver(since, before, latches)) end()
    }
    if (!isOpen()) {
      if (step.does === 'suppress' || step.does === 'maintain') before = { ...before, [step.does]: step.on }
      if (step.does !== 'occurs') continue
      alarms += 1
    }
    since = [...since, happened]
    if (step.does === 'resolve' && !holds(since)) end()
    else if (isOver(since, before, latches)) end()
  }
  return { state: isOpen() ? named(since, before) : 'normal', alarms }
}

type Before = Readonly<Record<'suppress' | 'maintain', boolean>>

const wasOn = (what: 'suppress' | 'maintain', since: readonly Happened[], before: Before): boolean =>
  since.reduce((on, { step }) => (step.does === what ? step.on : on), before[what])

const holds = (since: readonly Happened[]): boolean =>
  since.findLast(({ step }) => step.does === 'occurs' || step.does === 'returns')?.step.does === 'occurs'

const shelvedUntil = (since: readonly Happened[]): number | null => {
  const last = since.findLast(({ step }) => step.does === 'shelve' || step.does === 'unshelve')
  return last?.step.does === 'shelve' ? last.at + last.step.minutes * minute : null
}

const isHeldBack = (since: readonly Happened[], before: Before): boolean =>
  shelvedUntil(since) !== null || wasOn('suppress', since, before) || wasOn('maintain', since, before)

/** Whether it rang at the end of this prefix: it holds, nothing holds it back, and one of the two has just begun. */
const rings = (since: readonly Happened[], before: Before): boolean => {
  const earlier = since.slice(0, -1)
  const did = holds(since) && !isHeldBack(since, before)
  return did && !(earlier.length > 0 && holds(earlier) && !isHeldBack(earlier, before))
}

const prefixes = (since: readonly Happened[]) => since.map((_, n) => since.slice(0, n + 1))

/** The place of the newest ring or occurrence, after which an acknowledgement counts. */
const isAnswered = (since: readonly Happened[], before: Before): boolean => {
  const asked = prefixes(since).findLastIndex(
    (prefix) => rings(prefix, before) || (holds(prefix) && !holds(prefix.slice(0, -1))),
  )
  return since.slice(asked + 1).some(({ step }) => step.does === 'acknowledge')
}

const isOver = (since: readonly Happened[], before: Before, latches: boolean): boolean => {
  if (holds(since) || isHeldBack(since, before)) return false
  const everRang = prefixes(since).some((prefix) => rings(prefix, before))
  return !everRang || (isAnswered(since, before) && !latches)
}

const named = (since: readonly Happened[], before: Before): AlarmState => {
  if (wasOn('maintain', since, before)) return 'out-of-service'
  if (wasOn('suppress', since, before)) return 'suppressed'
  if (shelvedUntil(since) !== null) return 'shelved'
  const answered = isAnswered(since, before)
  if (holds(since)) return answered ? 'acknowledged' : 'unacknowledged'
  return answered ? 'latched' : 'returned-unacknowledged'
}

const timed = (steps: readonly (readonly [Step, number])[]): Happened[] => {
  let at = Date.UTC(2026, 0, 5)
  return steps.map(([step, minutes]) => {
    at += minutes * minute
    return { step, at }
  })
}

test('the life of an alarm is what a naive machine says, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(sequence, fc.boolean(), (steps, latches) => {
      const happened = timed(steps)
      const { live, past } = play(happened, latches)
      const naive = naively(happened, latches)
      expect(live ? stateOf(live) : 'normal').toBe(naive.state)
      expect(past.length + (live ? 1 : 0)).toBe(naive.alarms)
    }),
    { numRuns: 100_000 },
  )
})

test('nothing that rang is cleared before its condition is over and a person has answered', () => {
  fc.assert(
    fc.property(sequence, fc.boolean(), (steps, latches) => {
      for (const life of play(timed(steps), latches).past) {
        expect(life.isActive).toBe(false)
        if (life.isAnnunciated) expect(life.acknowledged).not.toBeNull()
        if (latches && life.isAnnunciated) expect(life.cleared?.by).toBe('Ada')
      }
    }),
  )
})
