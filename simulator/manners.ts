// Controllers that do not behave: how a door takes commands while it is staged to be difficult.

export const manners = {
  silent: 'hears commands and neither obeys nor answers',
  slow: 'obeys, and answers after some seconds',
  duplicate: 'obeys, and answers three times: twice with the same id, once with another',
  refusing: 'refuses every command',
  late: 'obeys at once, and answers when nobody waits any more',
} as const

export type Manner = keyof typeof manners

export interface Answer {
  readonly result: 'done' | 'refused'
  readonly reason?: string
}

export interface Behaviour {
  /** Whether the door does what it is told. */
  readonly obeys: boolean
  /** What it says instead of what came of it. */
  readonly reply?: Answer
  /** Milliseconds from now after which it answers; none: it does not. Two at the same time are the same answer. */
  readonly answers: readonly number[]
}

const afterExpiry = 1500

export const behaviourOf = (manner: Manner | undefined, expiresAt: number, slowSeconds: number): Behaviour => {
  switch (manner) {
    case 'silent':
      return { obeys: false, answers: [] }
    case 'slow':
      return { obeys: true, answers: [slowSeconds * 1000] }
    case 'duplicate':
      return { obeys: true, answers: [0, 0, 300] }
    case 'refusing':
      return { obeys: false, reply: { result: 'refused', reason: 'out of order' }, answers: [0] }
    case 'late':
      return { obeys: true, answers: [Math.max(0, expiresAt - Date.now()) + afterExpiry] }
    default:
      return { obeys: true, answers: [0] }
  }
}
