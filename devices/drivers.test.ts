import { describe, expect, it } from 'vitest'
import { withPart } from './config.ts'
import { aCommand, bytes, contextOf, shellyRelay, zigbeeDoor } from './context.testing.ts'
import type { Registered } from './driver.ts'
import { createDrivers } from './drivers.ts'
import { wellFormed } from './malformed.testing.ts'

const drivers = createDrivers()
const discovered = (): Registered => {
  const config = {
    device: { ids: ['d1'] },
    dev_cla: 'gas',
    stat_t: 'zigbee2mqtt/Front door',
    val_tpl: '{{ value_json.gas }}',
    pl_on: true,
    pl_off: false,
  }
  const [announced] = drivers.decode('homeassistant/binary_sensor/d1/config', bytes(config), contextOf())
  if (announced?.what !== 'announcement') throw new Error('not announced')
  return {
    key: 'h',
    kind: 'gas',
    driver: 'homeassistant',
    address: announced.address,
    config: withPart(null, announced),
  }
}

describe('a topic', () => {
  it.each([
    ['gatehouse/v1/door-1/state', 'gatehouse'],
    ['zigbee2mqtt/a/b/c', 'zigbee2mqtt'],
    ['homeassistant/device/x/config', 'homeassistant'],
    ['shellyplus1-a8032ab/events/rpc', 'shelly'],
    ['shellyplus1-a8032ab/status/switch:0', 'shelly'],
    ['shellyplus1-a8032ab/online', 'shelly'],
    ['gatehouse-shellyplus1-a8032ab/rpc', 'shelly'],
    ['tele/tasmota/STATE', undefined],
  ])('%s belongs to %s', (topic, name) => {
    expect(drivers.driverFor(topic)?.name).toBe(name)
  })

  it('may be configured', () => {
    const own = createDrivers({ zigbee2mqtt: 'zigbee/north', homeassistant: 'ha' })
    expect(own.driverFor('zigbee/north/x')?.name).toBe('zigbee2mqtt')
    expect(own.topics).toContain('ha/+/+/config')
  })

  it('that two drivers read says what each of them heard', () => {
    const context = contextOf([zigbeeDoor, discovered()])
    expect(drivers.decode('zigbee2mqtt/Front door', bytes({ contact: false, gas: true }), context)).toMatchObject(
      [
        { device: 'z', kind: 'event' },
        { device: 'z', kind: 'state', message: { contact: 'Open' } },
        { device: 'h', kind: 'event', message: { type: 'gas-detected' } },
      ].sort((a, b) => a.device.localeCompare(b.device) * -1),
    )
    expect(drivers.decode('zigbee2mqtt/Front door', bytes('{"gas"'), context)).toMatchObject([
      { what: 'refusal' },
      { what: 'refusal' },
    ])
    expect(drivers.decode('zigbee2mqtt/Front door', bytes({ gas: false }), contextOf([discovered()]))).toMatchObject([
      { device: 'h' },
    ])
  })

  it('of a device without a driver of its own is heard once it is registered', () => {
    expect(drivers.decode('tele/x/STATE', bytes('x'), contextOf())).toMatchObject([{ what: 'ignored' }])
  })
})

describe('a command', () => {
  it.each([
    [
      { key: 'door-1', kind: 'door', driver: 'gatehouse', address: 'door-1', config: null } as const,
      'gatehouse/v1/door-1/command',
    ],
    [zigbeeDoor, 'zigbee2mqtt/Front door/set'],
    [shellyRelay, 'shellyplus1-a8032ab/rpc'],
  ])('goes out over the device’s own wire, at least once and not retained', (device, topic) => {
    expect(drivers.encode(aCommand('unlock', { seconds: 5 }), device)).toMatchObject([{ topic, qos: 1, retain: false }])
  })
})

describe('speed', () => {
  it('a reading on the Gatehouse wire is read in a few microseconds', () => {
    const reading = bytes(wellFormed('reading'))
    const context = contextOf()
    const run = (times: number) => {
      const start = process.threadCpuUsage()
      for (let n = 0; n < times; n++) drivers.decode('gatehouse/v1/gas-1/reading', reading, context)
      const { user, system } = process.threadCpuUsage(start)
      return (user + system) / times
    }
    run(20_000)
    // Of the processor. The aim is 6 us, measured 2 to 3; ten times that is a defect on any machine.
    expect(run(50_000)).toBeLessThan(60)
  })
})
