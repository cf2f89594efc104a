// The simulator as a process: how it starts, is controlled, lives fast, and ends.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { devicesOf } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startBroker } from './broker.testing.ts'

const program = join(import.meta.dirname, 'main.ts')
const devices = worlds.flatMap(devicesOf)
let broker: Awaited<ReturnType<typeof startBroker>>
let child: ChildProcess | undefined
/** For what comes soon, or never. */
const patience = { timeout: 60_000 }
/** For a test of several such waits. */
const within = { timeout: 180_000 }

beforeAll(async () => {
  broker = await startBroker()
})

afterEach(() => {
  child?.kill('SIGKILL')
})

afterAll(() => broker.stop())

const start = async (env: Record<string, string> = {}) => {
  // Those of the one before are not taken for its own.
  await expect.poll(broker.connected, patience).toBe(0)
  child = fork(program, {
    env: { ...process.env, MQTT_URL: broker.url, SIMULATOR_CREDENTIALS: broker.credentialsFile, ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await expect.poll(broker.connected, patience).toBe(devices.length)
  return child
}

/** The time of other processes: that of this one may have been moved. */
const systemMs = () => performance.timeOrigin + performance.now()

const endOf = (process: ChildProcess) =>
  new Promise<number | null>((resolve) => process.once('exit', (code) => resolve(code)))

const willsSince = (place: number) =>
  broker.received.slice(place).filter((h) => h.kind === 'status' && h.message['online'] === false)

test('on SIGTERM it ends cleanly: every last will is heard, the bookmark is set', within, async () => {
  const process = await start()
  const place = broker.received.length
  const asked = systemMs()
  process.kill('SIGTERM')
  expect(await endOf(process)).toBe(0)
  // A second is what it gives itself; ten times what that takes in all.
  expect(systemMs() - asked).toBeLessThan(25_000)
  await expect.poll(() => willsSince(place).length, patience).toBe(devices.length)
  const { until } = JSON.parse(readFileSync(join(broker.folder, 'told.json'), 'utf8'))
  for (const { key } of worlds) expect(Math.abs(Date.parse(until[key]) - asked)).toBeLessThan(30_000)
  expect(() => statSync(join(broker.folder, 'simulator.json'))).toThrow()
})

test('when its parent is gone it ends too', within, async () => {
  const process = await start()
  process.disconnect()
  expect(await endOf(process)).toBe(0)
})

test('killed in an instant, its devices are told offline by their last wills', within, async () => {
  const process = await start()
  const place = broker.received.length
  process.kill('SIGKILL')
  await expect.poll(() => willsSince(place).length, patience).toBe(devices.length)
})

test('a scenario is staged from the command line', within, async () => {
  await start()
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-control-'))
  const control = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'control.ts'), ...args, '--data-dir', data])
  await expect(control('forced-door')).rejects.toThrow(/no simulator runs/)
  // As a second name: under its own the simulator goes on writing there.
  symlinkSync(broker.folder, join(data, 'demo'))
  try {
    expect(statSync(join(data, 'demo', 'simulator.json')).mode & 0o077).toBe(0)
    const place = broker.received.length
    const { stdout } = await control('forced-door', '--device', 'northwind-door-dock', '--seconds', '1')
    expect(stdout).toContain('correlationId')
    await broker.receives(
      (h) => h.device === 'northwind-door-dock' && h.message['type'] === 'forced-open',
      place,
      patience.timeout,
    )
    await expect(control('gas-leak', '--seconds', 'soon')).rejects.toThrow()
    expect((await control()).stdout).toContain('power-cut')
    expect((await control('end')).stdout).toContain('ended')
  } finally {
    rmSync(data, { recursive: true })
  }
})

test(
  'faster than the clock it lives hours in seconds, says them now, and uses no id of a day to come',
  within,
  async () => {
    const place = broker.received.length
    const begun = systemMs()
    await start({ SIMULATOR_SPEED: '3600' })
    const passes = (h: (typeof broker.received)[number]) => h.kind === 'event' && h.message['type'] === 'access'
    await expect.poll(() => broker.received.slice(place).filter(passes).length, patience).toBeGreaterThan(20)
    const payload = broker.received.slice(place).filter((h) => h.kind !== 'status')
    for (const { message } of payload)
      expect(Math.abs(Date.parse(message.at) - systemMs())).toBeLessThan(systemMs() - begun + 1000)
    for (const h of payload.filter(passes)) expect(h.message.id).toMatch(/^(x|staged-)/)
    expect(new Set(payload.map((h) => `${h.device} ${h.message.id}`)).size).toBe(payload.length)
  },
)
