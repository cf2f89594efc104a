// A building is lost with its disk and got back from a backup that was made while devices talked: the programs as people
// run them, the embedded store, and a new PostgreSQL that counts its transactions from the beginning.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as sites from '@gatehouse/contract/building/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany, aDevice, type ADevice, aUser, type AUser } from '../../testing/building.testing.ts'
import { aProgram, compiled, type Program } from '../../chaos/program.testing.ts'
import { endPostgres } from '../../chaos/postgres.testing.ts'
import { createApiClient } from '../../testing/test-server.testing.ts'
import { aReading, connect, send } from '../../building/ingest/ingest.testing.ts'

const commands = {
  backup: fileURLToPath(new URL('command.ts', import.meta.url)),
  record: fileURLToPath(new URL('../../record/activity/command.ts', import.meta.url)),
}

let program: Program
let elsewhere: string
let user: AUser
let gas: ADevice
beforeAll(async () => {
  program = await aProgram()
  elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-elsewhere-'))
})
afterAll(async () => {
  await program.remove()
  rmSync(elsewhere, { recursive: true })
})

const run = async (command: keyof typeof commands, args: readonly string[]) => {
  const child = spawn(process.execPath, [commands[command], ...args], {
    cwd: dirname(commands[command]),
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      DATA_DIR: program.dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, output: `${out}${err}` }
}

const signedIn = async () => {
  const visitor = createApiClient(`http://127.0.0.1:${program.port}`)
  await visitor.signIn(user.email, user.password)
  return visitor
}

test('everything that was acknowledged before the backup is there again, and the record holds', {
  timeout: 180_000,
}, async () => {
  await program.start()
  const pool = program.store()
  const company = await aCompany(pool)
  user = await aUser(pool, company, { can: ['manage_sites', 'read_dashboard'] })
  gas = await aDevice(pool, company, 'gas')
  const before = await signedIn()
  await before.call(sites.create, { name: 'The annexe', timeZone: 'Europe/London' })
  const device = await connect(`mqtt://127.0.0.1:${program.mqttPort}`, gas)
  let acknowledged = 0
  const speak = async () => {
    if (await send(device, gas.key, 'reading', { ...aReading(), value: ++acknowledged })) return
    throw new Error('a reading was not acknowledged')
  }
  for (let n = 0; n < 30; n++) await speak()
  const counted = acknowledged
  const over = new AbortController()
  const speaking = (async () => {
    while (!over.signal.aborted) await speak()
  })()
  const file = join(elsewhere, 'backup.tar.zst')
  const made = await run('backup', ['backup', file])
  over.abort()
  await speaking
  device.end(true)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('read back whole') })
  expect(acknowledged).toBeGreaterThan(counted)

  // Not while it runs.
  const refused = await run('backup', ['restore', file, '--replace'])
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('in use by another Gatehouse') })
  expect((await signedIn()).token).toBeTruthy()

  await program.kill()
  await endPostgres(program.cluster().folder)
  const key = readFileSync(join(program.dataDir, 'vault.key'), 'utf8')
  for (const name of readdirSync(program.dataDir)) rmSync(join(program.dataDir, name), { recursive: true })

  const restored = await run('backup', ['restore', file])
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Its record holds: [1-9]\d* entr/) })
  expect(readFileSync(join(program.dataDir, 'vault.key'), 'utf8')).toBe(key)
  await program.start()
  const again = program.store()
  const rows = async (sql: string) => (await again.query<{ n: number }>(sql)).rows.map(({ n }) => n)
  const values = await rows('select distinct value::int as n from gas_reading order by 1')
  expect(values.slice(0, counted)).toEqual(Array.from({ length: counted }, (_, n) => n + 1))
  // Without a gap up to the moment of the backup.
  expect(values).toEqual(values.map((_, n) => n + 1))
  const noted = () => again.query<{ subject: string }>(`select subject from activity where action = 'system.restored'`)
  await expect.poll(async () => (await noted()).rows).toHaveLength(1)
  const after = await signedIn()
  expect((await after.call(sites.list)).sites.map(({ name }) => name)).toContain('The annexe')
  // What is stored from now on lies behind what was rolled up.
  const back = await connect(`mqtt://127.0.0.1:${program.mqttPort}`, gas)
  expect(await send(back, gas.key, 'reading', { ...aReading(), value: 5000 })).toBe(true)
  back.end(true)
  const sums = async () => rows('select sum(count)::int as n from gas_minute')
  await expect.poll(sums).toEqual([values.length + 1])
  await after.call(sites.create, { name: 'Another', timeZone: 'Europe/London' })
  await expect
    .poll(() => run('record', ['verify']))
    .toMatchObject({ code: 0, output: expect.stringContaining('All holds') })

  // Put aside, not overwritten, and only where it is said.
  await program.stop()
  const received = await run('backup', ['restore', file])
  expect(received).toMatchObject({ code: 2, output: expect.stringContaining('holds a building already') })
  const replaced = await run('backup', ['restore', file, '--replace'])
  expect(replaced.code).toBe(0)
  const [aside = ''] = readdirSync(program.dataDir).filter((name) => name.startsWith('before-restore-'))
  expect(readdirSync(join(program.dataDir, aside)).toSorted()).toEqual(['postgres', 'record', 'vault.key'])
})
