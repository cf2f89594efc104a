// Events reach those who subscribed to them, and nobody who fails keeps them from others.
import { event } from '@gatehouse/contract/operation'
import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createBus } from './bus.ts'

const opened = event('door.opened', z.object({ door: z.string() }), { permission: 'read_doors', scope: 'company' })
const counted = event('people.counted', z.object({ inside: z.int() }), { permission: 'read_doors', scope: 'company' })
const aBus = () => createBus(pino({ level: 'silent' }))

test('a handler gets the event that it asked for, with its payload and company, and no other', () => {
  const bus = aBus()
  const handled: [string, string][] = []
  bus.on(opened, ({ door }, companyId) => handled.push([door, companyId]))
  bus.publish(counted, 'Northgate', { inside: 7 })
  bus.publish(opened, 'Northgate', { door: 'Archive' })
  expect(handled).toEqual([['Archive', 'Northgate']])
})

test('a handler that fails keeps the event from nobody', () => {
  const bus = aBus()
  const handled: string[] = []
  bus.on(opened, () => {
    throw new Error('no')
  })
  bus.on(opened, ({ door }) => handled.push(door))
  bus.onAny(({ event: { name } }) => handled.push(name))
  bus.publish(opened, 'Northgate', { door: 'Archive' })
  expect(handled).toEqual(['Archive', 'door.opened'])
})
