import { describe, expect, it } from 'vitest'
import { covers, type Identity, matches, mayReceive, mayPublish, maySubscribe } from './topics.ts'

const device: Identity = { username: 'mine', companyId: 'a', deviceKey: 'mine', keys: null, topics: ['shelly-1/#'] }
const gateway: Identity = { ...device, username: 'g', deviceKey: null, topics: ['zigbee2mqtt/#'] }
const chosen: Identity = { ...gateway, keys: new Set(['also']), topics: [] }

describe('who may publish where', () => {
  it.each([
    [device, 'gatehouse/v1/mine/reading', true],
    [device, 'gatehouse/v1/mine/ask', true],
    [device, 'gatehouse/v1/mine/command', false],
    [device, 'gatehouse/v1/mine/decision', false],
    [device, 'gatehouse/v1/mine/access-list', false],
    [gateway, 'gatehouse/v1/mine/decision', false],
    [device, 'gatehouse/v1/mine/reading/more', false],
    [device, 'gatehouse/v1/also/reading', false],
    [device, 'gatehouse/v1/mine', true],
    [device, 'gatehouse/v2/mine/reading', false],
    [device, 'shelly-1/events/rpc', true],
    [device, 'shelly-2/events/rpc', false],
    [gateway, 'gatehouse/v1/mine/reading', true],
    [gateway, 'gatehouse/v1/unheard-of/reading', true],
    [gateway, 'zigbee2mqtt/bridge/devices', true],
    [gateway, '$SYS/broker', false],
    [chosen, 'gatehouse/v1/also/reading', true],
    [chosen, 'gatehouse/v1/mine/reading', false],
    [{ ...chosen, topics: ['#'] }, 'gatehouse/v1/mine/reading', false],
    [{ ...gateway, topics: ['#'] }, '$SYS/broker', false],
  ])('%o on %s: %s', (who, topic, allowed) => expect(mayPublish(who, topic)).toBe(allowed))
})

describe('who may hear what', () => {
  it.each([
    [device, 'gatehouse/v1/mine/command', true],
    [device, 'gatehouse/v1/mine/decision', true],
    [device, 'gatehouse/v1/mine/access-list', true],
    [device, 'gatehouse/v1/also/command', false],
    [device, 'gatehouse/v1/also/decision', false],
    [device, 'gatehouse/v1/also/access-list', false],
    [device, 'gatehouse/v1/mine/ask', false],
    [device, 'gatehouse/v1/+/command', false],
    [device, 'gatehouse/v1/+/decision', false],
    [device, 'gatehouse/v1/#', false],
    [device, '#', false],
    [device, 'shelly-1/rpc', true],
    [gateway, 'gatehouse/v1/+/command', true],
    [gateway, 'gatehouse/v1/+/decision', true],
    [gateway, 'gatehouse/v1/+/access-list', true],
    [gateway, 'gatehouse/v1/+/+', false],
    [gateway, 'zigbee2mqtt/+/set', true],
    [gateway, 'homeassistant/#', false],
  ])('%o asking for %s: %s', (who, filter, allowed) => expect(maySubscribe(who, filter)).toBe(allowed))

  it('is asked again for each message, since a filter may cover devices of others', () => {
    expect(mayReceive(chosen, 'gatehouse/v1/also/command')).toBe(true)
    for (const what of ['command', 'access-list', 'decision'])
      for (const who of [chosen, { ...chosen, topics: ['#'] }])
        expect(mayReceive(who, `gatehouse/v1/mine/${what}`)).toBe(false)
    expect(mayReceive(gateway, 'gatehouse/v1/mine/reading')).toBe(false)
  })
})

describe('filters', () => {
  it.each([
    ['a/+/c', 'a/b/c', true],
    ['a/+/c', 'a/b/d', false],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['a/+', 'a', false],
    ['a/b', 'a/b/c', false],
    ['#', 'a', true],
    ['#', '$SYS/a', false],
    ['+/a', '$SYS/a', false],
  ])('%s matches %s: %s', (filter, topic, yes) => expect(matches(filter, topic)).toBe(yes))

  it.each([
    ['a/#', 'a/+/c', true],
    ['a/#', 'a/#', true],
    ['a/+', 'a/+', true],
    ['a/+', 'a/b', true],
    ['a/b', 'a/+', false],
    ['a/+', 'a/#', false],
    ['a/+', 'a', false],
    ['#', 'anything/#', true],
    ['#', '$SYS/#', false],
  ])('%s covers %s: %s', (allowed, asked, yes) => expect(covers(allowed, asked)).toBe(yes))
})
