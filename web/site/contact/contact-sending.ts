// How a message leaves: fetched when the form is first touched, for whoever only reads needs none of it.
import { messages as common } from '@gatehouse/contract/identity/auth'
import * as contact from '@gatehouse/contract/site/contact'
import { call, isApiError } from '../../kit/data/api.ts'
import type { Faults, Typed } from './contact-rules.ts'
import { createProofs, NotSecure } from './proof-of-work.ts'

export interface Sending {
  /** Begins with the work for a message. */
  readonly prepare: () => void
  readonly send: (typed: Typed) => Promise<Answer>
}

export type Answer = { readonly sent: string } | { readonly faults: Faults; readonly failure: string | null }

export const createSending = (proofs = createProofs()): Sending => ({
  prepare: proofs.prepare,
  async send(typed) {
    try {
      const { message } = await call(contact.send, { ...typed, proof: await proofs.take() })
      return { sent: message }
    } catch (error) {
      proofs.settle(error)
      return { faults: faultsIn(error), failure: messageOf(error) }
    }
  },
})

const fields = new Set(['name', 'email', 'company', 'topic', 'message'])

export const faultsIn = (error: unknown): Faults =>
  isApiError(error)
    ? Object.fromEntries(
        error.details.filter(({ field }) => fields.has(field)).map(({ field, message }) => [field, message]),
      )
    : {}

/** What is to be said of the whole form; null where the fields say it. */
export const messageOf = (error: unknown): string | null => {
  if (error instanceof NotSecure)
    return 'This page came without encryption (http), and browsers compute nothing there. Open it by https to write to us.'
  if (!isApiError(error)) return common.server
  if (error.details.some(({ field }) => fields.has(field))) return null
  if (error.status === 0) return common.network
  return error.message === '' ? common.server : error.message
}
