// What is said when signing in fails.
import { messages } from '@gatehouse/contract/auth'
import { isApiError } from '../kit/api.ts'

/** The specification's words for every way signing in can fail. */
export const signInMessage = (error: unknown): string => {
  if (!isApiError(error)) return messages.server
  if (error.code === 'EBADCSRFTOKEN' || error.code === 'CSRF_REFRESH') return error.message
  if (error.status === 401) return messages.invalidCredentials
  if (error.status === 403) return messages.locked
  if (error.status === 429) return messages.tooMany
  if (error.status === 0) return messages.network
  return error.message === '' ? messages.server : error.message
}
