// A door's reader and its manners, without a wire: what it asks, what it decides by its list, how it takes commands.
import type { AccessListMessage } from '@gatehouse/contract/building/wire'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccessList } from './access-list.ts'
import { commandTaker } from './commands.ts'
import type { Device, SentMessage } from './device.ts'
import { createDoor } from './door.ts'
import type { Manner } from './manners.ts'

const now = new Date('2026-11-23T09:00:00.000Z')
beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

const hour = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
const bytes = (message: unknown) => Buffer.from(JSON.stringify(message))

const aDevice = () => {
  const payload: [kind: string, message: SentMessage][] = []
  const device: Device = {
    key: 'door-1',
    kind: 'door',
    name: 'Door',
    zone: 'lobby',
    floor: 'ground',
    batteryPerDay: null,
    send: (kind, message) => payload.push([kind, message]),
    report: (kind, body) => payload.push([kind, { ...body, id: `t${payload.length}`, at: new Date().toISOString() }]),
    connected: () => true,
    pending: () => 0,
    mute: () => undefined,
    cut: () => undefined,
    restore: () => undefined,
  }
  const received = (kind: string) => payload.filter(([one]) => one === kind).map(([, message]) => message)
  return { device, received }
}

const aList = (more: Partial<AccessListMessage> = {}): AccessListMessage => ({
  version: '7',
  at: at(0),
  part: 1,
  parts: 1,
  decides: 'controller',
  pinKey: Buffer.from('a key of thirty-two bytes, or so').toString('base64'),
  until: at(14 * 24),
  schedules: { 'Working hours': [[at(-1), at(8)]], Nights: [[at(10), at(18)]] },
  entries: [
    { credential: 'card:1', schedules: ['Working hours'] },
    { credential: 'card:2', schedules: ['Nights'] },
    { credential: 'card:3', to: at(-1) },
    { credential: 'card:4', from: at(1) },
    { credential: 'card:5', extended: true },
  ],
  ...more,
})

const aDoor = (list?: AccessListMessage, asks = false) => {
  const { device, received } = aDevice()
  const held = createAccessList()
  if (list) held.take(bytes(list))
  const door = createDoor(device, held, asks, () => undefined)
  const present = (credential: string, direction: 'entry' | 'exit' = 'entry', id = `p-${credential}`) =>
    door.present({ id, at: at(0), credential, direction })
  return { door, received, present, held }
}

const decision = (askId: string, result: 'granted' | 'denied', more: object = {}) =>
  bytes({ askId, at: at(0), result, seconds: result === 'granted' ? 5 : 0, expiresAt: at(1), ...more })

describe('a door that asks', () => {
  test('opens for as long as it is answered, and for nobody before', () => {
    const { door, received, present } = aDoor(aList({ decides: 'server' }))
    present('card:1')
    expect(received('ask')).toMatchObject([{ id: 'p-card:1', credential: 'card:1', direction: 'entry' }])
    door.play({ id: 'o', at: at(0), type: 'opened' })
    expect(received('event')).toEqual([])
    door.receive(decision('p-card:1', 'granted', { seconds: 15 }))
    expect(received('state').at(-1)).toMatchObject({ mode: 'Accessed', lock: 'Unlocked' })
    vi.advanceTimersByTime(15_000)
    expect(received('state').at(-1)).toMatchObject({ mode: 'Locked', lock: 'Locked' })
  })

  test('stays shut when it is refused, answered too late, or answered for somebody else', () => {
    for (const answer of [
      decision('p-card:1', 'denied', { reason: 'outside schedule' }),
      decision('p-card:1', 'granted', { expiresAt: at(-1) }),
      decision('p-another', 'granted'),
      Buffer.from('{'),
    ]) {
      const { door, received, present } = aDoor(aList({ decides: 'server' }))
      present('card:1')
      door.receive(answer)
      door.play({ id: 'o', at: at(0), type: 'opened' })
      expect([received('state'), received('event')]).toEqual([[], []])
    }
  })

  test('decides alone where nobody answers', () => {
    const { door, received, present } = aDoor(aList({ decides: 'server' }))
    present('card:1')
    vi.advanceTimersByTime(2600)
    expect(received('event')).toMatchObject([{ id: 'p-card:1', type: 'access', result: 'granted' }])
    // By then it is too late to change its mind.
    door.receive(decision('p-card:1', 'denied'))
    expect(received('state').at(-1)).toMatchObject({ lock: 'Unlocked' })
  })
})

describe('a door that decides by its list', () => {
  test.each([
    ['card:1', 'granted', undefined],
    ['card:2', 'denied', 'outside schedule'],
    ['card:3', 'denied', 'expired'],
    ['card:4', 'denied', 'not active'],
    ['card:9', 'denied', 'unknown credential'],
  ])('says of %s: %s %s', (credential, result, reason) => {
    const { received, present } = aDoor(aList())
    present(credential)
    expect(received('event')).toMatchObject([{ type: 'access', credential, result }])
    expect(received('event')[0]?.['reason']).toBe(reason)
  })

  test('lets everybody out, stays open longer for those who need it, and obeys a lockdown', () => {
    const { door, received, present } = aDoor(aList())
    present('card:9', 'exit')
    expect(received('event').at(-1)).toMatchObject({ result: 'granted' })
    present('card:5')
    vi.advanceTimersByTime(10_000)
    expect(received('state').at(-1)).toMatchObject({ lock: 'Unlocked' })
    door.obey({ commandId: 'c', at: at(0), action: 'lockdown', args: {}, expiresAt: at(1) })
    present('card:1', 'entry', 'again')
    expect(received('event').at(-1)).toMatchObject({ result: 'denied', reason: 'lockdown' })
    present('card:1', 'exit', 'out')
    expect(received('event').at(-1)).toMatchObject({ result: 'granted' })
  })

  test('asks for the PIN that goes with the card, and knows a keypad’s PIN by the key of its company', () => {
    const { held } = aDoor(aList())
    const pin = held.hashed('482915') ?? ''
    expect(pin).toMatch(/^pin:[0-9a-f]{64}$/)
    held.take(
      bytes(
        aList({
          version: '8',
          entries: [
            { credential: 'card:1', pins: [pin, 'pin:threat'], duressPins: ['pin:threat'] },
            { credential: pin, duress: true },
          ],
        }),
      ),
    )
    expect(held.decide('card:1', now.getTime())).toMatchObject({ reason: 'wrong PIN' })
    expect(held.decide('card:1', now.getTime(), pin)).toMatchObject({ result: 'granted', duress: false })
    expect(held.decide('card:1', now.getTime(), 'pin:threat')).toMatchObject({ result: 'granted', duress: true })
    expect(held.decide(pin, now.getTime())).toMatchObject({ result: 'granted', duress: true })
  })

  test('goes on with the old list until every part of the new one is there', () => {
    const { held } = aDoor(aList())
    const part = (n: number) =>
      bytes(aList({ version: '9', part: n, parts: 2, entries: [{ credential: `card:9${n}` }] }))
    expect([held.take(part(2)), held.version()]).toEqual([false, '7'])
    expect([held.take(part(1)), held.version()]).toEqual([true, '9'])
    expect(held.decide('card:91', now.getTime()).result).toBe('granted')
    expect(held.decide('card:1', now.getTime()).reason).toBe('unknown credential')
  })
})

describe('a controller', () => {
  const behaves = (manner?: Manner) => {
    const { device, received } = aDevice()
    let done = 0
    const take = commandTaker(
      () => {
        done += 1
        return null
      },
      () => manner && { manner, slowSeconds: 4 },
    )
    const command = {
      commandId: 'c1',
      at: at(0),
      action: 'unlock',
      args: {},
      expiresAt: new Date(now.getTime() + 10_000),
    }
    const acksAfter = (ms: number) => {
      vi.advanceTimersByTime(ms)
      return received('ack').length
    }
    take(device, bytes(command))
    return { acksAfter, received, again: () => take(device, bytes(command)), done: () => done }
  }

  test('does a command once and answers every time', () => {
    const { acksAfter, again, done } = behaves()
    again()
    expect([acksAfter(0), done()]).toEqual([2, 1])
  })

  test('that is silent neither obeys nor answers', () => {
    const { acksAfter, done } = behaves('silent')
    expect([acksAfter(60_000), done()]).toEqual([0, 0])
  })

  test('that is slow answers in time, one that is late does not, and both obeyed', () => {
    const slow = behaves('slow')
    expect([slow.acksAfter(3900), slow.acksAfter(200), slow.done()]).toEqual([0, 1, 1])
    vi.setSystemTime(now)
    const late = behaves('late')
    expect([late.acksAfter(10_500), late.acksAfter(1100), late.done()]).toEqual([0, 1, 1])
  })

  test('that repeats itself says it twice under one id and once under another', () => {
    const { acksAfter, received, done } = behaves('duplicate')
    expect([acksAfter(500), done()]).toEqual([3, 1])
    expect(new Set(received('ack').map(({ id }) => id)).size).toBe(2)
  })

  test('that refuses says why', () => {
    const { received, done } = behaves('refusing')
    expect(received('ack')).toMatchObject([{ result: 'refused', reason: 'out of order' }])
    expect(done()).toBe(0)
  })
})
