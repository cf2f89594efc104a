import type { Standing } from '@gatehouse/contract/access/commands'
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import type { DoorState } from '@gatehouse/contract/access/doors'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { applyEvents, keyOf } from '../../kit/live/live-cache.ts'
import { aCommand, aDoor, aDoorState } from './a-door.testing.ts'
import { listKey, type Pages } from './door-lists.live.ts'

const aState = (id: string, mode: DoorState['mode'], at: string) =>
  aDoorState({ deviceId: id, key: `door-${id}`, mode, at, receivedAt: at })

const commanded = (command: Standing) => ({
  command,
  step: { status: command.status, at: '2026-11-21T12:00:01Z', detail: null, late: false },
})

const status = (id: string, more = {}) => ({
  id,
  key: `door-${id}`,
  kind: 'door',
  online: true,
  lastSeenAt: '2026-11-21T12:00:20Z',
  battery: 80,
  signal: null,
  firmware: null,
  ...more,
})

let cache: QueryClient
let drawn: number
const key = [listKey, {}]
const list = () => cache.getQueryData<Pages>(key)?.pages.flatMap((page) => page.doors) ?? []
const happens = (event: { readonly name: string }, ...payloads: readonly object[]) =>
  applyEvents(cache, new Map([[event.name, payloads]]))

beforeEach(() => {
  cache = new QueryClient()
  const page = { doors: ['a', 'b'].map((id) => aDoor(id)), next: null, total: 2, needAttention: 0 }
  cache.setQueryData<Pages>(key, { pages: [page], pageParams: [undefined] })
  drawn = 0
  return cache.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === listKey) drawn++
  })
})

test('a door that only says that it lives draws no list again; its sheet knows when it was heard', () => {
  const sheet = keyOf(doors.byId, { doorId: 'a' })
  cache.setQueryData(sheet, { door: aDoor('a') })
  happens(devices.statusChanged, status('a'), status('b'))
  expect(drawn).toBe(0)
  expect(cache.getQueryData(sheet)).toMatchObject({ door: { lastSeenAt: '2026-11-21T12:00:20Z' } })
})

test('a door that goes, or whose battery does, changes its own row and no other', () => {
  const [, before] = list()
  happens(devices.statusChanged, status('a'), status('a', { online: false, battery: 12 }))
  expect(list()[0]).toMatchObject({ online: false, battery: 12, lastSeenAt: '2026-11-21T12:00:20Z' })
  expect(list()[1]).toBe(before)
  happens(devices.statusChanged, status('a', { battery: 12 }))
  expect(list()[0]).toMatchObject({ online: true })
  expect(drawn).toBe(2)
})

test('of what a door reports the newest stands, however it comes', () => {
  happens(
    doors.changed,
    aState('a', 'Unlocked', '2026-11-21T12:00:02Z'),
    aState('a', 'Locked', '2026-11-21T12:00:01Z'),
    aState('elsewhere', 'Unlocked', '2026-11-21T12:00:03Z'),
  )
  expect(list()[0]?.state).toMatchObject({ mode: 'Unlocked' })
  happens(doors.changed, aState('a', 'Locked', '2026-11-21T12:00:01Z'))
  expect(list()[0]?.state).toMatchObject({ mode: 'Unlocked' })
  expect(drawn).toBe(1)
})

test('a command that the door has confirmed stays confirmed, although its earlier steps arrive later', () => {
  happens(doors.commanded, commanded(aCommand({ status: 'confirmed' })))
  happens(doors.commanded, commanded(aCommand({ status: 'sent' })), commanded(aCommand()))
  expect(list()[0]?.command).toMatchObject({ id: 'c1', status: 'confirmed' })
})

test('an older command never hides the newest, and a newer one takes its place', () => {
  happens(doors.commanded, commanded(aCommand({ id: 'c2', requestedAt: '2026-11-21T12:00:05Z' })))
  happens(doors.commanded, commanded(aCommand({ id: 'c1', status: 'confirmed' })))
  expect(list()[0]?.command).toMatchObject({ id: 'c2', status: 'requested' })
  happens(doors.commanded, commanded(aCommand({ id: 'c3', requestedAt: '2026-11-21T12:00:09Z' })))
  expect(list()[0]?.command).toMatchObject({ id: 'c3' })
})
