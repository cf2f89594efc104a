// How people of a demo building answer its alarms: whoever is on duty acknowledges, mostly within a minute; a few are looked
// into, shelved, assigned or resolved with a reason.
import type { World } from '@gatehouse/demo/world'
import { guardAt } from '@gatehouse/demo/guard-day'
import { dateOf, type LocalDay, localDay, minute } from '@gatehouse/demo/local-day'
import { type Random, randomFor } from '@gatehouse/demo/random'
import {
  afterAcknowledgement,
  afterResolution,
  afterShelving,
  afterTime,
  type AlarmLife,
} from '../../safety/alarms/alarms.ts'
import type { Agenda } from './agenda.ts'
import type { PastAlarm, PastStep } from './alarm-past.ts'

export interface AnsweringParts {
  readonly world: World
  readonly seed: number
  readonly to: number
  readonly agenda: Agenda
  readonly changed: (alarm: PastAlarm, life: AlarmLife, step: Omit<PastStep, 'correlationId'>) => void
}

/** An alarm that occurs so often within an hour is shelved by whoever manages the building. */
const shelvedFrom = 5
const second = 1000
const hour = 60 * minute

export const createAnswering = ({ world, seed, to, agenda, changed }: AnsweringParts) => {
  const { response } = world
  const guards = world.people.filter(({ rhythm }) => rhythm === 'guard')
  const nameOf = (email: string) => {
    const person = world.people.find((one) => one.email === email)
    return person ? `${person.firstName} ${person.lastName}` : email
  }
  let today: LocalDay | null = null
  const onDuty = (at: number): string => {
    if (!today || at < today.start || at >= today.end) today = localDay(world.timeZone, dateOf(world.timeZone, at))
    const guard = guardAt(guards, today, at)
    return guard ? `${guard.firstName} ${guard.lastName}` : nameOf(response?.answers ?? '')
  }
  const isOverlooked = ({ device }: PastAlarm, at: number) =>
    response?.overlooked.some((one) => one.device === device && at >= to - one.minutesBefore * minute) ?? false

  const acknowledge = (alarm: PastAlarm, at: number, random: Random) => {
    const { life } = alarm
    if (life.acknowledged || life.cleared || life.shelved) return
    const by = onDuty(at)
    const note = random.chance(0.3) ? wordsAbout(alarm, random) : null
    changed(alarm, afterAcknowledgement(life, { at: new Date(at), by, note }), { at, what: 'acknowledged', by, note })
    followUp(alarm, at, random)
  }

  const wordsAbout = ({ rule }: PastAlarm, random: Random): string | null => {
    const fitting = Object.entries(response?.comments ?? {}).find(
      ([key]) => rule.key === key || rule.key.startsWith(`${key}-`) || rule.key.endsWith(`-${key}`),
    )
    return fitting ? random.pick(fitting[1]) : null
  }

  const followUp = (alarm: PastAlarm, at: number, random: Random) => {
    const by = onDuty(at)
    const stillOpen = (then: number, what: (when: number) => void) =>
      agenda.add(then, () => {
        if (!alarm.life.cleared) what(then)
      })
    for (const [step, words] of alarm.rule.checklist.entries())
      if (random.chance(0.85))
        stillOpen(at + (step + random.between(0.5, 1)) * 2 * minute, (when) => {
          if (alarm.checks.has(step)) return
          alarm.checks.set(step, { at: when, by })
          changed(alarm, alarm.life, { at: when, what: 'checked', by, note: words })
        })
    if (random.chance(0.2))
      stillOpen(at + random.between(30, 240) * second, (when) => {
        const note = wordsAbout(alarm, random)
        if (note !== null) changed(alarm, alarm.life, { at: when, what: 'commented', by, note })
      })
    if (response && alarm.assignee === null && alarm.rule.key.endsWith('-offline') && random.chance(0.3))
      stillOpen(at + random.between(20, 90) * second, (when) => {
        alarm.assignee = response.repairs
        changed(alarm, alarm.life, { at: when, what: 'assigned', by, note: nameOf(response.repairs) })
      })
    if (alarm.rule.latches && !isOverlooked(alarm, at)) resolveLater(alarm, at, random)
  }

  const resolveLater = (alarm: PastAlarm, at: number, random: Random) => {
    const then = at + random.between(12, 30) * minute
    agenda.add(then, () => {
      if (alarm.life.cleared) return
      if (alarm.life.isActive) {
        resolveLater(alarm, then, random)
        return
      }
      const by = onDuty(then)
      const reason = response && response.reasons.resolved.length > 0 ? random.pick(response.reasons.resolved) : null
      changed(alarm, afterResolution(alarm.life, by, new Date(then), reason), {
        at: then,
        what: 'cleared',
        by,
        note: reason,
      })
    })
  }

  const shelve = (alarm: PastAlarm, at: number, random: Random) => {
    if (!response || response.reasons.shelved.length === 0 || alarm.life.cleared || alarm.life.shelved) return
    const reason = random.pick(response.reasons.shelved)
    const by = nameOf(response.manager)
    const until = at + random.whole(2, 4) * hour
    changed(alarm, afterShelving(alarm.life, { at: new Date(at), until: new Date(until), by, reason }), {
      at,
      what: 'shelved',
      by,
      note: reason,
    })
    agenda.add(until, () => {
      if (!alarm.life.shelved) return
      changed(alarm, afterTime(alarm.life, new Date(until)), { at: until, what: 'shelf-ended', by: null, note: null })
      answer(alarm, until, random)
    })
  }

  const answer = (alarm: PastAlarm, at: number, random: Random) => {
    const delay = delayOf(random)
    agenda.add(at + delay, () => acknowledge(alarm, at + delay, random))
  }

  const recent = new Map<string, number[]>()

  const isChattering = ({ rule, device }: PastAlarm, at: number): boolean => {
    const key = `${rule.id} ${device}`
    const times = [...(recent.get(key) ?? []), at].filter((one) => one > at - hour)
    recent.set(key, times)
    return times.length >= shelvedFrom
  }

  return {
    /** It asks for a response, for the first time or again. */
    asked(alarm: PastAlarm, at: number) {
      const { rule, device } = alarm
      const random = randomFor(seed, 'answer', rule.key, device, at)
      if (isChattering(alarm, at)) {
        const then = at + random.whole(2, 8) * second
        agenda.add(then, () => shelve(alarm, then, random))
      }
      if (rule.latches || !isOverlooked(alarm, at)) answer(alarm, at, random)
    },
  }
}

/** Half of them within 25 s, nineteen of twenty within a minute, the others when the guard is back from a round. */
const delayOf = (random: Random): number => {
  const seconds = random.chance(0.95) ? 9 + 46 * random.next() ** 1.6 : random.between(65, 260)
  return Math.round(seconds * second)
}
