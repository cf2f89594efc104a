import * as devices from '@gatehouse/contract/building/devices'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Counter } from '@gatehouse/contract/safety/people-count'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  applyEvents,
  corrects,
  keyOf,
  refetches,
  refetchesWhen,
  registerCorrections,
  whileFetching,
} from './live-cache.ts'

const aCounter = (inToday: number): Counter => ({
  deviceId: 'a',
  key: 'counter-a',
  inToday,
  outToday: 0,
  at: '2026-11-21T12:00:00Z',
  receivedAt: '2026-11-21T12:00:00Z',
})
const counted = (inToday: number) => new Map([[peopleCount.counted.name, [aCounter(inToday)]]])
const key = keyOf(peopleCount.now, {})

registerCorrections([
  corrects(peopleCount.now, peopleCount.counted, (_, counters) => ({ counters: [...counters] })),
  refetches(entryExit.inside, entryExit.insideChanged),
  refetchesWhen(devices.list, devices.statusChanged, (answer, { id }) => answer.devices.every((d) => d.id !== id)),
])

let cache: QueryClient

beforeEach(() => {
  cache = new QueryClient()
})

describe('live events', () => {
  test('correct what was fetched', () => {
    cache.setQueryData(key, { counters: [aCounter(1)] })
    applyEvents(cache, counted(2))
    expect(cache.getQueryData(key)).toEqual({ counters: [aCounter(2)] })
  })

  test('do not make up what was never fetched', () => {
    applyEvents(cache, counted(2))
    expect(cache.getQueryData(key)).toBeUndefined()
  })

  test('that arrive while an answer is on its way are not lost under it', async () => {
    await cache.fetchQuery({
      queryKey: key,
      queryFn: () =>
        whileFetching(cache, async () => {
          applyEvents(cache, counted(7))
          return { counters: [aCounter(1)] }
        }),
    })
    await vi.waitFor(() => expect(cache.getQueryData(key)).toEqual({ counters: [aCounter(7)] }))
  })

  test('that only tell of a change make the answer asked for again, once a second at most', () => {
    vi.useFakeTimers()
    const invalidate = vi.spyOn(cache, 'invalidateQueries')
    for (let i = 0; i < 20; i += 1) applyEvents(cache, new Map([[entryExit.insideChanged.name, [{}]]]))
    expect(invalidate).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    expect(invalidate).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(10_000)
    expect(invalidate).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  test('about something unknown make the list asked for again', () => {
    const list = keyOf(devices.list, {})
    cache.setQueryData(list, { devices: [] })
    applyEvents(cache, new Map([[devices.statusChanged.name, [{ id: 'new' }]]]))
    expect(cache.getQueryState(list)?.isInvalidated).toBe(true)
  })
})
