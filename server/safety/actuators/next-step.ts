// How an actuator is brought to do what is wanted of it, and kept there: told at once when something else is wanted, and again
// with growing pauses where it has not done it. Pure.
import type { Why } from '@gatehouse/contract/safety/actuators'
import { isUnderWay, type Status } from '@gatehouse/contract/building/command-life'

export interface Wanted {
  readonly isOn: boolean
  readonly why: Why
  /** When it is off by itself, as its command says; null: when it is told. */
  readonly offAt: Date | null
}

export interface Standing {
  readonly isOutOfService: boolean
  /** As it last said; null: it never has. */
  readonly isOn: boolean | null
  /** When that came. */
  readonly receivedAt: Date | null
  /** What it was last told, and with which command; null: nothing yet. */
  readonly wantedOn: boolean
  readonly offAt: Date | null
  readonly attempts: number
  readonly command: {
    readonly status: Status
    readonly requestedAt: Date
    /** Of its newest step. */
    readonly stepAt: Date
  } | null
}

export interface NextStep {
  /** The number of the attempt that is due now; null: none is. */
  readonly attempt: number | null
  /** Whether it is known not to do what is wanted; null: as before. */
  readonly hasFailed: boolean | null
}

const firstPauseMs = 5000
const longestPauseMs = 60_000
/** A timer of its own and the clock of the server differ by as much. */
const timerMs = 3000

/** How long after the attempt of this number the next one comes, in ms. */
export const pauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, Math.min(attempts, 10) - 1))

/** `isBack`: it has come back on line, and need not be waited for. */
export const nextStep = (actuator: Standing, wanted: Pick<Wanted, 'isOn' | 'offAt'>, now: Date, isBack = false): NextStep => {
  const { command, attempts } = actuator
  // Somebody works at it: it does not move.
  if (actuator.isOutOfService) return { attempt: null, hasFailed: null }
  if (wanted.isOn !== actuator.wantedOn || wanted.offAt?.getTime() !== actuator.offAt?.getTime())
    return { attempt: 1, hasFailed: null }
  if (command === null || isUnderWay(command)) return { attempt: null, hasFailed: null }
  if (doesAsTold(actuator, command, now)) return { attempt: null, hasFailed: false }
  const since = Math.max(command.stepAt.getTime(), contradictedAt(actuator, command)?.getTime() ?? 0)
  const isDue = isBack || now.getTime() >= since + pauseAfter(attempts)
  return { attempt: isDue ? attempts + 1 : null, hasFailed: true }
}

type Told = NonNullable<Standing['command']>

const doesAsTold = (actuator: Standing, command: Told, now: Date): boolean => {
  if (actuator.offAt !== null && now.getTime() > actuator.offAt.getTime() - timerMs) return true
  const hasSaidSince = actuator.receivedAt !== null && actuator.receivedAt > command.requestedAt
  // Its feedback counts, whatever became of the answer.
  if (hasSaidSince && actuator.isOn === actuator.wantedOn) return true
  // What was switched off and is on again was switched on by somebody there.
  return command.status === 'confirmed' && contradictedAt(actuator, command) === null
}

// It was on, and says that it is off.
const contradictedAt = ({ isOn, wantedOn, receivedAt }: Standing, { stepAt }: Told): Date | null =>
  wantedOn && isOn === false && receivedAt !== null && receivedAt > stepAt ? receivedAt : null
