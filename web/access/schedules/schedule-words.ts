// How schedules are put into words.
import type { Day } from '@gatehouse/contract/access/schedule-time'
import type { DoorSchedule, Schedule } from '@gatehouse/contract/access/schedules'
import { counted } from '../../kit/counted.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

/** What makes a day otherwise than its weekday. */
export const becauseText = ({ because, name }: Day): string | null => {
  if (because === 'week') return null
  return name || (because === 'holiday' ? 'Holiday' : 'Exception')
}

/** `Clocks go forward 60 min`; null on most days. */
export const clockChangeText = (minutes: number): string | null =>
  minutes === 0 ? null : `Clocks go ${minutes > 0 ? 'forward' : 'back'} ${Math.abs(minutes)} min`

/** `Mon 23 Nov`, with the year where that is asked for. */
export const dateText = (date: string, withYear = false): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(withYear ? { year: 'numeric' } : {}),
  }).format(new Date(`${date}T12:00:00Z`))

/** `25 Dec`: of a day that is the same every year, and another weekday each. */
export const yearlyText = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
    new Date(`${date}T12:00:00Z`),
  )

/** `Mon 23 Nov, 07:00`, by the clocks of a site: what is yet to come. */
export const momentText = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

export const nowOf: Record<DoorSchedule['doors'][number]['now'], StateWord> = {
  unlocked: { state: 'information', word: 'Unlocked by schedule', icon: 'unlocked' },
  locked: { state: 'normal', word: 'Locked', icon: 'locked' },
  waiting: { state: 'information', word: 'Waits for the first person', icon: 'stale' },
  held: { state: 'warning', word: 'Kept unlocked by hand', icon: 'open' },
  lockdown: { state: 'critical', word: 'Locked down', icon: 'locked' },
}

/** `2 doors, 1 access level` */
export const usesText = ({ doors, accessLevels }: Schedule['uses']): string =>
  [doors > 0 && counted(doors, 'door'), accessLevels > 0 && counted(accessLevels, 'access level')]
    .filter(Boolean)
    .join(', ') || 'Nothing follows it'
