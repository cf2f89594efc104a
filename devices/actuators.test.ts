// Horns, strobes and fans on each wire: their commands, and what is their feedback. Payloads as their makers
// document them; each block names its page.
import { describe, expect, it } from 'vitest'
import { withPart } from './config.ts'
import { aCommand, bytes, contextOf } from './context.testing.ts'
import type { DriverName, Registered } from './driver.ts'
import { createDrivers } from './drivers.ts'

const drivers = createDrivers()
const actuator = (driver: DriverName, address: string, config: unknown = null): Registered => ({
  key: 'fan-2',
  kind: 'actuator',
  driver,
  address,
  config,
})
const told = (device: Registered, action: string, args = {}) => {
  const [sent] = drivers.encode(aCommand(action, args), device)
  return { topic: sent?.topic, payload: sent?.payload ?? '', retain: sent?.retain }
}
const reported = (device: Registered, topic: string, payload: unknown) =>
  drivers.decode(topic, bytes(payload), contextOf([device]))

describe('an actuator on the wire of Gatehouse', () => {
  const fan = actuator('gatehouse', 'fan-2')

  it('is told to switch with when that is no more, never retained, and says what it does', () => {
    const { topic, payload, retain } = told(fan, 'switch-on', { seconds: 30 })
    expect({ topic, retain }).toEqual({ topic: 'gatehouse/v1/fan-2/command', retain: false })
    expect(JSON.parse(payload)).toMatchObject({
      action: 'switch-on',
      args: { seconds: 30 },
      expiresAt: expect.any(String),
    })
    const said = { id: 'o1', at: '2026-11-21T11:59:59.000Z', active: true, fault: false, speed: 1450 }
    expect(reported(fan, 'gatehouse/v1/fan-2/output', said)).toMatchObject([{ kind: 'output', message: said }])
  })
})

// https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Switch#switchset and .../General/Notifications
describe('an actuator at the relay of a Shelly', () => {
  const id = 'shellypro4pm-f008d1d8b8b8'
  const fan = actuator('shelly', id, { settings: { relay: 1 } })

  it('is on while its relay is, and drops out by itself where it is told for how long', () => {
    expect(JSON.parse(told(fan, 'switch-on').payload)).toMatchObject({
      method: 'Switch.Set',
      params: { id: 1, on: true },
    })
    expect(JSON.parse(told(fan, 'switch-on', { seconds: 900 }).payload).params).toEqual({
      id: 1,
      on: true,
      toggle_after: 900,
    })
    expect(JSON.parse(told(fan, 'switch-off', { seconds: 900 }).payload).params).toEqual({ id: 1, on: false })
  })

  it('reports its relay, its faults, and the answer to its command', () => {
    const frame = {
      src: id,
      dst: `${id}/events`,
      method: 'NotifyStatus',
      params: { ts: 1631186545.04, 'switch:1': { id: 1, output: true, source: 'MQTT' } },
    }
    expect(reported(fan, `${id}/events/rpc`, frame)).toMatchObject([
      { kind: 'output', message: { active: true, at: '2021-09-09T11:22:25.040Z' } },
    ])
    expect(reported(fan, `${id}/status/switch:1`, { id: 1, output: false, errors: ['overpower'] })).toMatchObject([
      { kind: 'output', message: { active: false, fault: true } },
    ])
    expect(reported(fan, `${id}/status/switch:0`, { id: 0, output: true })).toMatchObject([{ what: 'ignored' }])
    const { commandId } = aCommand('')
    expect(reported(fan, `gatehouse-${id}/rpc`, { id: commandId, src: id, result: { was_on: false } })).toMatchObject([
      { kind: 'ack', message: { commandId, result: 'done' } },
    ])
  })

  it.each([
    ['unlock', {}, fan],
    ['switch-on', { seconds: 'ever' }, fan],
    ['switch-on', {}, actuator('shelly', id, { settings: { relay: null } })],
  ])('is not sent %s %j', (action, args, device) => {
    expect(() => told(device, action, args)).toThrow(expect.objectContaining({ name: 'Unencodable' }))
  })
})

// https://www.zigbee2mqtt.io/devices/SWITCH-ZR02.html and .../ZG-2002-RF.html
describe('an actuator behind Zigbee2MQTT', () => {
  const fan = actuator('zigbee2mqtt', 'Fan 2')
  const second = actuator('zigbee2mqtt', 'Fan 2', { settings: { property: 'state_l2' } })

  it('is told ON and OFF, and for how long where its firmware keeps that', () => {
    expect(told(fan, 'switch-on')).toEqual({ topic: 'zigbee2mqtt/Fan 2/set', payload: '{"state":"ON"}', retain: false })
    expect(told(fan, 'switch-on', { seconds: 300 }).payload).toBe('{"state":"ON","on_time":300}')
    expect(told(second, 'switch-off').payload).toBe('{"state_l2":"OFF"}')
    expect(() => told(fan, 'lock')).toThrow('cannot "lock"')
  })

  it('reports the property that is switched', () => {
    const state = { state: 'ON', state_l2: 'OFF', linkquality: 87 }
    expect(reported(fan, 'zigbee2mqtt/Fan 2', state)).toMatchObject([
      { kind: 'output', message: { active: true } },
      { kind: 'status' },
    ])
    expect(reported(second, 'zigbee2mqtt/Fan 2', state)).toMatchObject([{ message: { active: false } }, {}])
  })
})

// https://www.home-assistant.io/integrations/switch.mqtt and .../siren.mqtt
describe('an actuator described by discovery', () => {
  const announced = (component: string, config: object) => {
    const decoded = drivers.decode(`homeassistant/${component}/x/config`, bytes(config), contextOf([]))
    const [announcement] = decoded.flatMap((one) => (one.what === 'announcement' ? [one] : []))
    if (!announcement) throw new Error('it is not announced')
    return {
      kind: announcement.kind,
      device: actuator('homeassistant', announcement.address, withPart(null, announcement)),
    }
  }
  const heard = (device: Registered, topic: string, payload: string) =>
    drivers.decode(topic, bytes(payload), { ...contextOf([device]), listeners: () => [device] })

  it('as a switch is told and heard in its own words', () => {
    const { kind, device } = announced('switch', {
      name: 'Fan',
      uniq_id: 'fan-2',
      cmd_t: 'cellar/fan/set',
      stat_t: 'cellar/fan',
      pl_on: 'start',
      pl_off: 'stop',
      stat_on: 'running',
      stat_off: 'standing',
    })
    expect(kind).toBe('actuator')
    expect(told(device, 'switch-on', { seconds: 5 })).toMatchObject({ topic: 'cellar/fan/set', payload: 'start' })
    expect(told(device, 'switch-off').payload).toBe('stop')
    expect(heard(device, 'cellar/fan', 'running')).toMatchObject([{ kind: 'output', message: { active: true } }])
    expect(heard(device, 'cellar/fan', 'standing')).toMatchObject([{ message: { active: false } }])
    expect(heard(device, 'cellar/fan', 'start')).toMatchObject([{ what: 'refusal' }])
  })

  it('as a siren is told in JSON with its duration, and says its state as JSON or as a word', () => {
    const { kind, device } = announced('siren', { name: 'Horn', uniq_id: 'horn', cmd_t: 'horn/set', stat_t: 'horn' })
    expect(kind).toBe('actuator')
    expect(told(device, 'switch-on', { seconds: 180 }).payload).toBe('{"state":"ON","duration":180}')
    expect(told(device, 'switch-off').payload).toBe('{"state":"OFF"}')
    expect(heard(device, 'horn', '{"state":"ON","tone":"bell"}')).toMatchObject([{ message: { active: true } }])
    expect(heard(device, 'horn', 'OFF')).toMatchObject([{ message: { active: false } }])
  })
})
