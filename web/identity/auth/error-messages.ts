// What is said when a call of the public pages fails.
import { messages } from '@gatehouse/contract/identity/auth'
import { isApiError } from '../../kit/data/api.ts'

/** The specification's words for every way signing in can fail. */
export const signInMessage = (error: unknown): string => {
  if (!isApiError(error)) return messages.server
  if (isAboutTokens(error.code)) return error.message
  if (error.status === 401) return messages.invalidCredentials
  // The one refusal of a right password that a new password does not help.
  if (error.code === 'PASSKEY_NEEDED') return error.message
  if (error.status === 403) return messages.locked
  return error.status === 429 ? messages.tooMany : anyMessage(error)
}

/** Of the second step. */
export const codeMessage = (error: unknown): string => {
  if (!isApiError(error)) return messages.codeFailed
  if (isAboutTokens(error.code)) return error.message
  if (error.status === 403) return messages.locked
  return error.status === 429 ? messages.tooMany : anyMessage(error, messages.codeFailed)
}

/** What the server says, else what is always true. */
export const anyMessage = (error: unknown, otherwise: string = messages.server): string => {
  if (!isApiError(error)) return otherwise
  if (error.status === 0 && !isAboutTokens(error.code)) return messages.network
  return error.message === '' ? otherwise : error.message
}

const isAboutTokens = (code: string) => code === 'EBADCSRFTOKEN' || code === 'CSRF_REFRESH'
