// What keeps programs out of the form: a piece of work for each message, done in the background by the browser. Signed,
// so that nothing of it is kept; see docs/decisions/0016-a-proof-of-work-for-the-form.md.
import { createHash, createHmac } from 'node:crypto'
import * as contact from '@gatehouse/contract/site/contact'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/errors.ts'

/** What a counter costs: 1 ms of a desk, 5 ms of an old phone. */
const cost = 5000
// Between these the browser has to count: so many derivations, never more, and the server does one or none.
const usual = { fewest: 50, most: 150 }

export interface Challenges {
  make(now?: Date): Promise<contact.Challenge>
  /** Its mark, by which it is known again; throws for what proves nothing. */
  proven(proof: { challenge: contact.Challenge; solution: contact.Solution }, now?: Date): Promise<Buffer>
}

export const createChallenges = (key: Uint8Array, { fewest, most } = usual): Challenges => {
  const secretFor = (use: string) => createHmac('sha256', key).update(use).digest('hex')
  const hmacSignatureSecret = secretFor('contact challenge')
  const hmacKeySignatureSecret = secretFor('contact solution')
  return {
    async make(now = clock.now()) {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(most, fewest),
        deriveKey,
        data: { at: now.getTime() },
        expiresAt: new Date(now.getTime() + contact.latestSeconds * 1000),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      })
      return contact.challenge.parse(made)
    },
    async proven({ challenge, solution }, now = clock.now()) {
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }).catch(() => ({ verified: false }))
      const { at } = challenge.parameters.data
      if (!verified || now.getTime() < at + contact.soonestSeconds * 1000) throw unproven()
      return createHash('sha256').update(challenge.signature).digest()
    },
  }
}

export const unproven = () => new Refusal(400, 'UNPROVEN', contact.messages.unproven)
