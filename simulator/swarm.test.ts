// A swarm against a real broker: every door of it says how it is, obeys once, and asks.
import { meridianTower } from '@gatehouse/demo/meridian-tower'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBroker } from './broker.testing.ts'
import { type ReceivedCommand, startSwarm, type Swarm } from './swarm.ts'

const keys = meridianTower.doors.map((d) => d.key)
const [gateway = '', quiet = ''] = keys
let broker: Awaited<ReturnType<typeof startBroker>>
let swarm: Swarm
const commands: ReceivedCommand[] = []

beforeAll(async () => {
  broker = await startBroker()
  const settings = { url: broker.url, username: gateway, password: `secret of ${gateway}`, keys, silent: [quiet] }
  swarm = await startSwarm(settings, (command) => commands.push(command))
})
afterAll(async () => {
  await swarm.stop()
  await broker.stop()
})

const command = (action: string) => ({
  commandId: action,
  at: new Date().toISOString(),
  action,
  args: {},
  expiresAt: new Date(Date.now() + 10_000).toISOString(),
})

test('each of its doors says how it is, obeys and answers; the silent one only hears', async () => {
  await swarm.report()
  for (const key of keys) await broker.receives((h) => h.device === key && h.kind === 'state')
  const since = broker.received.length
  for (const key of keys) await broker.command(key, command('lockdown'))
  for (const key of keys)
    if (key !== quiet) {
      await broker.receives((h) => h.device === key && h.kind === 'ack' && h.message['result'] === 'done', since)
      await broker.receives((h) => h.device === key && h.message['mode'] === 'LockedDown', since)
    }
  expect(commands.map(({ key }) => key).sort()).toEqual(keys.toSorted())
  expect(broker.received.slice(since).filter((h) => h.device === quiet)).toEqual([])
})

test('a question at one of its doors goes out as that door’s', async () => {
  void swarm.ask(gateway, 'card:1')
  const asked = await broker.receives((h) => h.kind === 'ask')
  expect(asked).toMatchObject({ device: gateway, message: { credential: 'card:1', direction: 'entry' } })
})
