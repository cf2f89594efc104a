// The real product as its users run it: `node server/main.ts` in demo mode, with ports and a data folder of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import lean from '../../scripts/lean.json' with { type: 'json' }

/** Where a running product is found; plain data, so that it can be handed from process to process. */
export interface Place {
  readonly address: string
  readonly mqtt: string
  readonly dataDir: string
}

export interface Product extends Place {
  /** Starts it, the first time or again on the same data, and waits until it is ready. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** kill -9: no goodbye to anybody. */
  kill(): Promise<void>
  /** Frozen: its sockets stay open and nobody answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  /** Ends whatever still runs and removes the data. */
  remove(): Promise<void>
  /** What it has logged, over all its lives. */
  logged(): string
}

/** The demo's own word for all its accounts and its gateway, as a start prints it. */
export const demoPassword = 'Gatehouse#2026'

const main = join(import.meta.dirname, '../..', 'server', 'main.ts')
// Two start at once, on however slow a machine.
const patienceMs = 240_000

export const createProduct = async (): Promise<Product> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'))
  // The embedded PostgreSQL runs as another user when this one is root, and must be able to pass through.
  chmodSync(dataDir, 0o755)
  let [port, mqttPort] = [await freePort(), await freePort()]
  let known = false
  let child: ChildProcess | undefined
  let output = ''

  const present = (): ChildProcess => {
    if (!child || !isAlive(child)) throw new Error(`Gatehouse is not running. It said: ${output}`)
    return child
  }
  const launch = (settings: Readonly<Record<string, string>>) => {
    const env = { ...environment(port, mqttPort, dataDir), ...settings }
    const born = spawn(process.execPath, [main], { env, stdio: 'pipe' })
    child = born
    born.stdout.resume()
    born.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const wasRefusedAPort = () => child !== undefined && !isAlive(child) && /Port \d+ is in use/.test(output)
  const end = async (signal: NodeJS.Signals) => {
    const ending = present()
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }

  const product: Product = {
    get address() {
      return `http://127.0.0.1:${port}`
    },
    get mqtt() {
      return `mqtt://127.0.0.1:${mqttPort}`
    },
    dataDir,
    async start(settings = {}) {
      launch(settings)
      for (const until = Date.now() + patienceMs; !(await isReady(product.address)); await sleep(50)) {
        // Another program took it since it was looked at, and nobody was told yet where this is found.
        if (!known && wasRefusedAPort()) {
          output = ''
          ;[port, mqttPort] = [await freePort(), await freePort()]
          launch(settings)
        }
        present()
        if (Date.now() > until) throw new Error(`Gatehouse was not ready in ${patienceMs} ms. It said: ${output}`)
      }
      known = true
    },
    kill: () => end('SIGKILL'),
    freeze: () => void present().kill('SIGSTOP'),
    thaw: () => void present().kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    async remove() {
      if (child && isAlive(child)) {
        child.kill('SIGCONT')
        await end('SIGTERM')
      }
      await endPostgres(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
    logged: () => output,
  }
  return product
}

// Only what a user's shell has; whatever the test runner was told (NODE_ENV, its own options) is not the product's.
const environment = (port: number, mqttPort: number, dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DEMO: 'on',
  PORT: String(port),
  MQTT_PORT: String(mqttPort),
  DATA_DIR: dataDir,
  // Two browsers beside it may have all of a small machine for a moment, and that is no lost store.
  DATABASE_PATIENCE_MS: '5000',
  // As `npm start` keeps it: half of what a start costs.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../..', lean.compiled),
})

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

const isReady = async (address: string): Promise<boolean> => {
  try {
    const { ok } = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(10_000) })
    return ok
  } catch {
    return false
  }
}

/** The store outlives a killed server on purpose; a test that never starts it again has to end it. */
const endPostgres = async (dataDir: string): Promise<void> => {
  const pid = postmasterOf(dataDir)
  if (pid === undefined) return
  // Fast shutdown.
  for (let signal: NodeJS.Signals | 0 = 'SIGINT'; send(pid, signal); signal = 0) await sleep(50)
}

const postmasterOf = (dataDir: string): number | undefined => {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
