// What stands in the way of a start is said in one line that names the setting and what to do, and nothing stays behind.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import pino from 'pino'
import { readConfig } from '../kit/config.ts'
import { whyNotStarted } from '../kit/start-trouble.ts'
import { startGatehouse } from '../main.ts'
import { aProgram, type Ended, leftovers, type Program, runToEnd } from './program.testing.ts'

let folder: string
let inUse: Server
let usedPort: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-chaos-'))
  chmodSync(folder, 0o755)
  usedPort = await freePort()
  inUse = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => inUse.listen(usedPort, '127.0.0.1', resolve))
})
afterAll(() => {
  inUse.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Settings that would do, on a folder that is new to the first of them only. */
const good = async () => ({
  PORT: String(await freePort()),
  MQTT_PORT: String(await freePort()),
  DEMO: 'off',
  DATA_DIR: join(folder, 'data'),
})

/** A start or several, of which each may take some seconds. */
const patience = { timeout: 120_000 }

/** The program writes one line and ends. Many more cases are tried in this process: what it would write is all they are about. */
const expectEnd = ({ code, stdout, stderr, ms }: Ended, ...words: (string | RegExp)[]) => {
  expectOneLine(stderr, ...words)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  // Some seconds; a start that waits for something would not end at all.
  expect(ms).toBeLessThan(100_000)
}

const expectOneLine = (written: string, ...words: (string | RegExp)[]) => {
  const lines = written.split('\n').filter((line) => line.trim() !== '')
  expect(lines).toEqual([expect.stringMatching(/^Gatehouse cannot start\. /)])
  for (const word of words) expect(lines[0]).toMatch(word)
  expect(lines[0]).not.toMatch(/^\s*at |node:|undefined|\[object/)
}

/** What the program would write, started in this process. */
const start = async (env: Record<string, string>): Promise<string> => {
  try {
    const gatehouse = await startGatehouse(readConfig(env), pino({ level: 'silent' }))
    await gatehouse.stop()
    return 'It has started.'
  } catch (error) {
    return whyNotStarted(error)
  }
}

it.each<[Record<string, string>, ...(string | RegExp)[]]>([
  [{ PORT: 'abc' }, 'PORT=abc', /number/],
  [{ DATABASE_URL: 'foo' }, 'DATABASE_URL=foo', /postgres:\/\//],
])('a wrong setting: %o', patience, async (env, ...words) => {
  expectOneLine(await start({ ...(await good()), ...env }), ...words)
})

it('a wrong setting, as the program says it', patience, async () => {
  expectEnd(await runToEnd({ ...(await good()), PORT: 'abc' }), 'PORT=abc', /number/)
})

describe('a place that cannot be had', patience, () => {
  it('a port that is in use, HTTP or MQTT', async () => {
    for (const setting of ['PORT', 'MQTT_PORT']) {
      const env = { ...(await good()), [setting]: String(usedPort) }
      expectEnd(await runToEnd(env), `Port ${usedPort} is in use`, `set ${setting} to another port`)
      expect(leftovers(env.DATA_DIR)).toEqual([])
    }
  })

  it('one of them while the demo is made: before it is', async () => {
    for (const setting of ['PORT', 'MQTT_PORT']) {
      const folders = { DATA_DIR: join(folder, `demo-${setting}`), DEMO: 'on' }
      const env = { ...(await good()), ...folders, [setting]: String(usedPort) }
      expectOneLine(await start(env), `Port ${usedPort} is in use`, `set ${setting} to another port`)
      expect(leftovers(env.DATA_DIR)).toEqual([])
      expect(existsSync(join(env.DATA_DIR, 'demo'))).toBe(false)
    }
  })

  it('an address that is not of this machine', async () => {
    expectOneLine(await start({ ...(await good()), HOST: '192.0.2.1' }), 'HOST=192.0.2.1')
  })

  it('a data folder that is a file, or lies where nothing can be made', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const cannot = async (DATA_DIR: string) =>
      expectOneLine(await start({ ...(await good()), DATA_DIR }), `DATA_DIR=${DATA_DIR}`, /another folder/)
    await Promise.all([file, join(file, 'below'), '/sys/gatehouse'].map(cannot))
  })

  it('a database that is not there, refuses the password, or does not know the name', async () => {
    const cluster = process.env['GATEHOUSE_TEST_DATABASE_URL'] ?? ''
    const elsewhere = (change: Partial<URL>) => Object.assign(new URL(cluster), change).href
    const cannot = async (DATABASE_URL: string, ...words: (string | RegExp)[]) => {
      const written = await start({ ...(await good()), DATABASE_URL })
      expectOneLine(written, 'DATABASE_URL', ...words)
      expect(written).not.toContain('very-secret')
    }
    await Promise.all([
      cannot(elsewhere({ port: String(await freePort()), password: 'very-secret' }), /ECONNREFUSED/),
      cannot(elsewhere({ port: String(usedPort), password: 'very-secret' })),
      cannot(elsewhere({ password: 'very-secret' }), /password/),
      cannot(elsewhere({ pathname: '/no_such_database' }), /no_such_database/),
    ])
  })

  it('demo mode for the whole network without a password of its own', async () => {
    const env = { ...(await good()), DEMO: 'on', HOST: '0.0.0.0' }
    expectOneLine(await start(env), 'HOST=0.0.0.0', 'DEMO_PASSWORD')
    expect(leftovers(env.DATA_DIR)).toEqual([])
  })

  it('demo mode under a public name without a password of its own', async () => {
    const env = { ...(await good()), DEMO: 'on', PUBLIC_URL: 'https://gatehouse.example' }
    expectOneLine(await start(env), 'PUBLIC_URL=https://gatehouse.example', 'DEMO_PASSWORD')
  })
})

describe('a data folder', patience, () => {
  let program: Program
  beforeAll(async () => {
    program = await aProgram()
    await program.start()
  })
  afterAll(() => program.remove())
  const settings = async () => ({ ...(await good()), DATA_DIR: program.dataDir })

  it('that another Gatehouse is using: the second is refused, the first goes on', async () => {
    const ended = await runToEnd(await settings())
    expectEnd(ended, `in use by another Gatehouse (process ${program.pid()}`, 'DATA_DIR')
    expect((await program.ask({ path: '/api/health' })).status).toBe(200)
  })

  it('that a newer Gatehouse wrote', async () => {
    await program.store().query(`insert into schema_migration (name) values ('9999-from-the-future.sql')`)
    await program.stop()
    expectEnd(await runToEnd(await settings()), 'newer version', '9999-from-the-future.sql', 'DATA_DIR')
    expect(leftovers(program.dataDir)).toEqual([])
  })

  it('of a newer PostgreSQL', async () => {
    const file = join(program.cluster().folder, 'PG_VERSION')
    const own = readFileSync(file, 'utf8')
    writeFileSync(file, '99\n')
    expectOneLine(await start(await settings()), 'PostgreSQL 99', 'DATA_DIR')
    writeFileSync(file, own)
  })

  it('that is damaged', async () => {
    const place = join(program.dataDir, 'postgres', 'place.json')
    const own = readFileSync(place, 'utf8')
    writeFileSync(place, '{')
    expectOneLine(await start(await settings()), place)
    writeFileSync(place, own)
    const settingsFile = join(program.cluster().folder, 'postgresql.conf')
    writeFileSync(settingsFile, `${readFileSync(settingsFile, 'utf8')}\nno_such_setting = on\n`)
    expectOneLine(await start(await settings()), 'postgresql.conf', 'startup.log')
    rmSync(program.cluster().folder, { recursive: true })
    expectOneLine(await start(await settings()), 'is gone', /Bring it back/)
    mkdirSync(program.cluster().folder)
  })
})
