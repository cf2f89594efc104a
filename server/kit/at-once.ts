// How much of what is heavy is under way at a time, of one and of all: more is refused at once, and may be asked again.
import { Refusal } from './errors.ts'

export interface Turns {
  /** Throws 429 where it is nobody's turn. What is answered ends the turn; again, it does nothing. */
  take(who: string): () => void
}

/** `says`: to whom it is refused. */
export const createTurns = (most: { readonly ofOne: number; readonly ofAll: number }, says: string): Turns => {
  const under = new Map<string, number>()
  let all = 0
  return {
    take(who) {
      const own = under.get(who) ?? 0
      if (own >= most.ofOne || all >= most.ofAll) throw new Refusal(429, 'TOO_MANY', says)
      under.set(who, own + 1)
      all++
      let over = false
      return () => {
        if (over) return
        over = true
        all--
        const left = (under.get(who) ?? 1) - 1
        if (left === 0) under.delete(who)
        else under.set(who, left)
      }
    },
  }
}
