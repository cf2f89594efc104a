// What the schedules want of each door at a moment, against what was wanted of it so far. Pure.
import { isOpen, openedAt } from '@gatehouse/contract/access/schedule-time'
import type { Duty, Followed, Following, Wanted } from './duties.sql.ts'

export interface Judged {
  /** What is otherwise than before. */
  readonly wanted: Wanted[]
  /** Open since then, and waiting for the first person. */
  readonly waiting: { readonly deviceId: string; readonly because: string; readonly since: Date }[]
}

export const judge = (
  following: readonly Following[],
  schedules: ReadonlyMap<string, Followed>,
  duties: ReadonlyMap<string, Pick<Duty, 'wanted' | 'because' | 'since'>>,
  now: Date,
): Judged => {
  const open = rememberedIn<boolean>()
  const since = rememberedIn<Date | null>()
  const unlocked = new Map<string, string>()
  const waiting = new Map<string, Judged['waiting'][number]>()
  for (const { deviceId, scheduleId, timeZone, firstPersonIn } of following) {
    const schedule = schedules.get(scheduleId)
    const of = `${scheduleId} ${timeZone}`
    if (!schedule || !open(of, () => isOpen(schedule.rules, timeZone, now))) continue
    const opened = firstPersonIn ? since(of, () => openedAt(schedule.rules, timeZone, now)) : null
    const duty = duties.get(deviceId)
    const isBegun = duty?.wanted === 'unlocked' && opened !== null && duty.since >= opened
    if (!firstPersonIn || isBegun) unlocked.set(deviceId, schedule.name)
    else if (opened) waiting.set(deviceId, { deviceId, because: schedule.name, since: opened })
  }
  const wanted: Wanted[] = []
  for (const [deviceId, because] of unlocked)
    if (duties.get(deviceId)?.wanted !== 'unlocked') wanted.push({ deviceId, wanted: 'unlocked', because })
  for (const [deviceId, duty] of duties)
    if (duty.wanted === 'unlocked' && !unlocked.has(deviceId))
      wanted.push({ deviceId, wanted: 'locked', because: duty.because })
  return { wanted, waiting: [...waiting.values()].filter(({ deviceId }) => !unlocked.has(deviceId)) }
}

// A thousand doors follow a handful of schedules: each is read once.
const rememberedIn = <T>() => {
  const known = new Map<string, T>()
  return (key: string, make: () => T): T => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make()
    known.set(key, made)
    return made
  }
}
