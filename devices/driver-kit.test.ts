// Every driver keeps what all of them promise; and what others wrote down of real devices is read as it was meant.
import { describe, expect, it } from 'vitest'
import { withPart } from './config.ts'
import { bytes, contextOf } from './context.testing.ts'
import {
  aqaraForHomeAssistant,
  danalockOnItsBridge,
  type Documented,
  ofShelly,
  ofZigbee2mqtt,
} from './documented.testing.ts'
import { doorActions, lockAfter, type Registered } from './driver.ts'
import { provesDriver } from './driver-kit.testing.ts'
import { createDrivers } from './drivers.ts'
import { gatehouse } from './gatehouse.ts'
import { homeassistant } from './homeassistant.ts'
import { shelly } from './shelly.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

const at = '2026-11-21T11:59:59.000Z'
const drivers = createDrivers()

provesDriver({
  driver: gatehouse,
  door: { key: 'door-1', kind: 'door', driver: 'gatehouse', address: 'door-1', config: null },
  speaks: ['state', 'event', 'status', 'ack', 'reading'].map((kind) => `gatehouse/v1/door-1/${kind}`),
  published: [
    {
      topic: 'gatehouse/v1/door-1/state',
      payload: { id: 's1', at, mode: 'Locked', lock: 'Locked', contact: 'Closed' },
    },
    {
      topic: 'gatehouse/v1/door-1/event',
      payload: { id: 'e1', at, type: 'access', credential: 'card:1', result: 'granted' },
    },
    { topic: 'gatehouse/v1/door-1/status', payload: { id: 'h1', at, online: true, battery: 80 } },
  ],
  does: doorActions,
  reacts: (sent, action) => {
    const { commandId } = JSON.parse(sent.payload)
    return [
      { topic: 'gatehouse/v1/door-1/state', payload: { id: 's2', at, lock: lockAfter[action] } },
      { topic: 'gatehouse/v1/door-1/ack', payload: { id: 'a1', at, commandId, result: 'done' } },
    ]
  },
})

const relay = 'shellyplus1-4855199bc0e8'
provesDriver({
  driver: shelly,
  door: {
    key: 'door-2',
    kind: 'door',
    driver: 'shelly',
    address: relay,
    config: { settings: { contact: { input: 0 } } },
  },
  speaks: ['events/rpc', 'status/switch:0', 'status/input:0', 'online']
    .map((rest) => `${relay}/${rest}`)
    .concat(`gatehouse-${relay}/rpc`),
  published: [
    {
      topic: `${relay}/events/rpc`,
      payload: {
        src: relay,
        dst: `${relay}/events`,
        method: 'NotifyStatus',
        params: { ts: 1656519645.48, 'input:0': { id: 0, state: false }, 'switch:0': { id: 0, output: true } },
      },
    },
    {
      topic: `${relay}/status/switch:0`,
      payload: { id: 0, source: 'MQTT', output: true, temperature: { tC: 33, tF: 91.5 } },
    },
    { topic: `${relay}/online`, payload: 'true' },
  ],
  does: doorActions,
  reacts: (sent) => {
    // https://shelly-api-docs.shelly.cloud/gen2/General/RPCProtocol: the answer has the id and goes to `src`.
    const { id, src, params } = JSON.parse(sent.payload)
    return [
      { topic: `${src}/rpc`, payload: { id, src: relay, dst: src, result: { was_on: !params.on } } },
      {
        topic: `${relay}/events/rpc`,
        payload: {
          src: relay,
          dst: `${relay}/events`,
          method: 'NotifyStatus',
          params: { ts: 1656519646.2, 'switch:0': { id: params.id, output: params.on, source: 'MQTT' } },
        },
      },
    ]
  },
})

const gate: Registered = {
  key: 'gate',
  kind: 'door',
  driver: 'shelly',
  address: 'shellyplus2pm-5443b23d81f8',
  config: { settings: { relay: null, cover: 0 } },
}
provesDriver({
  driver: shelly,
  called: 'a motor gate',
  door: gate,
  speaks: [`${gate.address}/status/cover:0`, `${gate.address}/events/rpc`],
  published: ofShelly.filter(({ device }) => device.address === gate.address),
  // A motor has no pulse, so that it cannot be unlocked for some seconds.
  does: doorActions.filter((action) => action !== 'unlock'),
  reacts: (sent) => {
    const { id, src, method } = JSON.parse(sent.payload)
    const state = method === 'Cover.Open' ? 'opening' : 'closed'
    return [
      { topic: `${src}/rpc`, payload: { id, src: gate.address, dst: src, result: null } },
      {
        topic: `${gate.address}/status/cover:0`,
        payload: { id: 0, source: 'MQTT', state, current_pos: state === 'closed' ? 0 : 20 },
      },
    ]
  },
})

provesDriver({
  driver: zigbee2mqtt(),
  door: {
    key: 'door-3',
    kind: 'door',
    driver: 'zigbee2mqtt',
    address: 'vault',
    config: { parts: { device: { lock: true, units: {} } } },
  },
  speaks: ['zigbee2mqtt/vault', 'zigbee2mqtt/vault/availability', 'zigbee2mqtt/bridge/devices'],
  published: [
    {
      topic: 'zigbee2mqtt/vault',
      payload: {
        battery: 70,
        linkquality: 112,
        lock_state: 'locked',
        state: 'LOCK',
        last_seen: at,
        action: 'keypad_unlock',
        action_user: 3,
      },
    },
    { topic: 'zigbee2mqtt/vault', payload: { contact: false, tamper: true, battery: 97, linkquality: 120 } },
    { topic: 'zigbee2mqtt/vault/availability', payload: { state: 'online' } },
  ],
  does: doorActions,
  reacts: (sent) => {
    const { state } = JSON.parse(sent.payload)
    return [{ topic: 'zigbee2mqtt/vault', payload: { state, lock_state: state === 'LOCK' ? 'locked' : 'unlocked' } }]
  },
})

// https://www.home-assistant.io/integrations/lock.mqtt/
const lockConfig = {
  name: 'Front Door',
  unique_id: 'frontdoor',
  state_topic: 'home/frontdoor/state',
  command_topic: 'home/frontdoor/set',
  payload_lock: 'LOCK',
  payload_unlock: 'UNLOCK',
  state_locked: 'LOCKED',
  state_unlocked: 'UNLOCKED',
  device: { identifiers: ['frontdoor'] },
}
const introduced = (): Registered => {
  const [reported] = drivers.decode('homeassistant/lock/frontdoor/config', bytes(lockConfig), contextOf())
  if (reported?.what !== 'announcement') throw new Error('not announced')
  return {
    key: 'door-4',
    kind: 'door',
    driver: 'homeassistant',
    address: reported.address,
    config: withPart(null, reported),
  }
}
provesDriver({
  driver: homeassistant(),
  door: introduced(),
  speaks: ['home/frontdoor/state', 'homeassistant/lock/frontdoor/config'],
  published: [{ topic: 'home/frontdoor/state', payload: 'LOCKED' }],
  does: doorActions,
  reacts: (sent) => [{ topic: 'home/frontdoor/state', payload: `${sent.payload}ED` }],
})

describe.each([
  ['Shelly', ofShelly],
  ['Zigbee2MQTT', ofZigbee2mqtt],
])('what is written down in public of %s', (_, list: readonly Documented[]) => {
  it.each(list)('$says ($source)', ({ device, topic, payload, becomes }) => {
    expect(drivers.decode(topic, bytes(payload), contextOf([device]))).toMatchObject(becomes)
  })
})

describe('a description filled up with U+0000', () => {
  it('does not hide the other devices of a bridge', () => {
    const { topic, payload } = danalockOnItsBridge
    expect(drivers.decode(topic, bytes(payload), contextOf())).toMatchObject([
      { what: 'announcement', kind: 'door', model: 'Danalock V3-BTZB', config: { lock: true } },
    ])
  })

  it('ends where C ends a text', () => {
    const { topic, payload } = aqaraForHomeAssistant
    expect(drivers.decode(topic, bytes(payload), contextOf())).toMatchObject([
      { what: 'announcement', kind: 'door', name: 'Contact Sensor Brievenbus Binnen', firmware: '2019' },
    ])
  })

  it('is still refused where an address or a topic holds it', () => {
    const spoilt = danalockOnItsBridge.payload.replace('"danalock"', '"dana\\u0000lock"')
    expect(() => drivers.decode(danalockOnItsBridge.topic, bytes(spoilt), contextOf())).toThrow('U+0000')
  })
})
