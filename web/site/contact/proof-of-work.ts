// The work that the browser does for a message while somebody types: begun when the form is first touched, kept until
// it is used, done anew when it has grown too old.
import * as contact from '@gatehouse/contract/site/contact'
import { call, isApiError } from '../../kit/data/api.ts'

/** The browser may not compute here: only pages that come by https, or from this machine, may. */
export class NotSecure extends Error {}

interface Proof {
  readonly challenge: contact.Challenge
  readonly solution: contact.Solution
}

interface Held {
  readonly proof: Promise<Proof>
  readonly askedAt: number
}

export interface Proofs {
  /** Begins, unless it has. */
  readonly prepare: () => void
  /** One that the server takes now: waits for the work, and until it is old enough. */
  readonly take: () => Promise<Proof>
  /** What was wrong with the last one decides whether it is good for another try. */
  readonly settle: (error: unknown) => void
}

// A while before the server finds it too old.
const longestMs = (contact.latestSeconds - 300) * 1000
// A little more, for clocks that are not the same.
const soonestMs = contact.soonestSeconds * 1000 + 250

export const createProofs = (
  work: () => Promise<Proof> = solve,
  now: () => number = () => performance.now(),
): Proofs => {
  let held: Held | null = null
  const current = (): Held => {
    if (held && now() - held.askedAt < longestMs) return held
    const begun: Held = { proof: work(), askedAt: now() }
    // What fails is tried again when it is needed, and says so then.
    begun.proof.catch(() => {
      if (held === begun) held = null
    })
    held = begun
    return begun
  }
  return {
    prepare: () => void current(),
    async take() {
      const { proof, askedAt } = current()
      const done = await proof
      const left = askedAt + soonestMs - now()
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
      return done
    },
    settle(error) {
      // With no answer it may have been taken: said again under the same proof it is the same message.
      const refused = isApiError(error) && (error.code === 'UNPROVEN' || error.code === 'USED')
      if (refused) held = null
    },
  }
}

const solve = async (): Promise<Proof> => {
  if (!globalThis.isSecureContext) throw new NotSecure()
  const [{ challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    call(contact.ask, {}),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The work was not done in time')
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } }
}
