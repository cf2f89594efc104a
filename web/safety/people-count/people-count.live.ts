// How live events correct today's counts.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Counter } from '@gatehouse/contract/safety/people-count'
import { corrects } from '../../kit/live/live-cache.ts'

export const peopleCountLive = [
  corrects(peopleCount.now, peopleCount.counted, (answer, counters) => ({
    counters: applyCounts(answer.counters, counters),
  })),
]

/** The counters with their newest sums; an event that was overtaken by a later one changes nothing. */
export const applyCounts = (list: readonly Counter[], counted: readonly Counter[]): Counter[] => {
  const byId = new Map(list.map((counter) => [counter.deviceId, counter]))
  for (const next of counted) {
    const known = byId.get(next.deviceId)
    if (!known || moment(known) <= moment(next)) byId.set(next.deviceId, next)
  }
  return [...byId.values()]
}

const moment = ({ receivedAt }: Counter) => (receivedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(receivedAt))
