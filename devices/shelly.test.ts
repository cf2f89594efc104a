// Frames from the public documentation of Shelly Gen2+; each block names its page.
import { describe, expect, it } from 'vitest'
import { aCommand, bytes, contextOf, noon } from './context.testing.ts'
import type { Registered } from './driver.ts'
import { shelly } from './shelly.ts'

const id = 'shellypro4pm-f008d1d8b8b8'
const device = (kind: Registered['kind'], settings: object = {}): Registered => ({
  key: 'door-7',
  kind,
  driver: 'shelly',
  address: id,
  config: { settings },
})
const strike = device('door', { contact: { input: 0 } })
const decode = (topic: string, payload: unknown, devices: Registered[] = [strike]) =>
  shelly.decode(topic, bytes(payload), contextOf(devices))
const notify = (params: object, method = 'NotifyStatus') => ({ src: id, dst: `${id}/events`, method, params })

// https://shelly-api-docs.shelly.cloud/gen2/General/Notifications (examples 1 and 2)
describe('NotifyStatus of a Shelly', () => {
  it('of the relay is the lock, at the time of the device', () => {
    const frame = notify({ ts: 1631186545.04, 'switch:0': { id: 0, output: true, source: 'button' } })
    expect(decode(`${id}/events/rpc`, frame)).toEqual([
      {
        what: 'message',
        device: 'door-7',
        kind: 'state',
        message: {
          id: expect.stringMatching(/:state$/),
          at: '2021-09-09T11:22:25.040Z',
          atFrom: 'device',
          via: 'shelly',
          lock: 'Unlocked',
        },
      },
    ])
    expect(decode(`${id}/events/rpc`, frame)).toEqual(decode(`${id}/events/rpc`, frame))
  })

  it('of the cloud connection is of no concern', () => {
    expect(decode(`${id}/events/rpc`, notify({ ts: 1624348482.25, cloud: { connected: false } }))).toMatchObject([
      { what: 'ignored' },
    ])
  })

  it('of a magnet, which holds while the relay is on, is the other way round', () => {
    const magnet = device('door', { energised: 'locked' })
    expect(decode(`${id}/status/switch:0`, { id: 0, output: true }, [magnet])).toMatchObject([
      { message: { lock: 'Locked' } },
    ])
  })

  it('says nothing of the lock when only the power changed', () => {
    expect(decode(`${id}/events/rpc`, notify({ ts: 1.7e9, 'switch:0': { id: 0, apower: 8.9 } }))).toMatchObject([
      { what: 'ignored' },
    ])
  })

  it('says that the last fault is over with null', () => {
    expect(decode(`${id}/events/rpc`, notify({ ts: 1.7e9, 'switch:0': { id: 0, errors: null } }))).toMatchObject([
      { message: { fault: 'NotInFault' } },
    ])
  })

  it('of another relay is not this door', () => {
    expect(decode(`${id}/status/switch:1`, { id: 1, output: true })).toMatchObject([{ what: 'ignored' }])
  })

  it('with an unset clock is taken at the time of receipt', () => {
    const decoded = decode(`${id}/events/rpc`, notify({ ts: 5.01, 'switch:0': { id: 0, output: false } }))
    expect(decoded).toMatchObject([{ message: { at: noon.toISOString(), atFrom: 'received', lock: 'Locked' } }])
  })

  it('with errors is a fault of the door', () => {
    expect(decode(`${id}/status/switch:0`, { id: 0, output: false, errors: ['overtemp'] })).toMatchObject([
      { message: { lock: 'Locked', fault: 'FaultDetected' } },
    ])
  })
})

// https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Input and .../Switch (status)
describe('the status topics of a Shelly', () => {
  it.each([
    [true, 'Closed'],
    [false, 'Open'],
    [null, 'Unknown'],
  ])('an input in state %s is a door contact: %s', (state, contact) => {
    expect(decode(`${id}/status/input:0`, { id: 0, state })).toMatchObject([{ kind: 'state', message: { contact } }])
  })

  it('an input is no contact until the installer says so', () => {
    expect(decode(`${id}/status/input:0`, { id: 0, state: false }, [device('door')])).toMatchObject([
      { what: 'ignored' },
    ])
  })

  it('a relay tells its output among power and temperature', () => {
    const status = {
      id: 0,
      source: 'MQTT',
      output: true,
      apower: 8.9,
      voltage: 237.5,
      temperature: { tC: 23.6, tF: 74.4 },
    }
    expect(decode(`${id}/status/switch:0`, status)).toMatchObject([
      { message: { lock: 'Unlocked', atFrom: 'received' } },
    ])
  })

  it.each([
    ['true', true],
    ['false', false],
  ])('online %s', (payload, online) => {
    expect(decode(`${id}/online`, payload)).toMatchObject([{ kind: 'status', message: { online } }])
  })

  it('a smoke alarm, a probe and a battery', () => {
    // https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Smoke and .../DevicePower
    const plus = device('gas')
    expect(decode(`${id}/status/smoke:0`, { id: 0, alarm: true, mute: false }, [plus])).toMatchObject([
      { message: { type: 'smoke-detected' } },
    ])
    expect(
      decode(
        `${id}/events/rpc`,
        notify(
          {
            ts: 1735694700,
            'humidity:0': { id: 0, rh: 58.9 },
            'temperature:0': { id: 0, tC: 19.9, tF: 67.82 },
            'devicepower:0': { id: 0, battery: { V: 5.8, percent: 82 } },
          },
          'NotifyFullStatus',
        ),
        [plus],
      ),
    ).toMatchObject([
      { message: { channel: 'humidity', value: 58.9, unit: '%RH' } },
      { message: { channel: 'temperature', value: 19.9, unit: 'degC' } },
      { kind: 'status', message: { online: true, battery: 82 } },
    ])
    expect(decode(`${id}/status/temperature:0`, { id: 0, tC: null, tF: null, errors: ['read'] }, [plus])).toMatchObject(
      [{ message: { value: null, quality: 'fault' } }],
    )
  })
})

// https://shelly-api-docs.shelly.cloud/gen2/General/Notifications and .../ComponentsAndServices/Introduction (config_changed)
describe('NotifyEvent of a Shelly', () => {
  it('is an event for a button, nothing for a change of configuration', () => {
    const events = [
      { component: 'input:0', id: 0, event: 'single_push', ts: 1631266595.44 },
      {
        component: 'switch:0',
        id: 0,
        event: 'config_changed',
        restart_required: false,
        ts: 1631266595.44,
        cfg_rev: 11,
      },
    ]
    expect(decode(`${id}/events/rpc`, notify({ ts: 1631266595.44, events }, 'NotifyEvent'))).toMatchObject([
      { kind: 'event', message: { type: 'button', component: 'input:0', press: 'single_push' } },
    ])
  })
})

// https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Switch#switchset and .../General/RPCProtocol
describe('a Shelly as a door strike', () => {
  const sent = (action: string, args = {}, to = strike) => shelly.encode(aCommand(action, args), to)[0]

  it('opens for some seconds and drops out by itself', () => {
    expect(sent('unlock', { seconds: 8 })).toMatchObject({ topic: `${id}/rpc`, qos: 1, retain: false })
    expect(JSON.parse(sent('unlock', { seconds: 8 })?.payload ?? '')).toEqual({
      id: '7f0c1f6e-6a0b-4a3d-9a52-5a1c1f3f9f10',
      src: `gatehouse-${id}`,
      method: 'Switch.Set',
      params: { id: 0, on: true, toggle_after: 8 },
    })
    expect(JSON.parse(sent('unlock')?.payload ?? '').params.toggle_after).toBe(5)
  })

  it('releases a magnet by switching off', () => {
    const magnet = device('door', { energised: 'locked', relay: 2 })
    expect(JSON.parse(sent('unlock', { seconds: 5 }, magnet)?.payload ?? '').params).toEqual({
      id: 2,
      on: false,
      toggle_after: 5,
    })
    expect(JSON.parse(sent('lock', {}, magnet)?.payload ?? '').params).toEqual({ id: 2, on: true })
  })

  it.each([
    ['unlock', { seconds: -1 }, strike],
    ['unlock', { seconds: 'ever' }, strike],
    ['explode', {}, strike],
    ['unlock', {}, device('gas')],
    ['unlock', {}, device('door', { relay: null })],
    ['unlock', {}, device('door', { relay: 'first' })],
  ])('refuses %s %j', (action, args, to) => {
    expect(() => sent(action, args, to)).toThrow(expect.objectContaining({ name: 'Unencodable' }))
  })

  const answer = { id: aCommand('').commandId, src: id, dst: `gatehouse-${id}` }
  it('confirms or refuses with the id of our command', () => {
    expect(decode(`gatehouse-${id}/rpc`, { ...answer, result: { was_on: false } })).toMatchObject([
      { kind: 'ack', device: 'door-7', message: { commandId: answer.id, result: 'done' } },
    ])
    expect(
      decode(`gatehouse-${id}/rpc`, { ...answer, error: { code: -105, message: "Argument 'id', value 7 not found!" } }),
    ).toMatchObject([{ message: { result: 'refused', reason: "Argument 'id', value 7 not found!" } }])
  })

  it('cannot answer in the name of another device', () => {
    expect(() => decode(`gatehouse-${id}/rpc`, { ...answer, src: 'shellyplus1-other', result: {} })).toThrow(
      'another device',
    )
    expect(() => decode(`${id}/events/rpc`, { ...notify({ ts: 1 }), src: 'shellyplus1-other' })).toThrow(
      'another device',
    )
  })

  it('ignores the echo of our own command', () => {
    expect(decode(`${id}/rpc`, sent('unlock')?.payload)).toMatchObject([{ what: 'ignored' }])
  })

  it('says which setting is wrong instead of guessing a lock', () => {
    expect(() =>
      decode(`${id}/status/switch:0`, { id: 0, output: false }, [device('door', { energised: 'maybe' })]),
    ).toThrow('energised')
  })
})

describe('a Shelly that nobody registered', () => {
  it('introduces itself with its full status', () => {
    const full = {
      ts: 1736604018.38,
      ble: {},
      cloud: { connected: true },
      'input:0': { id: 0, state: false },
      'switch:0': { id: 0, output: true },
      wifi: { rssi: -58 },
    }
    expect(decode(`${id}/events/rpc`, notify(full, 'NotifyFullStatus'), [])).toEqual([
      expect.objectContaining({
        what: 'announcement',
        identity: id,
        address: id,
        kind: 'door',
        model: 'shellypro4pm',
        config: { components: ['input:0', 'switch:0'] },
      }),
    ])
  })

  it('is otherwise only noted', () => {
    expect(decode('greenhouse/online', 'true', [])).toEqual([
      { what: 'stranger', driver: 'shelly', address: 'greenhouse' },
    ])
  })
})
