import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-process.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const isRoot = process.getuid?.() === 0

let dataDir: string
let running: Embedded | undefined
const others: ChildProcess[] = []

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-embedded-'))
  chmodSync(dataDir, 0o755)
})

afterEach(async () => {
  for (const child of others.splice(0)) child.kill('SIGKILL')
  await running?.stop()
  running = undefined
})

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = async (folder = dataDir) => {
  running = await startEmbedded({ dataDir: folder, log })
  return running
}

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

/** A Gatehouse of its own that has started PostgreSQL on the folder, and what it says of it. */
const startElsewhere = async () => {
  const child = spawnGatehouse(dataDir)
  const [line] = await once(child.stdout, 'data')
  const { url, pid }: { url: string; pid: number } = JSON.parse(String(line))
  return { child, url, pid }
}

const spawnGatehouse = (folder: string) => {
  const module = new URL('./embedded.ts', import.meta.url).href
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startEmbedded } = await import(${JSON.stringify(module)})
       const log = { info() {}, warn() {}, error() {} }
       const { url, pid } = await startEmbedded({ dataDir: ${JSON.stringify(folder)}, log })
       console.log(JSON.stringify({ url, pid }))
       setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  others.push(child)
  return child
}

const killed = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the embedded PostgreSQL', () => {
  test('starts on an empty folder, safe and sorted alike everywhere', async () => {
    const { url, location } = await start()
    expect(await query(url, 'show listen_addresses')).toEqual(['127.0.0.1'])
    expect(await query(url, 'show fsync')).toEqual(['on'])
    expect(await query(url, 'show synchronous_commit')).toEqual(['on'])
    expect(await query(url, `select string_agg(x, '' order by x) from unnest(array['b','Ä','a','B']) x`)).toEqual([
      'BabÄ',
    ])
    expect(await query(url, `select lower('ÄÖÜ')`)).toEqual(['äöü'])
    expect(location).toBe(join(dataDir, 'postgres', 'cluster'))
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    await expect(query(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
  })

  test('keeps its data and its address over a stop and a start', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 1 as n')
    await first.stop()
    await expect.poll(() => isAlive(first.pid)).toBe(false)
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from kept')).toEqual([1])
  })

  test('is taken over as it is after Gatehouse was killed', async () => {
    const before = await startElsewhere()
    await query(before.url, 'create table survived as select 7 as n')
    await killed(before.child)
    expect(isAlive(before.pid)).toBe(true)
    const after = await start()
    expect(after.pid).toBe(before.pid)
    expect(after.url).toBe(before.url)
    expect(await query(after.url, 'select n from survived')).toEqual([7])
  })

  test('refuses a second Gatehouse on the same folder and says who holds it', async () => {
    const { child } = await startElsewhere()
    await expect(start()).rejects.toThrow(`in use by another Gatehouse (process ${child.pid},`)
    await killed(child)
    await start()
  })

  test.each(['started', 'taken over'])('is restarted when it is killed, having been %s', async (how) => {
    if (how === 'taken over') await killed((await startElsewhere()).child)
    const postgres = await start()
    await query(postgres.url, `create table if not exists committed (n int)`)
    await query(postgres.url, `insert into committed values (1)`)
    const [before] = await query(postgres.url, 'select count(*)::int from committed')
    const exits: number[] = []
    postgres.onExit(() => exits.push(Date.now()))
    const first = postgres.pid
    const at = Date.now()
    process.kill(first, 'SIGKILL')
    const after = await untilAnswered(postgres.url, 'select count(*)::int from committed', first)
    // A second as a rule; what waits for a time-out of its own would take longer than this.
    expect(Date.now() - at).toBeLessThan(15_000)
    expect(after).toEqual([before])
    expect(postgres.pid).not.toBe(first)
    expect(exits).toHaveLength(1)
  })

  test('does not mistake another program with the old number for PostgreSQL', async () => {
    const first = await start()
    const pidFile = join(first.location, 'postmaster.pid')
    const content = readFileSync(pidFile, 'utf8')
    const { uid, gid } = statSync(first.location)
    await first.stop()
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
    others.push(stranger)
    writeFileSync(pidFile, content.replace(/^\d+/, String(stranger.pid)))
    const second = await start()
    expect(second.pid).not.toBe(stranger.pid)
    expect(await query(second.url, 'select 1')).toEqual([1])
  })

  test('takes another port when its own is in use', async () => {
    const first = await start()
    const port = Number(new URL(first.url).port)
    await first.stop()
    const squatter = createServer().listen(port, '127.0.0.1')
    await once(squatter, 'listening')
    const second = await start()
    squatter.close()
    expect(new URL(second.url).port).not.toBe(String(port))
    expect(await query(second.url, 'select 1')).toEqual([1])
  })

  test.each([
    ['99', /made by PostgreSQL 99; this Gatehouse brings \d+\. Start the newer Gatehouse/],
    ['9', /made by PostgreSQL 9; this Gatehouse brings \d+\. .*DATABASE_URL/],
  ])('refuses data of PostgreSQL %s in one line', async (version, words) => {
    const first = await start()
    const file = join(first.location, 'PG_VERSION')
    const own = readFileSync(file, 'utf8')
    await first.stop()
    writeFileSync(file, `${version}\n`)
    const refusal = await start().catch((error: unknown) => String(error))
    writeFileSync(file, own)
    expect(refusal).toMatch(words)
    expect(refusal).not.toContain('\n')
    await start()
  })

  test.runIf(isRoot)('keeps the data out of a private home that its user cannot enter', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gatehouse-private-'))
    chmodSync(home, 0o700)
    const first = await start(join(home, 'data'))
    try {
      expect(first.location).toMatch(/^\/var\/lib\/gatehouse\/[0-9a-f-]+\/cluster$/)
      await query(first.url, 'create table here as select 1 as n')
      await first.stop()
      const second = await start(join(home, 'data'))
      expect(second.location).toBe(first.location)
      expect(await query(second.url, 'select n from here')).toEqual([1])
      await second.stop()
      rmSync(join(home, 'data'), { recursive: true })
      const anew = await start(join(home, 'data'))
      expect(anew.location).not.toBe(first.location)
      await anew.stop()
      rmSync(dirname(anew.location), { recursive: true })
    } finally {
      rmSync(dirname(first.location), { recursive: true })
      rmSync(home, { recursive: true })
    }
  })

  test('starts anew where it was killed while the data folder was being made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-half-'))
    chmodSync(folder, 0o755)
    const home = join(folder, 'postgres')
    const halfway = spawnGatehouse(folder)
    // Or already made, where this process was held up for as long.
    while (!existsSync(home) || !readdirSync(home).some((name) => isDraft(name) || name === 'cluster')) await sleep(5)
    await sleep(200)
    await killed(halfway)
    const { url } = await start(folder)
    expect(await query(url, 'select 1')).toEqual([1])
    expect(readdirSync(home).filter(isDraft)).toEqual([])
    await running?.stop()
    rmSync(folder, { recursive: true })
  })

  test('leaves no draft of one that was killed just before, though its end takes a moment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-late-'))
    chmodSync(folder, 0o755)
    const home = join(folder, 'postgres')
    const started = start(folder)
    while (!existsSync(home) || !readdirSync(home).some(isDraft)) await sleep(5)
    mkdirSync(join(home, 'draft-late'))
    await started
    expect(readdirSync(home).filter(isDraft)).toEqual([])
    await running?.stop()
    rmSync(folder, { recursive: true })
  })

  // Last: it is the folder of all of these that loses its data.
  test('says so when the data has gone', async () => {
    const { location, stop } = await start()
    await stop()
    rmSync(location, { recursive: true })
    await expect(start()).rejects.toThrow(/is gone, though .*place\.json/)
    expect(existsSync(location)).toBe(false)
  })
})

const isDraft = (name: string) => name.startsWith('draft-')

const untilAnswered = async (url: string, sql: string, notBy: number): Promise<unknown[]> => {
  for (;;) {
    try {
      if (running?.pid !== notBy) return await query(url, sql)
    } catch {
      // not yet
    }
    await sleep(20)
  }
}
