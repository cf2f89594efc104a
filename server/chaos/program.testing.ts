// The real program as its users run it, `node server/main.ts`: started, killed, asked, watched from outside.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { freePort } from '../../scripts/free-port.ts'
import lean from '../../scripts/lean.json' with { type: 'json' }
import { patienceMs as testPatienceMs, plainPool } from '../db/testing.ts'
import { type Answer, ask, type Asked } from './ask.testing.ts'
import { full } from './figures.testing.ts'
import { endPostgres } from './postgres.testing.ts'
import { openSmallDisk } from './small-disk.testing.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Compiled modules, kept from start to start as `npm start` keeps them: half of what a start costs. */
export const compiled = fileURLToPath(new URL(`../../${lean.compiled}`, import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  /** From the spawn to the end. */
  readonly ms: number
}

/** Runs the program until it ends by itself, as when it cannot start. */
export const runToEnd = async (env: Record<string, string>, patienceMs = 120_000): Promise<Ended> => {
  const since = performance.now()
  const { child, output } = launch(env)
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await once(child, 'close')
  clearTimeout(timer)
  return { code: child.exitCode, signal: child.signalCode, ...output(), ms: performance.now() - since }
}

/** One installation: its ports and its data folder, over any number of lives of the program. */
export interface Program {
  readonly dataDir: string
  /** The data folder as this process sees it. */
  readonly seenAt: string
  readonly port: number
  readonly mqttPort: number
  /** Spawns it and waits until it is ready. Answers how many milliseconds that took. */
  start(): Promise<number>
  /** Spawns it and does not wait. */
  launch(): void
  untilReady(): Promise<void>
  readonly running: () => boolean
  readonly pid: () => number
  kill(): Promise<void>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  signal(name: NodeJS.Signals): void
  /** What the present life has written. */
  readonly output: () => { stdout: string; stderr: string }
  /** Resident memory now, in MB. */
  readonly memory: () => number
  ask(asked: Asked): Promise<Answer>
  /** The folder of the embedded PostgreSQL, and where it is reached. */
  readonly cluster: () => { folder: string; url: string }
  /** A connection pool to the store, by the side door. */
  store(): Pool
  /** Ends everything and removes the data. */
  remove(): Promise<void>
}

/** The store counts as lost after no less than the product has it, which a machine that is busy with others exceeds. */
export const usualPatience = { DATABASE_PATIENCE_MS: '600' }

/** What else is tested gives it longer; the whole proof has the machine to itself. */
export const patience = full ? usualPatience : { DATABASE_PATIENCE_MS: String(testPatienceMs) }

export interface Surroundings {
  /** How many files and connections it and its PostgreSQL may have open each. */
  readonly descriptors?: number
  /** Of the disk that its data folder has for itself. */
  readonly megabytes?: number
}

/** There is no such disk on this machine. */
export class NoDisk extends Error {}

export const aProgram = async (
  env: Record<string, string> = {},
  { descriptors, megabytes }: Surroundings = {},
): Promise<Program> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-chaos-'))
  chmodSync(dataDir, 0o755)
  const disk = megabytes === undefined ? undefined : await openSmallDisk(dataDir, megabytes)
  if (typeof disk === 'string') {
    rmSync(dataDir, { recursive: true })
    throw new NoDisk(disk)
  }
  const seenAt = disk?.seenAt ?? dataDir
  const [port, mqttPort] = [await freePort(), await freePort()]
  const settings = {
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: dataDir,
    DEMO: 'off',
    ...patience,
    ...env,
  }
  const pools: Pool[] = []
  let life: Life | undefined
  let bornAt = 0

  const present = () => {
    if (!life) throw new Error('the program has not been started')
    return life
  }
  const program: Program = {
    dataDir,
    seenAt,
    port,
    mqttPort,
    async start() {
      const since = performance.now()
      program.launch()
      await program.untilReady()
      return performance.now() - since
    },
    launch() {
      if (program.running()) throw new Error('the program runs already: a second one would outlive the test')
      bornAt = performance.now()
      life = launch(settings, descriptors, disk?.enter)
    },
    async untilReady() {
      const { child, output } = present()
      for (;;) {
        if (!isAlive(child)) throw new Error(`the program ended instead of getting ready: ${output().stderr}`)
        const { status } = await program.ask({ path: '/api/health' }).catch(() => ({ status: 0 }))
        if (status === 200) return
        await sleep(5)
      }
    },
    running: () => life !== undefined && isAlive(life.child),
    pid: () => present().child.pid ?? 0,
    async kill() {
      const { child } = present()
      if (!isAlive(child)) throw new Error(`the program had ended by itself: ${present().output().stderr}`)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async stop(signal = 'SIGTERM') {
      const { child, output } = present()
      const ended = once(child, 'close')
      child.kill(signal)
      await ended
      return { code: child.exitCode, signal: child.signalCode, ...output(), ms: performance.now() - bornAt }
    },
    signal: (name) => void present().child.kill(name),
    output: () => present().output(),
    memory: () => memoryOf(program.pid()),
    ask: (asked) => ask(port, asked),
    cluster() {
      const home = join(seenAt, 'postgres')
      const folder = join(dataDir, 'postgres', 'cluster')
      const password = readFileSync(join(home, 'password'), 'utf8').trim()
      const at = readFileSync(join(home, 'port'), 'utf8').trim()
      return { folder, url: `postgres://gatehouse:${password}@127.0.0.1:${at}/gatehouse` }
    },
    store() {
      const pool = plainPool(program.cluster().url, 2)
      pools.push(pool)
      return pool
    },
    async remove() {
      if (life && isAlive(life.child)) await program.kill()
      await Promise.all(pools.map((pool) => pool.end()))
      await endPostgres(join(dataDir, 'postgres', 'cluster'))
      disk?.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return program
}

/** What the program started and a stop must not leave behind: PostgreSQL, simulator, whatever was told its folder. */
export const leftovers = (dataDir: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    const command = textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
    const mine = command.includes(dataDir) || textOf(`/proc/${pid}/environ`).includes(`DATA_DIR=${dataDir}\0`)
    return /^\d+$/.test(pid) && mine ? [`${pid} ${command}`] : []
  })

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

interface Life {
  readonly child: ChildProcess
  readonly output: () => { stdout: string; stderr: string }
}

const launch = (env: Record<string, string>, descriptors?: number, enter: readonly string[] = []): Life => {
  const limit = descriptors === undefined ? [] : ['/bin/sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`]
  const [command, ...given] = [...enter, ...limit, process.execPath, main]
  const child = spawn(command, given, {
    cwd: dirname(main),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => (output[stream] += text))
  }
  return { child, output: () => output }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
