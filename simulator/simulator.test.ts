// The simulator against a real broker: what it says, how it obeys, and the trouble that can be staged.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayOf } from '@gatehouse/demo/building-day'
import { dateOf, hour, plusDays } from '@gatehouse/demo/local-day'
import { meridianTower } from '@gatehouse/demo/meridian-tower'
import { devicesOf } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Received, startBroker } from './broker.testing.ts'
import { readSettings, WrongSetting } from './settings.ts'
import { type Simulator, startSimulator } from './simulator.ts'

const seed = 7
const devices = worlds.flatMap(devicesOf)
let broker: Awaited<ReturnType<typeof startBroker>>
let simulator: Simulator
const started = Date.now()
const gap = 26 * hour

beforeAll(async () => {
  broker = await startBroker()
  writeFileSync(join(broker.folder, 'told.json'), JSON.stringify({ until: new Date(started - gap).toISOString() }))
  simulator = await startSimulator(
    readSettings({ MQTT_URL: broker.url, SIMULATOR_CREDENTIALS: broker.credentialsFile, SIMULATOR_SEED: String(seed) }),
  )
})

afterAll(async () => {
  await simulator.stop()
  await broker.stop()
})

const command = (action: string, args = {}, lasts = 10_000) => ({
  commandId: `${action}-${Math.random()}`,
  at: new Date().toISOString(),
  action,
  args,
  expiresAt: new Date(Date.now() + lasts).toISOString(),
})

test('every device connects with its own credential and says how it is; doors say their state', async () => {
  await expect.poll(broker.connected, { timeout: 10_000 }).toBe(devices.length)
  for (const { key, kind } of devices) {
    await broker.receives((h) => h.device === key && h.kind === 'status' && h.message['online'] === true)
    if (kind === 'door') await broker.receives((h) => h.device === key && h.kind === 'state')
  }
})

test('every gas channel speaks within ten seconds, at whatever hour', async () => {
  for (const { key, channels } of meridianTower.detectors)
    for (const { channel } of channels)
      await broker.receives(
        (h) => h.device === key && h.kind === 'reading' && h.message['channel'] === channel,
        0,
        10_000,
      )
})

test('what was missed since the bookmark is made up for, in the words of the plan', async () => {
  const missed = new Map<string, unknown>()
  for (const world of worlds)
    for (
      let date = dateOf(world.timeZone, started - gap);
      date <= dateOf(world.timeZone, started);
      date = plusDays(date, 1)
    )
      for (const { device, message } of dayOf(world, seed, date)) {
        const at = Date.parse(message.at)
        if (at >= started - gap && at < started && ('in' in message || message['type'] === 'access'))
          missed.set(`${device} ${message.id}`, message)
      }
  expect(missed.size).toBeGreaterThan(50)
  const unseen = () => {
    for (const { device, message } of broker.received) waiting.delete(`${device} ${message.id}`)
    return waiting.size
  }
  const waiting = new Set(missed.keys())
  await expect.poll(unseen, { timeout: 15_000 }).toBe(0)
  const received = new Map(broker.received.map((h) => [`${h.device} ${h.message.id}`, h.message]))
  for (const [key, message] of missed) expect(received.get(key)).toEqual(message)
})

describe('a door', () => {
  const door = 'door-roof-terrace'

  test('unlocks on command, says so, and locks again after the seconds asked for', async () => {
    const since = broker.received.length
    const unlock = command('unlock', { seconds: 1 })
    await broker.command(door, unlock)
    const opened = await broker.receives((h) => h.device === door && h.message['mode'] === 'Accessed', since)
    expect(opened.message['lock']).toBe('Unlocked')
    const ack = await broker.receives((h) => h.kind === 'ack' && h.message['commandId'] === unlock.commandId, since)
    expect(ack.message['result']).toBe('done')
    const locked = await broker.receives((h) => h.device === door && h.message['mode'] === 'Locked', since)
    const took = Date.parse(locked.message.at) - Date.parse(opened.message.at)
    expect(took).toBeGreaterThanOrEqual(950)
    // A second was asked for; five, the usual, would be too many.
    expect(took).toBeLessThan(4900)
  })

  test('never acts upon an expired command', async () => {
    const since = broker.received.length
    const late = command('unlock', {}, -1)
    await broker.command(door, late)
    const ack = await broker.receives((h) => h.message['commandId'] === late.commandId, since)
    expect([ack.message['result'], ack.message['reason']]).toEqual(['refused', 'expired'])
    expect(broker.received.slice(since).some((h) => h.device === door && h.kind === 'state')).toBe(false)
  })

  test('obeys a command that is delivered twice once', async () => {
    const since = broker.received.length
    const unlock = command('unlock', { seconds: 1 })
    await broker.command(door, unlock)
    await broker.command(door, unlock)
    await expect
      .poll(() => broker.received.slice(since).filter((h) => h.message['commandId'] === unlock.commandId).length)
      .toBe(2)
    await broker.receives((h) => h.device === door && h.message['mode'] === 'Locked', since)
    const message = broker.received.slice(since).filter((h) => h.device === door && h.message['mode'] === 'Accessed')
    expect(message).toHaveLength(1)
  })

  test('in lockdown accepts only its release', async () => {
    const since = broker.received.length
    const answers = []
    for (const action of ['lockdown', 'unlock', 'release-lockdown', 'fly']) {
      const sent = command(action)
      await broker.command(door, sent)
      const { message } = await broker.receives((h) => h.message['commandId'] === sent.commandId, since)
      answers.push([action, message['result']])
    }
    expect(answers).toEqual([
      ['lockdown', 'done'],
      ['unlock', 'refused'],
      ['release-lockdown', 'done'],
      ['fly', 'refused'],
    ])
  })

  test('takes commands, and a camera none', async () => {
    const sent = command('unlock')
    await broker.command('camera-floor-2', sent)
    const { message } = await broker.receives((h) => h.message['commandId'] === sent.commandId)
    expect(message['reason']).toBe('a camera device takes no commands')
  })
})

test('an actuator switches, says so, and is off by itself after the seconds asked for', async () => {
  const since = broker.received.length
  const fan = 'fan-car-park-1'
  const on = command('switch-on', { seconds: 1 })
  await broker.command(fan, on)
  const reported = (active: boolean) =>
    broker.receives((h) => h.device === fan && h.kind === 'output' && h.message['active'] === active, since)
  const switched = await reported(true)
  const ack = await broker.receives((h) => h.kind === 'ack' && h.message['commandId'] === on.commandId, since)
  expect(ack.message['result']).toBe('done')
  const ended = await reported(false)
  expect(Date.parse(ended.message.at) - Date.parse(switched.message.at)).toBeGreaterThanOrEqual(950)
})

describe('a staged', () => {
  test('gas leak passes the high set point and clears', async () => {
    const since = broker.received.length
    const { correlationId } = simulator.stage.play('gas-leak', { seconds: 1.5 })
    const ofLeak = (h: Received) => h.device === 'gas-car-park-south' && h.message['channel'] === 'CO'
    await broker.receives(
      (h) => ofLeak(h) && Number(h.message['value']) > 70 && h.message['correlationId'] === correlationId,
      since,
    )
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    const cleared = broker.received.length
    const after = await broker.receives(ofLeak, cleared)
    expect(Number(after.message['value'])).toBeLessThan(30)
  })

  test('gas leak spreads through doors, later and weaker', async () => {
    const since = broker.received.length
    simulator.stage.play('gas-leak', { seconds: 1, stays: 1, spreads: 3 })
    const peak = (device: string) =>
      Math.max(
        0,
        ...broker.received
          .slice(since)
          .filter((h) => h.device === device && h.message['channel'] === 'CO' && 'correlationId' in h.message)
          .map((h) => Number(h.message['value'])),
      )
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    const [here, beside] = [peak('gas-car-park-south'), peak('gas-car-park-north')]
    expect(here).toBeGreaterThan(70)
    expect(beside).toBeGreaterThan(0)
    expect(beside).toBeLessThan(here)
  })

  test('poisoned sensor reads the same to the digit until it is put right', async () => {
    const { end } = simulator.stage.play('poisoned-sensor', { device: 'gas-boiler', value: 3.25 })
    const since = broker.received.length
    const ofBoiler = (h: Received) => h.device === 'gas-boiler' && h.kind === 'reading'
    for (let from = since, seen = 0; seen < 3; seen++) {
      const next = await broker.receives(ofBoiler, from)
      expect(next.message['value']).toBe(3.25)
      from = broker.received.indexOf(next) + 1
    }
    end()
    await broker.receives((h) => ofBoiler(h) && h.message['value'] !== 3.25, broker.received.length)
  })

  test('drifting sensor moves away from its zero, and below it', async () => {
    const { end } = simulator.stage.play('sensor-drift', { device: 'gas-boiler', by: -1000, seconds: 20 })
    await broker.receives((h) => h.device === 'gas-boiler' && Number(h.message['value']) < -100, broker.received.length)
    end()
  })

  test('counter that misses every fifth on the way in counts so many less, and all on the way out', async () => {
    const since = broker.received.length
    const { end } = simulator.stage.play('counter-misses', { share: 0.2, direction: 'entry' })
    const { correlationId } = simulator.stage.play('crowd', { people: 50, seconds: 0.6 })
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(1)
    end()
    const sums = () => {
      const ours = broker.received.slice(since).filter((h) => h.message['correlationId'] === correlationId)
      const sum = (way: string) => ours.reduce((all, h) => all + Number(h.message[way] ?? 0), 0)
      return { in: sum('in'), out: sum('out') }
    }
    await expect.poll(sums).toEqual({ in: 40, out: 50 })
  })

  test('propped door: the counter sees those who pass without a card, and sees them leave', async () => {
    const since = broker.received.length
    const { correlationId } = simulator.stage.play('propped-door', { people: 4, after: 0.2, seconds: 0.6 })
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    const ours = () => broker.received.slice(since).filter((h) => h.message['correlationId'] === correlationId)
    await expect
      .poll(() => ours().some((h) => h.message['alarm'] === 'DoorOpenTooLong' || h.message['type'] === 'held-open'))
      .toBe(true)
    const sum = (way: string) =>
      ours()
        .filter((h) => h.kind === 'count')
        .reduce((all, h) => all + Number(h.message[way]), 0)
    await expect.poll(() => sum('out')).toBeGreaterThan(0)
    expect(sum('in')).toBe(sum('out'))
    expect(ours().some((h) => h.kind === 'event' && h.message['type'] === 'access')).toBe(false)
  })

  test('forced door is reported by the door and the camera beside it, under one correlation id', async () => {
    const since = broker.received.length
    const { correlationId } = simulator.stage.play('forced-door', { seconds: 0.5 })
    await broker.receives(
      (h) => h.message['type'] === 'forced-open' && h.message['correlationId'] === correlationId,
      since,
    )
    await broker.receives(
      (h) => h.device === 'camera-main-entrance' && h.message['correlationId'] === correlationId,
      since,
    )
    await broker.receives((h) => h.device === 'door-fire-exit' && h.message['alarm'] === 'DoorForcedOpen', since)
    await broker.receives((h) => h.device === 'door-fire-exit' && h.message['contact'] === 'Closed', since)
  })

  test('door held open raises its alarm and is closed when the scenario is ended early', async () => {
    const since = broker.received.length
    simulator.stage.play('held-open', { after: 0.2, seconds: 60 })
    await broker.receives((h) => h.device === 'door-loading-bay' && h.message['alarm'] === 'DoorOpenTooLong', since)
    simulator.stage.endAll()
    await broker.receives((h) => h.device === 'door-loading-bay' && h.message['type'] === 'closed', since)
  })

  test('crowd goes out again to the last person', async () => {
    const since = broker.received.length
    const { correlationId } = simulator.stage.play('crowd', { people: 50, seconds: 0.6 })
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    const sums = () =>
      broker.received
        .slice(since)
        .filter((h) => h.kind === 'count' && h.message['correlationId'] === correlationId)
        .reduce((s, { message }) => ({ in: s.in + Number(message['in']), out: s.out + Number(message['out']) }), {
          in: 0,
          out: 0,
        })
    await expect.poll(sums).toEqual({ in: 50, out: 50 })
  })

  test('device failure is told by the last will, and the device comes back', async () => {
    for (const round of [1, 2]) {
      const since = broker.received.length
      simulator.stage.play('device-failure', { device: 'gas-boiler', mode: 'offline', seconds: 0.5 })
      await broker.receives((h) => h.device === 'gas-boiler' && h.message['online'] === false, since)
      await broker.receives((h) => h.device === 'gas-boiler' && h.message['online'] === true, since)
      expect(round).toBeGreaterThan(0)
    }
    const wills = broker.received.filter((h) => h.device === 'gas-boiler' && h.message['online'] === false)
    expect(new Set(wills.map((h) => h.message.id)).size, 'each will has an id of its own').toBe(wills.length)
  })

  test('sensor fault shows as quality, not as a number', async () => {
    const since = broker.received.length
    simulator.stage.play('device-failure', { device: 'gas-boiler', mode: 'fault', seconds: 0.5 })
    const fault = await broker.receives((h) => h.device === 'gas-boiler' && h.message['quality'] === 'fault', since)
    expect(fault.message['value']).toBeNull()
  })

  test('power cut takes every device of the floor and gives it back', async () => {
    const before = broker.connected()
    const dark = devices.filter((d) => d.floor === 'floor-2')
    simulator.stage.play('power-cut', { floor: 'floor-2', seconds: 4 })
    await expect.poll(broker.connected).toBe(before - dark.length)
    await expect.poll(broker.connected, { timeout: 10_000 }).toBe(before)
  })

  test('flood forces as many doors as asked for, one after the other, and closes them', async () => {
    const since = broker.received.length
    const { correlationId } = simulator.stage.play('alarm-flood', { alarms: 4, seconds: 1 })
    const ofFlood = ({ message }: Received) => message['correlationId'] === correlationId
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    await expect
      .poll(() => {
        const doors = (type: string) =>
          new Set(
            broker.received
              .slice(since)
              .filter((h) => ofFlood(h) && h.message['type'] === type)
              .map(({ device }) => device),
          ).size
        return { forced: doors('forced-open'), closed: doors('closed') }
      })
      .toEqual({ forced: 4, closed: 4 })
  })

  test('contact that chatters opens and closes as often as asked for, and is closed in the end', async () => {
    const since = broker.received.length
    simulator.stage.play('chattering-contact', { times: 3, every: 0.2 })
    await expect.poll(() => simulator.stage.running().length, { timeout: 10_000 }).toBe(0)
    const contacts = () => {
      const all = broker.received
        .slice(since)
        .flatMap(({ device, message }) => (device === 'door-archive' ? [message['contact']] : []))
        .filter((contact) => contact !== undefined)
      return all.filter((contact, n) => contact !== all[n - 1])
    }
    await expect.poll(contacts).toEqual(['Open', 'Closed', 'Open', 'Closed', 'Open', 'Closed'])
  })

  test('scenario that is unknown, or for a device that is not there, is refused', () => {
    expect(() => simulator.stage.play('earthquake', {})).toThrow(/none of gas-leak/)
    expect(() => simulator.stage.play('forced-door', { device: 'door-to-nowhere' })).toThrow(/no door/)
    expect(() => simulator.stage.play('gas-leak', { seconds: -1 })).toThrow()
    expect(simulator.stage.running()).toEqual([])
  })
})

test('after the broker was gone, what was said meanwhile arrives once it is back', async () => {
  const since = broker.received.length
  const away = broker.restart(1500)
  await expect.poll(broker.connected).toBe(0)
  simulator.stage.play('forced-door', { device: 'door-side-entrance', seconds: 0.1 })
  await away
  await broker.receives((h) => h.device === 'door-side-entrance' && h.message['type'] === 'forced-open', since)
  await expect.poll(broker.connected, { timeout: 10_000 }).toBe(devices.length)
})

test('nothing was said that is not of the wire or not of its sender', () => {
  expect(broker.received.length).toBeGreaterThan(300)
  expect(broker.wrong).toEqual([])
})

test('wrong settings are told in a line', () => {
  const env = { MQTT_URL: broker.url, SIMULATOR_CREDENTIALS: broker.credentialsFile }
  for (const wrong of [
    { MQTT_URL: 'nowhere' },
    { SIMULATOR_SPEED: '-3' },
    { SIMULATOR_COMPANY: 'acme' },
    { SIMULATOR_CREDENTIALS: '/nowhere.json' },
  ])
    expect(() => readSettings({ ...env, ...wrong })).toThrow(WrongSetting)
  expect(readSettings({ ...env, SIMULATOR_COMPANY: 'northwind' }).worlds.map((w) => w.key)).toEqual(['northwind'])
})
