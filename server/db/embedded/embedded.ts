// The PostgreSQL that comes with Gatehouse: a real server in its own process, kept running until it is told to stop.
// It outlives a killed Gatehouse on purpose: the next one takes it over with everything that was committed.
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { CannotStart } from '../../kit/config.ts'
import { cannotKeep } from '../../kit/start-trouble.ts'
import { type Cluster, database, openCluster, superuser } from './embedded-cluster.ts'
import { lockFolder } from './embedded-lock.ts'
import {
  choosePort,
  findRunning,
  isRunning,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './embedded-postmaster.ts'
import { configure } from './embedded-settings.ts'

export interface Embedded {
  readonly url: string
  /** Of the PostgreSQL that runs now; another one after a restart. */
  readonly pid: number
  /** The folder the data lies in. */
  readonly location: string
  /** Called whenever PostgreSQL went away by itself. It is being restarted, at the same address. */
  readonly onExit: (callback: () => void) => void
  readonly stop: () => Promise<void>
}

interface Log {
  info(about: object, text: string): void
  warn(about: object, text: string): void
  error(about: object, text: string): void
}

interface Options {
  readonly dataDir: string
  readonly log: Log
  /** PostgreSQL settings on top of the product's own. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Starts PostgreSQL on the data folder, or takes over the one still running there. Throws CannotStart. */
export const startEmbedded = async ({ dataDir, log, settings = {} }: Options): Promise<Embedded> => {
  const home = join(dataDir, 'postgres')
  const unlock = lockHome(home, dataDir)
  try {
    const cluster = await openCluster(realpathSync(home))
    const first = await findOrStart(cluster, cluster.home, settings, log)
    return supervise(cluster, first, log, unlock)
  } catch (error) {
    unlock()
    if (error instanceof CannotStart) throw error
    throw new CannotStart(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Takes the data folder so that nobody else starts on it, and stops a PostgreSQL that an earlier Gatehouse left running
 * there. Answers what gives it back. Throws CannotStart while a Gatehouse runs on it.
 */
export const releaseEmbedded = async (dataDir: string): Promise<() => void> => {
  const home = join(dataDir, 'postgres')
  if (!existsSync(join(home, 'place.json'))) return () => undefined
  const unlock = lockHome(home, dataDir)
  // One that is damaged does not run.
  const cluster = await openCluster(realpathSync(home)).catch(() => undefined)
  const running = cluster && (await findRunning(cluster))
  if (running) await stopPostmaster(cluster, running)
  return unlock
}

const lockHome = (home: string, dataDir: string) => {
  try {
    mkdirSync(home, { recursive: true })
    return lockFolder(realpathSync(home), dataDir)
  } catch (error) {
    throw cannotKeep(error, dataDir)
  }
}

const findOrStart = async (cluster: Cluster, home: string, settings: Options['settings'] & object, log: Log) => {
  const running = await findRunning(cluster)
  const reconfigured = configure(cluster.folder, cluster.owner, settings)
  if (running && !reconfigured && (await versionOf(cluster, running)) === cluster.engine.release) {
    log.info({ pid: running.pid }, 'took over the PostgreSQL that was still running')
    return running
  }
  if (running) await stopPostmaster(cluster, running)
  return await startPostmaster(cluster, await choosePort(home))
}

const supervise = (cluster: Cluster, first: Postmaster, log: Log, unlock: () => void): Embedded => {
  const callbacks: (() => void)[] = []
  const stopping = new AbortController()
  let current = first

  const restart = async () => {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        current = (await findRunning(cluster)) ?? (await startPostmaster(cluster, first.port))
        log.warn({ pid: current.pid }, 'PostgreSQL runs again')
        return
      } catch (error) {
        log.error({ error }, 'PostgreSQL could not be restarted; trying again')
        await pause(Math.min(longestPauseMs, 50 * 2 ** attempt), stopping.signal)
      }
    }
  }

  // One that keeps dying right after its start is given longer and longer pauses.
  const watch = async () => {
    let deaths = 0
    while (!stopping.signal.aborted) {
      const since = Date.now()
      while (isRunning(cluster, current)) {
        await pause(watchMs, stopping.signal)
        if (stopping.signal.aborted) return
      }
      log.error({ pid: current.pid }, 'PostgreSQL went away; restarting it')
      for (const callback of callbacks) callback()
      deaths = Date.now() - since > stableMs ? 0 : deaths + 1
      if (deaths > 1) await pause(Math.min(longestPauseMs, 100 * 2 ** deaths), stopping.signal)
      await restart()
    }
  }
  const watching = watch()

  let stopped: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    await watching
    await stopPostmaster(cluster, current)
    unlock()
  }
  return {
    url: urlOf(cluster, first),
    get pid() {
      return current.pid
    },
    location: cluster.folder,
    onExit: (callback) => callbacks.push(callback),
    stop: () => (stopped ??= stop()),
  }
}

const watchMs = 200
const stableMs = 60_000
// Short enough that people are served again within five seconds, however often it dies.
const longestPauseMs = 2000

// Unreferenced: watching alone must not keep Gatehouse alive.
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

const urlOf = ({ password }: Cluster, { port }: Postmaster) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`

const versionOf = async (cluster: Cluster, postmaster: Postmaster) => {
  const client = new Client({ connectionString: urlOf(cluster, postmaster), connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
