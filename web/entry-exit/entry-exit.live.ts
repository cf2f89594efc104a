// How live events correct the newest entries and exits, and who is inside.
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import { corrects, refetches } from '../kit/live-cache.ts'

/** How many of the newest the feed holds. */
export const feedLength = 30

export const entryExitLive = [
  corrects(entryExit.logs, entryExit.logged, (answer, logged) => ({
    ...answer,
    logs: addLogs(answer.logs, logged).slice(0, feedLength),
  })),
  refetches(entryExit.inside, entryExit.insideChanged),
]

/** Newest first; a log that is there already is replaced (whether a person went through may be learnt later). */
export const addLogs = (list: readonly Log[], logged: readonly Log[]): Log[] => {
  const byId = new Map([...list, ...logged].map((log) => [log.id, log]))
  return [...byId.values()].sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? 1 : -1))
}
