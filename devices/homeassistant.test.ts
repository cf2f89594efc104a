// Discovery payloads from the public documentation of Home Assistant and of those who announce themselves by it.
import { describe, expect, it } from 'vitest'
import { withoutPart, withPart } from './config.ts'
import { aCommand, bytes, contextOf } from './context.testing.ts'
import type { Announcement, Decoded, Registered } from './driver.ts'
import { homeassistant } from './homeassistant.ts'

const driver = homeassistant()
const discover = (topic: string, payload: unknown) => driver.decode(topic, bytes(payload), contextOf())
const announced = (decoded: Decoded[]): Announcement[] => decoded.filter((d) => d.what === 'announcement')

/** Announce, register, and listen. */
const registered = (kind: Registered['kind'], ...configs: [topic: string, payload: unknown][]) => {
  const list = configs.flatMap(([topic, payload]) => announced(discover(topic, payload)))
  const config = list.reduce<unknown>((before, part) => withPart(before, part), null)
  const device: Registered = { key: 'dev-1', kind, driver: 'homeassistant', address: list[0]?.address ?? '', config }
  return {
    device,
    list,
    receive: (topic: string, payload: unknown, more = {}) =>
      driver.decode(topic, bytes(payload), contextOf([device], more)),
  }
}

// As Zigbee2MQTT announces it (lib/extension/homeassistant.ts of Koenkk/zigbee2mqtt); what the fields mean:
// https://www.home-assistant.io/integrations/binary_sensor.mqtt/
describe('a door contact described by discovery', () => {
  const door = registered('door', [
    'homeassistant/binary_sensor/0x00158d0001a2b3c4/contact/config',
    {
      availability: [
        { topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' },
        { topic: 'zigbee2mqtt/Front door/availability' },
      ],
      availability_mode: 'all',
      device_class: 'door',
      payload_on: false,
      payload_off: true,
      value_template: '{{ value_json["contact"] }}',
      state_topic: 'zigbee2mqtt/Front door',
      unique_id: '0x00158d0001a2b3c4_contact_zigbee2mqtt',
      device: {
        identifiers: ['zigbee2mqtt_0x00158d0001a2b3c4'],
        name: 'Front door',
        manufacturer: 'Aqara',
        model: 'MCCGQ11LM',
      },
    },
  ])

  it('is announced with its identity, name and kind', () => {
    expect(door.list).toMatchObject([
      {
        identity: 'zigbee2mqtt_0x00158d0001a2b3c4',
        address: 'zigbee2mqtt_0x00158d0001a2b3c4',
        name: 'Front door',
        model: 'Aqara MCCGQ11LM',
        kind: 'door',
      },
    ])
  })

  it('is open when contact is false', () => {
    expect(door.receive('zigbee2mqtt/Front door', { contact: false, battery: 97 })).toMatchObject([
      { kind: 'state', device: 'dev-1', message: { contact: 'Open', via: 'homeassistant' } },
    ])
    expect(door.receive('zigbee2mqtt/Front door', { contact: true })).toMatchObject([
      { message: { contact: 'Closed' } },
    ])
    expect(door.receive('zigbee2mqtt/Front door', { battery: 97 })).toMatchObject([{ what: 'ignored' }])
  })

  it('is offline when any of its topics says so; one topic alone does not prove it online', () => {
    expect(door.receive('zigbee2mqtt/bridge/state', { state: 'offline' })).toMatchObject([
      { kind: 'status', message: { online: false } },
    ])
    expect(door.receive('zigbee2mqtt/bridge/state', { state: 'online' })).toMatchObject([{ what: 'ignored' }])
  })

  it('shows what it could not make sense of', () => {
    expect(door.receive('zigbee2mqtt/Front door', { contact: 'ajar' })).toMatchObject([
      { what: 'refusal', reason: '"ajar" is neither "False" nor "True"' },
    ])
    expect(door.receive('zigbee2mqtt/Front door', 'no JSON')).toMatchObject([
      { what: 'refusal', reason: expect.stringContaining('Not JSON') },
    ])
  })
})

// https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
describe('device discovery', () => {
  const payload = {
    dev: {
      ids: 'ea334450945afc',
      name: 'Kitchen',
      mf: 'Bla electronics',
      mdl: 'xya',
      sw: '1.0',
      sn: 'ea334450945afc',
      hw: '1.0rev2',
    },
    o: { name: 'bla2mqtt', sw: '2.1', url: 'https://bla2mqtt.example.com/support' },
    cmps: {
      some_unique_component_id1: {
        p: 'sensor',
        device_class: 'temperature',
        unit_of_measurement: '°C',
        value_template: '{{ value_json.temperature}}',
        unique_id: 'temp01ae_t',
      },
      some_unique_id2: {
        p: 'sensor',
        device_class: 'humidity',
        unit_of_measurement: '%',
        value_template: '{{ value_json.humidity}}',
        unique_id: 'temp01ae_h',
      },
      bla1: {
        p: 'device_automation',
        automation_type: 'trigger',
        payload: 'short_press',
        topic: 'foobar/triggers/button1',
      },
    },
    state_topic: 'sensorBedroom/state',
    qos: 2,
  }
  const topic = 'homeassistant/device/0AFFD2/config'

  it('describes several components with shared options', () => {
    const kitchen = registered('gas', [topic, payload])
    expect(kitchen.list).toMatchObject([
      {
        identity: 'ea334450945afc',
        name: 'Kitchen',
        model: 'Bla electronics xya',
        firmware: '1.0',
        kind: 'gas',
        part: topic,
      },
    ])
    expect(kitchen.receive('sensorBedroom/state', { temperature: 23.2, humidity: 43.7 })).toMatchObject([
      { kind: 'reading', message: { channel: 'temperature', value: 23.2, unit: 'degC' } },
      { kind: 'reading', message: { channel: 'humidity', value: 43.7, unit: '%RH' } },
    ])
  })

  it('keeps the components it understands and refuses the others by name, with the template shown', () => {
    const cmps = {
      ...payload.cmps,
      some_unique_id2: { ...payload.cmps.some_unique_id2, value_template: '{{ value_json.h * 100 }}' },
    }
    expect(discover(topic, { ...payload, cmps })).toMatchObject([
      { what: 'announcement' },
      {
        what: 'refusal',
        reason: expect.stringContaining('some_unique_id2: Template not supported: {{ value_json.h * 100 }}'),
      },
    ])
  })

  it('drops a component that is published empty, and everything when the whole is', () => {
    const less = registered('gas', [topic, { ...payload, cmps: { ...payload.cmps, some_unique_id2: { p: 'sensor' } } }])
    expect(less.receive('sensorBedroom/state', { temperature: 23.2, humidity: 43.7 })).toHaveLength(1)
    expect(discover(topic, '')).toEqual([{ what: 'withdrawal', driver: 'homeassistant', part: topic }])
    expect(withoutPart(less.device.config, topic)).toEqual({ parts: {}, settings: {} })
  })

  it('waits out a migration', () => {
    expect(discover('homeassistant/sensor/0AFFD2/bla2/config', { migrate_discovery: true })).toMatchObject([
      { what: 'ignored' },
    ])
  })
})

// https://www.home-assistant.io/integrations/mqtt/#discovery-examples-with-component-discovery
describe('single components', () => {
  it('expand abbreviations and the base topic', () => {
    const gas = registered('gas', [
      'homeassistant/binary_sensor/garage/config',
      {
        '~': 'homeassistant/binary_sensor/garage',
        name: 'Garage',
        uniq_id: 'g1',
        dev_cla: 'carbon_monoxide',
        stat_t: '~/state',
        avty: { t: '~/avail', pl_avail: 'up', pl_not_avail: 'down' },
      },
    ])
    expect(gas.receive('homeassistant/binary_sensor/garage/state', 'ON')).toMatchObject([
      { kind: 'event', message: { type: 'carbon-monoxide-detected', active: true } },
    ])
    expect(gas.receive('homeassistant/binary_sensor/garage/state', 'OFF')).toMatchObject([
      { message: { type: 'carbon-monoxide-cleared' } },
    ])
    expect(gas.receive('homeassistant/binary_sensor/garage/avail', 'down')).toMatchObject([
      { message: { online: false } },
    ])
  })

  it('of one device are put together', () => {
    const device = { identifiers: ['01ad'] }
    const contact = registered(
      'door',
      [
        'homeassistant/binary_sensor/a/config',
        {
          device,
          device_class: 'opening',
          state_topic: 'x/s',
          value_template: '{{ value_json.open }}',
          payload_on: true,
          payload_off: false,
        },
      ],
      [
        'homeassistant/binary_sensor/b/config',
        {
          device,
          device_class: 'tamper',
          state_topic: 'x/s',
          value_template: '{{ value_json.tamper }}',
          payload_on: 1,
          payload_off: 0,
        },
      ],
      [
        'homeassistant/sensor/c/config',
        {
          device,
          device_class: 'battery',
          unit_of_measurement: '%',
          state_topic: 'x/s',
          value_template: '{{ value_json.bat | int }}',
        },
      ],
      [
        'homeassistant/sensor/d/config',
        {
          device,
          device_class: 'signal_strength',
          unit_of_measurement: 'dBm',
          state_topic: 'x/s',
          value_template: '{{ value_json.rssi }}',
        },
      ],
      [
        'homeassistant/binary_sensor/e/config',
        { device, device_class: 'connectivity', state_topic: 'x/lwt', payload_on: 'Online', payload_off: 'Offline' },
      ],
    )
    expect(contact.receive('x/s', { open: true, tamper: 0, bat: '88', rssi: -61 })).toMatchObject([
      { kind: 'state', message: { contact: 'Open', tamper: 'NotInTamper' } },
      { kind: 'status', message: { online: true, battery: 88, signal: -61 } },
    ])
    expect(contact.receive('x/lwt', 'Offline')).toMatchObject([{ message: { online: false } }])
  })

  it('without a value have a fault, not a zero', () => {
    const co = registered('gas', [
      'homeassistant/sensor/co/config',
      { device_class: 'carbon_monoxide', unit_of_measurement: 'ppm', state_topic: 's/co' },
    ])
    expect(co.receive('s/co', '12.5')).toMatchObject([
      { message: { channel: 'CO', value: 12.5, unit: 'ppm', quality: 'good' } },
    ])
    expect(co.receive('s/co', 'unavailable')).toMatchObject([{ message: { value: null, quality: 'fault' } }])
    expect(co.receive('s/co', 'plenty')).toMatchObject([{ what: 'refusal' }])
  })

  it.each([
    [{ device_class: 'carbon_monoxide', unit_of_measurement: 'g/m³', state_topic: 's' }, 'g/m³'],
    [{ device_class: 'gas', unit_of_measurement: 'm³', state_topic: 's' }, 'gas meter'],
    [{ device_class: 'volatile_organic_compounds', unit_of_measurement: 'µg/m³', state_topic: 's' }, 'No channel'],
    [{ device_class: 'carbon_dioxide', unit_of_measurement: 'ppm' }, 'state_topic'],
    [{ device_class: 'carbon_dioxide', unit_of_measurement: 'ppm', state_topic: 'all/#' }, 'wildcard'],
    [
      { device_class: 'carbon_dioxide', unit_of_measurement: 'ppm', state_topic: 'gatehouse/v1/x/reading' },
      'Gatehouse itself',
    ],
    [
      {
        device_class: 'carbon_dioxide',
        unit_of_measurement: 'ppm',
        state_topic: 's',
        value_template: "{{ states('x') }}",
      },
      "{{ states('x') }}",
    ],
  ])('%j are refused aloud', (config, reason) => {
    expect(() => discover('homeassistant/sensor/x/config', config)).toThrow(reason)
  })

  it.each([
    ['homeassistant/light/garden/config', { name: 'garden', command_topic: 'c', state_topic: 's' }],
    ['homeassistant/sensor/x/config', { device_class: 'energy', unit_of_measurement: 'kWh', state_topic: 's' }],
    ['homeassistant/binary_sensor/garden/config', { name: 'garden', device_class: 'motion', state_topic: 's' }],
    ['homeassistant/status', 'online'],
  ])('%s are of no use here', (topic, config) => {
    expect(discover(topic, config)).toMatchObject([{ what: 'ignored' }])
  })

  it('of explosive gas are known by their unit', () => {
    const lel = registered('gas', [
      'homeassistant/sensor/ch4/config',
      { unit_of_measurement: '%LEL', state_topic: 's/ch4' },
    ])
    expect(lel.receive('s/ch4', '7')).toMatchObject([{ message: { channel: 'LEL', value: 7, unit: '%LEL' } }])
  })
})

// https://www.home-assistant.io/integrations/lock.mqtt/
describe('a lock described by discovery', () => {
  const config = {
    name: 'Frontdoor',
    unique_id: 'fd',
    state_topic: 'home-assistant/frontdoor/',
    command_topic: 'home-assistant/frontdoor/set',
    payload_lock: 'LOCK',
    payload_unlock: 'UNLOCK',
    state_locked: 'LOCK',
    state_unlocked: 'UNLOCK',
    retain: true,
  }
  const lock = registered('door', ['homeassistant/lock/frontdoor/config', config])

  it.each([
    ['LOCK', 'Locked'],
    ['UNLOCK', 'Unlocked'],
    ['JAMMED', 'Fault'],
    ['LOCKING', 'Unknown'],
    ['None', 'Unknown'],
  ])('%s is %s', (reported, state) => {
    expect(lock.receive('home-assistant/frontdoor/', reported)).toMatchObject([
      { kind: 'state', message: { lock: state } },
    ])
  })

  it('refuses a state it did not announce', () => {
    expect(lock.receive('home-assistant/frontdoor/', 'constructor')).toMatchObject([{ what: 'refusal' }])
  })

  it('is told to unlock in its own words, and never retained, whatever its description asks', () => {
    expect(driver.encode(aCommand('unlock'), lock.device)).toEqual([
      {
        topic: 'home-assistant/frontdoor/set',
        payload: 'UNLOCK',
        qos: 1,
        retain: false,
        expiresAt: '2026-11-21T12:00:10.000Z',
      },
    ])
    const wrapped = registered('door', [
      'homeassistant/lock/l/config',
      { ...config, command_template: '{"do":"{{ value }}"}' },
    ])
    expect(driver.encode(aCommand('lock'), wrapped.device)).toMatchObject([{ payload: '{"do":"LOCK"}' }])
  })

  it('that wants a code, or another verb, is not sent anything', () => {
    const coded = registered('door', ['homeassistant/lock/l/config', { ...config, code_format: '^\\d{4}$' }])
    expect(() => driver.encode(aCommand('unlock'), coded.device)).toThrow('code')
    expect(() => driver.encode(aCommand('open'), lock.device)).toThrow('cannot "open"')
  })
})
