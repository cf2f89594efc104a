// The gallery's own sample values: nothing of it is ever shown in the product.
import { csrfToken } from '@gatehouse/contract/identity/auth'
import type { Operation } from '@gatehouse/contract/operation'
import { list as staffOp } from '@gatehouse/contract/identity/staff'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ApiError } from '../kit/data/api.ts'
import { serverNow } from '../kit/clock.ts'

/** One that everybody may do, and one that nobody here may. */
export const allowed: Operation = csrfToken
export const forbidden: Operation = staffOp

export type Answer<T> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed' }
  | { readonly is: 'there'; readonly data: T }

export const loading = { is: 'loading' } as const
export const failed = { is: 'failed' } as const

/** What a query would be, without a server. */
export const useAnswer = <T>(name: string, answer: Answer<T>): UseQueryResult<T> =>
  useQuery<T>({
    queryKey: ['gallery', name, answer.is],
    queryFn: () => answered(answer),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const answered = async <T>(answer: Answer<T>): Promise<T> => {
  if (answer.is === 'there') return answer.data
  if (answer.is === 'loading') return new Promise(() => {})
  throw new ApiError(503, { code: 'UNAVAILABLE', message: 'The server is starting. Please try again in a minute.' })
}

/** So long ago, as the server writes it. */
export const ago = (seconds: number): string => new Date(serverNow() - seconds * 1_000).toISOString()

const minuteMs = 60_000

/** A day like any other: a slow swell with a quicker one on it, the same at every look. */
export const swell = ({ base, high, from, to, everyMs = 2 * minuteMs, later = 0 }: Swell) => {
  const first = Math.ceil(from / everyMs) * everyMs
  return Array.from({ length: Math.max(0, Math.floor((to - first) / everyMs) + 1) }, (_, i) => {
    const at = first + i * everyMs
    const hours = at / 3_600_000 + later
    const wave = (Math.sin(hours * 1.1) + 1) * 0.35 + Math.sin(hours * 7.3) * 0.07 + Math.sin(hours * 41) * 0.03 + 0.12
    return { at, value: base + wave * (high - base) }
  })
}

interface Swell {
  readonly base: number
  readonly high: number
  readonly from: number
  readonly to: number
  readonly everyMs?: number
  /** In hours: another day of the same kind. */
  readonly later?: number
}
