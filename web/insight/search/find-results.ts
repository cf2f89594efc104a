// Finds on the main connection where it is open and answers in time, and by HTTP else.
import { find } from '@gatehouse/contract/insight/search'
import type { Output } from '@gatehouse/contract/operation'
import { searchQuery } from '@gatehouse/contract/realtime'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { mainConnection } from '../../kit/live/main-connection.ts'
import { currentSession } from '../../kit/session/session-state.ts'

type Found = Output<typeof find>

const answersInMs = 2_000

export const findResults = async (q: string, signal: AbortSignal): Promise<Found> =>
  (await findNow(q)) ?? call(find, { q }, { signal })

const findNow = async (query: string): Promise<Found | null> => {
  const userId = currentSession().user?.id ?? ''
  const timestamp = new Date(serverNow()).toISOString()
  try {
    const answer = await mainConnection().ask(searchQuery, { query, userId, timestamp }, answersInMs)
    return isFound(answer) ? answer : null
  } catch {
    return null
  }
}

// Else the server says why not: by HTTP it says so in its own way.
const isFound = (answer: unknown): answer is Found =>
  typeof answer === 'object' &&
  answer !== null &&
  'results' in answer &&
  Array.isArray(answer.results) &&
  'total' in answer
