// How live events correct the newest entries and exits, and who is inside.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { corrects, newestFirst, refetches } from '../../kit/live/live-cache.ts'

/** How many of the newest the feed holds. */
export const feedLength = 30

export const entryExitLive = [
  corrects(entryExit.logs, entryExit.logged, (answer, logged) => ({
    ...answer,
    // A log can come again: whether a person went through may be learnt later.
    logs: newestFirst(answer.logs, logged).slice(0, feedLength),
  })),
  refetches(entryExit.inside, entryExit.insideChanged),
]
