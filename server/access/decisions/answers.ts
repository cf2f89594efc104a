// The answers of the last seconds: who asks the same again gets the same.
import type { DecisionMessage } from '@gatehouse/contract/building/wire'
import { clock } from '../../kit/clock.ts'

export interface Answers {
  keep(deviceId: string, message: DecisionMessage): void
  /** As long as it is good. */
  of(deviceId: string, askId: string): DecisionMessage | undefined
}

export const createAnswers = (): Answers => {
  // In the order in which they run out.
  const known = new Map<string, DecisionMessage>()
  const isOver = ({ expiresAt }: DecisionMessage) => Date.parse(expiresAt) <= clock.ms()
  return {
    keep(deviceId, message) {
      for (const [name, old] of known) {
        if (!isOver(old)) break
        known.delete(name)
      }
      known.set(`${deviceId} ${message.askId}`, message)
    },
    of(deviceId, askId) {
      const message = known.get(`${deviceId} ${askId}`)
      return message && !isOver(message) ? message : undefined
    },
  }
}
