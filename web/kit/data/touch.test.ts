import * as activity from '@gatehouse/contract/record/activity'
import * as doors from '@gatehouse/contract/access/doors'
import * as labels from '@gatehouse/contract/identity/labels'
import * as schedules from '@gatehouse/contract/access/schedules'
import * as users from '@gatehouse/contract/identity/users'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applyEvents, keyOf } from '../live/live-cache.ts'
import { readAgain } from './touch.ts'

const id = '00000000-0000-4000-8000-000000000001'
const other = '00000000-0000-4000-8000-000000000002'

let cache: QueryClient

/** Has an answer under each key; says which of them are to be read again. */
const among = (...keys: (readonly unknown[])[]) => {
  for (const key of keys) cache.setQueryData(key, {})
  return () => keys.filter((key) => cache.getQueryState(key)?.isInvalidated)
}

beforeEach(() => {
  cache = new QueryClient()
})

describe('once a command was done', () => {
  const label = keyOf(labels.list, {})
  const account = keyOf(users.list, {})
  const record = keyOf(activity.list, {})

  test('all that shows its domain is read again, and nothing else', () => {
    const again = among(label, account, record)
    readAgain(cache, labels.create, { name: 'Laboratory' })
    expect(again()).toEqual([label, account])
  })

  test('what it has removed is not asked for again', () => {
    const removed = keyOf(labels.marks, { id })
    const stays = keyOf(labels.marks, { id: other })
    const again = among(label, removed, stays)
    readAgain(cache, labels.remove, { id })
    expect(again()).toEqual([label, stays])
  })

  test('a door that was retired is not asked for again either', () => {
    const door = keyOf(doors.byId, { doorId: id })
    const again = among(door, keyOf(doors.byId, { doorId: other }))
    readAgain(cache, doors.retire, { doorId: id, reason: 'Walled up' })
    expect(again()).not.toContainEqual(door)
    expect(again()).toHaveLength(1)
  })
})

test('an event that touches its domain has it read again once a second at most, whatever of it is shown', () => {
  vi.useFakeTimers()
  const list = keyOf(schedules.list, {})
  const again = among(list, keyOf(activity.list, {}))
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  for (let i = 0; i < 20; i += 1) applyEvents(cache, new Map([[schedules.altered.name, [{}]]]))
  expect(again()).toEqual([list])
  expect(invalidate).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(5_000)
  expect(invalidate).toHaveBeenCalledTimes(2)
})

test('what a door reports has nothing read again: its events correct the list', () => {
  const again = among(keyOf(doors.byId, { doorId: id }))
  applyEvents(cache, new Map([[doors.changed.name, [{}]]]))
  expect(again()).toEqual([])
  expect(doors.unlock.touches).toBe(false)
})

afterEach(() => vi.useRealTimers())
