// Payloads from the public documentation of Zigbee2MQTT; each block names its page.
import { describe, expect, it } from 'vitest'
import { aCommand, bytes, contextOf, noon } from './context.testing.ts'
import { withPart } from './config.ts'
import { type Announcement, Undecodable, Unencodable, type Registered } from './driver.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

const driver = zigbee2mqtt()
const device = (kind: Registered['kind'], address: string, config: unknown = null): Registered => ({
  key: `key-of-${address.replaceAll('/', '-')}`,
  kind,
  driver: 'zigbee2mqtt',
  address,
  config,
})
const frontDoor = device('door', 'Front door')
const plant = device('gas', 'plant/gas 1')
const decode = (topic: string, payload: unknown, devices: Registered[] = [frontDoor, plant], more = {}) =>
  driver.decode(topic, bytes(payload), contextOf(devices, more))

// https://www.zigbee2mqtt.io/devices/MCCGQ11LM.html
describe('a Zigbee contact sensor', () => {
  it('is open when contact is false, and tells battery and link quality', () => {
    expect(decode('zigbee2mqtt/Front door', { battery: 97, contact: false, linkquality: 120, voltage: 3005 })).toEqual([
      {
        what: 'message',
        device: 'key-of-Front door',
        kind: 'state',
        message: expect.objectContaining({
          contact: 'Open',
          at: noon.toISOString(),
          atFrom: 'received',
          via: 'zigbee2mqtt',
        }),
      },
      {
        what: 'message',
        device: 'key-of-Front door',
        kind: 'status',
        message: expect.objectContaining({ online: true, battery: 97, signal: 120 }),
      },
    ])
    expect(decode('zigbee2mqtt/Front door', { contact: true })).toMatchObject([{ message: { contact: 'Closed' } }])
  })

  it('is not taken for alive because the broker kept its last message', () => {
    const decoded = decode('zigbee2mqtt/Front door', { contact: true, battery: 97 }, [frontDoor], { retained: true })
    expect(decoded).toMatchObject([{ kind: 'state', message: { retained: true } }])
  })

  it('does not report the temperature inside its own case as a gas reading', () => {
    expect(decode('zigbee2mqtt/Front door', { temperature: 21 })).toMatchObject([{ what: 'ignored' }])
  })

  it('says so when a property is of the wrong kind, and keeps the rest', () => {
    expect(decode('zigbee2mqtt/Front door', { contact: 'shut', battery: 255, tamper: true })).toMatchObject([
      { what: 'refusal', reason: 'contact: neither true nor false' },
      { kind: 'state', message: { tamper: 'TamperDetected' } },
      { what: 'refusal', reason: expect.stringContaining('battery') },
    ])
  })
})

// https://www.zigbee2mqtt.io/guide/configuration/mqtt.html#mqtt-behaviour (advanced.last_seen)
describe('the time of a Zigbee message', () => {
  it.each([
    ['ISO_8601', '2026-11-21T11:59:58.250Z'],
    ['ISO_8601_local', '2026-11-21T13:59:58.250+02:00'],
    ['epoch', 1795262398250],
  ])('is last_seen in format %s, and repeats are the same message', (_, last_seen) => {
    const first = decode('zigbee2mqtt/Front door', { contact: true, last_seen })
    const again = decode('zigbee2mqtt/Front door', { contact: true, last_seen }, [frontDoor], {
      now: new Date(noon.getTime() + 5000),
    })
    expect(first).toMatchObject([{ message: { at: '2026-11-21T11:59:58.250Z', atFrom: 'device' } }])
    expect(again).toEqual(first)
  })

  it('is the moment of receipt without last_seen, and saying the same later is another message', () => {
    const ids = [0, 3_600_000].map((later) => {
      const [decoded] = decode('zigbee2mqtt/Front door', { contact: true }, [frontDoor], {
        now: new Date(noon.getTime() + later),
      })
      return decoded?.what === 'message' ? decoded.message.id : ''
    })
    expect(new Set(ids).size).toBe(2)
  })

  it('is not believed from a clock that was never set', () => {
    expect(decode('zigbee2mqtt/Front door', { contact: true, last_seen: 5000 })).toMatchObject([
      { message: { atFrom: 'received' } },
    ])
  })
})

// https://www.zigbee2mqtt.io/guide/usage/exposes.html#lock and https://www.zigbee2mqtt.io/devices/WLCKG1.html
describe('a Zigbee lock', () => {
  it.each([
    [{ state: 'LOCK', lock_state: 'locked' }, 'Locked'],
    [{ state: 'UNLOCK', lock_state: 'unlocked' }, 'Unlocked'],
    [{ state: 'LOCK', lock_state: 'not_fully_locked' }, 'Fault'],
    [{ state: 'UNLOCK' }, 'Unlocked'],
    [{ battery: 65, linkquality: 55, battery_low: false, state: 'LOCK' }, 'Locked'],
    [{ lock_state: 'constructor' }, 'Unknown'],
  ])('%j is %s', (reported, lock) => {
    expect(decode('zigbee2mqtt/Front door', reported)[0]).toMatchObject({ kind: 'state', message: { lock } })
  })

  it('is not the ON or OFF of a plug', () => {
    expect(decode('zigbee2mqtt/Front door', { state: 'ON' })).toMatchObject([{ what: 'ignored' }])
  })

  it.each([
    ['unlock', '{"state":"UNLOCK"}'],
    ['lock', '{"state":"LOCK"}'],
  ])('hears %s as %s on <name>/set, never retained', (action, payload) => {
    expect(driver.encode(aCommand(action, { seconds: 5 }), device('door', 'gate/east'))).toEqual([
      { topic: 'zigbee2mqtt/gate/east/set', payload, qos: 1, retain: false, expiresAt: '2026-11-21T12:00:10.000Z' },
    ])
  })

  it('refuses what it cannot do before anything is sent', () => {
    expect(() => driver.encode(aCommand('constructor'), frontDoor)).toThrow(Unencodable)
    const contact = device('door', 'x', { parts: { device: { lock: false, units: {} } } })
    expect(() => driver.encode(aCommand('unlock'), contact)).toThrow('no lock')
  })
})

// https://www.zigbee2mqtt.io/devices/TS0601_gas_sensor_2.html and https://www.zigbee2mqtt.io/devices/SCA01ZB.html
describe('a Zigbee gas detector', () => {
  it('raises and clears its alarm as an event', () => {
    expect(decode('zigbee2mqtt/plant/gas 1', { gas: true })).toMatchObject([
      { kind: 'event', message: { type: 'gas-detected', condition: 'gas', active: true } },
    ])
    expect(decode('zigbee2mqtt/plant/gas 1', { gas: false, smoke: true, carbon_monoxide: false })).toMatchObject([
      { message: { type: 'gas-cleared' } },
      { message: { type: 'smoke-detected' } },
      { message: { type: 'carbon-monoxide-cleared' } },
    ])
  })

  it('may spell its alarm ON and OFF', () => {
    // https://www.zigbee2mqtt.io/devices/DCR-CO.html
    expect(decode('zigbee2mqtt/plant/gas 1', { carbon_monoxide: 'ON', co: 80 })).toMatchObject([
      { message: { type: 'carbon-monoxide-detected' } },
      { message: { channel: 'CO', value: 80, unit: 'ppm' } },
    ])
    expect(decode('zigbee2mqtt/Front door', { contact: 'ON' })).toMatchObject([{ what: 'refusal' }])
  })

  it('measures CO, CO2, temperature and humidity in the units of Zigbee2MQTT', () => {
    // https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html (WSDCGQ01LM)
    expect(decode('zigbee2mqtt/plant/gas 1', { temperature: 27.34, humidity: 44.72, co: 12, co2: 640 })).toMatchObject([
      { kind: 'reading', message: { channel: 'CO', value: 12, unit: 'ppm', quality: 'good' } },
      { kind: 'reading', message: { channel: 'CO2', value: 640, unit: 'ppm' } },
      { kind: 'reading', message: { channel: 'temperature', value: 27.34, unit: 'degC' } },
      { kind: 'reading', message: { channel: 'humidity', value: 44.72, unit: '%RH' } },
    ])
  })

  it('refuses a gas value without a certain unit aloud, and keeps the alarm beside it', () => {
    const announced = device('gas', 'g', { parts: { device: { units: { gas_value: 'LEL' } } } })
    expect(decode('zigbee2mqtt/g', { gas: true, gas_value: 12 }, [announced])).toMatchObject([
      { message: { type: 'gas-detected' } },
      { what: 'refusal', reason: expect.stringContaining('"LEL" is not a unit') },
    ])
    expect(decode('zigbee2mqtt/plant/gas 1', { gas_value: 12 })).toMatchObject([{ what: 'refusal' }])
    const settled = device('gas', 'g', { parts: announced.config, settings: { units: { gas_value: '%LEL' } } })
    expect(decode('zigbee2mqtt/g', { gas_value: 12 }, [settled])).toMatchObject([
      { message: { channel: 'LEL', value: 12, unit: '%LEL' } },
    ])
  })

  it('marks what it measures while preheating as warm-up', () => {
    expect(decode('zigbee2mqtt/plant/gas 1', { co: 80, preheat: true })).toMatchObject([
      { message: { quality: 'warm-up' } },
    ])
  })
})

// https://www.zigbee2mqtt.io/guide/configuration/device-availability.html
describe('availability', () => {
  it.each([
    ['online', true],
    ['offline', false],
    ['{"state":"online"}', true],
    ['{"state":"offline"}', false],
  ])('%s', (payload, online) => {
    expect(decode('zigbee2mqtt/plant/gas 1/availability', payload)).toMatchObject([
      { kind: 'status', message: { online } },
    ])
  })

  it('refuses any other word', () => {
    expect(() => decode('zigbee2mqtt/Front door/availability', 'maybe')).toThrow(Undecodable)
  })
})

// https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html#zigbee2mqtt-bridge-devices
describe('bridge/devices', () => {
  const list = [
    {
      ieee_address: '0x00158d00018255df',
      type: 'Router',
      network_address: 29159,
      supported: true,
      friendly_name: 'my_plug',
      definition: {
        model: 'ZNCZ02LM',
        vendor: 'Xiaomi',
        description: 'Mi power plug ZigBee',
        options: [],
        exposes: [{ type: 'switch', features: [{ type: 'binary', name: 'state', property: 'state' }] }],
      },
    },
    {
      ieee_address: '0x00169a00022256da',
      type: 'Router',
      supported: false,
      friendly_name: 'my_sensor',
      definition: null,
    },
    { ieee_address: '0x00124b00120144ae', type: 'Coordinator', friendly_name: 'Coordinator', definition: null },
    {
      ieee_address: '0x00158d0001a2b3c4',
      friendly_name: 'entrance/contact',
      definition: {
        model: 'MCCGQ11LM',
        vendor: 'Xiaomi',
        exposes: [
          { type: 'numeric', name: 'battery', property: 'battery', unit: '%', access: 1 },
          { type: 'binary', name: 'contact', property: 'contact', value_on: false, value_off: true, access: 1 },
        ],
      },
    },
    {
      ieee_address: '0x000d6f0010fe7f14',
      friendly_name: 'vault',
      software_build_id: '1.3.009',
      definition: {
        model: 'WLCKG1',
        vendor: 'Wyze',
        exposes: [
          {
            type: 'lock',
            features: [
              { type: 'binary', name: 'state', property: 'state', value_on: 'LOCK', value_off: 'UNLOCK', access: 7 },
              {
                type: 'enum',
                name: 'lock_state',
                property: 'lock_state',
                values: ['not_fully_locked', 'locked', 'unlocked'],
              },
            ],
          },
        ],
      },
    },
    {
      ieee_address: '0xa4c1380000000001',
      friendly_name: 'boiler',
      definition: {
        model: 'TS0601_gas_sensor_2',
        vendor: 'TuYa',
        exposes: [
          { type: 'numeric', property: 'gas_value', unit: 'LEL' },
          { type: 'binary', property: 'gas' },
        ],
      },
    },
    { nonsense: true },
  ]

  it('announces doors and detectors, leaves plugs and bridges alone, and refuses what it cannot read', () => {
    expect(decode('zigbee2mqtt/bridge/devices', list)).toEqual([
      expect.objectContaining({
        what: 'announcement',
        identity: '0x00158d0001a2b3c4',
        address: 'entrance/contact',
        kind: 'door',
        model: 'Xiaomi MCCGQ11LM',
        config: { lock: false, units: {} },
      }),
      expect.objectContaining({
        address: 'vault',
        kind: 'door',
        firmware: '1.3.009',
        config: { lock: true, units: {} },
      }),
      expect.objectContaining({ address: 'boiler', kind: 'gas', config: { lock: false, units: { gas_value: 'LEL' } } }),
      expect.objectContaining({ what: 'refusal' }),
    ])
  })

  it('gives, once registered, a device whose announcement is used', () => {
    const vault = decode('zigbee2mqtt/bridge/devices', list).find(
      (d): d is Announcement => d.what === 'announcement' && d.address === 'vault',
    )
    const registered = device('door', 'vault', withPart(null, vault ?? { part: '', config: {} }))
    expect(driver.encode(aCommand('unlock'), registered)).toHaveLength(1)
  })

  it('takes the list of a large network', () => {
    const many = Array.from({ length: 1500 }, (_, n) => ({
      ...list[3],
      ieee_address: `0x${n}`,
      friendly_name: `contact ${n}`,
    }))
    expect(decode('zigbee2mqtt/bridge/devices', many)).toHaveLength(1500)
  })
})

describe('everything else under the base topic', () => {
  it.each([
    'bridge/state',
    'bridge/info',
    'bridge/logging',
    'Front door/set',
    'Front door/get',
    'Front door/set/state',
  ])('ignores %s', (rest) => {
    expect(decode(`zigbee2mqtt/${rest}`, 'online')).toMatchObject([{ what: 'ignored' }])
  })

  it('notes who spoke without being registered, and stores nothing', () => {
    expect(decode('zigbee2mqtt/attic/lamp', 'not even JSON')).toEqual([
      { what: 'stranger', driver: 'zigbee2mqtt', address: 'attic/lamp' },
    ])
  })

  it('explains what attribute output looks like', () => {
    expect(() => decode('zigbee2mqtt/Front door', '97')).toThrow('attribute')
  })
})
