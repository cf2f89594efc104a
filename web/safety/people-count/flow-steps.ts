// The steps of a flow as a chart has them: those without anybody too, and how far back each length of step reaches.
import type * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Output } from '@gatehouse/contract/operation'
import { formatOf } from '../../kit/time.ts'
import type { Bounds } from '../../ui/time/time-range.ts'
import { daysFrom, startOfDay } from '../../ui/time/wall-time.ts'

export type FlowStep = Output<typeof peopleCount.flow>['steps'][number]

const dayMs = 86_400_000

/** How long a step is, and how many days of them are answered at most. */
export const steps = {
  quarter: { words: '15 minutes', ms: 900_000, mostDays: 8 },
  hour: { words: 'Hour', ms: 3_600_000, mostDays: 62 },
  day: { words: 'Day', ms: dayMs, mostDays: 400 },
} as const
export type Step = keyof typeof steps

const isStep = (text: string): text is Step => Object.hasOwn(steps, text)
export const stepNames: readonly Step[] = Object.keys(steps).filter(isStep)

/** As the address asks for it; longer where the range is too long for that. */
export const stepFor = (asked: string, bounds: Bounds): Step => {
  const wanted = isStep(asked) ? asked : 'hour'
  const reaching = stepNames.slice(stepNames.indexOf(wanted)).find((step) => reaches(step, bounds))
  return reaching ?? 'day'
}

export const reaches = (step: Step, bounds: Bounds): boolean => {
  const { from, to } = alignedTo(step, bounds, 'UTC')
  return to - from <= steps[step].mostDays * dayMs
}

/** From the beginning of the step that a range begins in: the first one is whole. */
export const alignedTo = (step: Step, { from, to }: Bounds, timeZone: string): Bounds => {
  if (step === 'day') return { from: startOfDay(from, timeZone), to }
  return { from: Math.floor(from / steps[step].ms) * steps[step].ms, to }
}

/** Every step of a range, those without anybody among them, the oldest first. */
export const filled = (
  known: readonly FlowStep[],
  step: Step,
  { from, to }: Bounds,
  timeZone: string,
): readonly FlowStep[] => {
  const { ms } = steps[step]
  // Hours of a site with an odd offset do not begin with those of UTC: where any is known, the others stand in line with it.
  const first = known[0] === undefined ? from : Date.parse(known[0].at)
  const nth = (at: number) => Math.round((at - first) / ms)
  const byPlace = new Map(known.map((one) => [nth(Date.parse(one.at)), one]))
  const at = (n: number) => (step === 'day' ? daysFrom(first, n, timeZone) : first + n * ms)
  const all: FlowStep[] = []
  for (let n = -Math.floor((first - from) / ms); at(n) < to; n += 1)
    all.push(byPlace.get(n) ?? { at: new Date(at(n)).toISOString(), in: 0, out: 0 })
  return all
}

/** `Mon 23 Nov, 10:00`, or the day alone. */
export const stepText = (at: string, step: Step, timeZone: string): string =>
  formatOf(timeZone, `step ${step}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(step === 'day' ? {} : { hour: '2-digit', minute: '2-digit' }),
  }).format(new Date(at))

/** Below the axis: the hour within two days, else the day. */
export const axisText = (at: string, step: Step, { from, to }: Bounds, timeZone: string): string => {
  const isShort = step !== 'day' && to - from <= 2 * dayMs
  return isShort
    ? formatOf(timeZone, 'axis hour', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))
    : formatOf(timeZone, 'axis day', { day: 'numeric', month: 'short' }).format(new Date(at))
}
