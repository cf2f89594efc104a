// One life of PostgreSQL: found running or started, waited for until it answers, and stopped.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, lastLines } from './embedded-cluster.ts'
import { isAlive, isPostgresIn, isInUse } from './embedded-process.ts'
import { cleanEnv } from './embedded-settings.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
}

/** The PostgreSQL that an earlier Gatehouse left running on this cluster, ready; undefined when there is none. */
export const findRunning = async (cluster: Cluster): Promise<Postmaster | undefined> => {
  const pid = readPidFile(cluster.folder)?.pid
  if (pid === undefined || !isPostgresIn(pid, cluster.folder)) return undefined
  return await untilReady(cluster, pid)
}

/** Starts PostgreSQL in a session of its own, so that neither Ctrl-C nor our death stops it. */
export const startPostmaster = async (cluster: Cluster, port: number): Promise<Postmaster> => {
  disownPidFile(cluster.folder)
  const startupLog = join(cluster.home, 'startup.log')
  rmSync(startupLog, { force: true })
  const output = openSync(startupLog, 'a', 0o600)
  const { owner, engine, folder } = cluster
  const child = spawn(join(engine.bin, 'postgres'), ['-D', folder, '-p', String(port)], {
    ...(owner && { uid: owner.uid, gid: owner.gid }),
    cwd: engine.bin,
    env: cleanEnv(),
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.unref()
  const ready = child.pid === undefined ? undefined : await untilReady(cluster, child.pid)
  if (!ready) throw new Error(`PostgreSQL did not start: ${outputOf(cluster)} All that it said is in ${startupLog}.`)
  return ready
}

/** Ends it in order: open transactions are rolled back, everything is written, the next start needs no recovery. */
export const stopPostmaster = async (cluster: Cluster, { pid }: Postmaster): Promise<void> => {
  if (process.platform === 'win32') {
    spawnSync(join(cluster.engine.bin, 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast'], { stdio: 'ignore' })
    return
  }
  signal(cluster, pid, 'SIGINT')
  const harsher = [
    { afterMs: patienceMs, name: 'SIGQUIT' },
    { afterMs: patienceMs + lastPatienceMs, name: 'SIGKILL' },
  ] as const
  const since = performance.now()
  for (let done = 0; isPostgresIn(pid, cluster.folder); await sleep(pollMs)) {
    const next = harsher[done]
    if (!next || performance.now() - since < next.afterMs) continue
    signal(cluster, pid, next.name)
    done++
  }
}

export const isRunning = (cluster: Cluster, { pid }: Postmaster) => isPostgresIn(pid, cluster.folder)

/** The port this cluster had the last time, else a new one, outside the range handed to outgoing connections. */
export const choosePort = async (home: string): Promise<number> => {
  const path = join(home, 'port')
  const last = Number(readText(path))
  if (Number.isInteger(last) && last > 0 && (await isFree(last))) return last
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (!(await isFree(port))) continue
    writeFileSync(path, `${port}\n`)
    return port
  }
}

const pollMs = 5
const patienceMs = 15_000
const lastPatienceMs = 3000

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })

// PostgreSQL itself says in the last line of postmaster.pid when it takes connections; recovery may take a while.
const untilReady = async (cluster: Cluster, pid: number): Promise<Postmaster | undefined> => {
  for (;;) {
    const found = readPidFile(cluster.folder)
    if (found?.pid === pid && found.status === 'ready') return { pid, port: found.port }
    if (!isAlive(pid)) return undefined
    await sleep(pollMs)
  }
}

const readPidFile = (folder: string) => {
  const lines = readText(join(folder, 'postmaster.pid'))?.split('\n')
  const pid = Number(lines?.[0])
  if (!lines || !Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
}

// A PID in the file that is now another program's (or a zombie's) would keep PostgreSQL from starting. Our own PID,
// its parent's, does not, and unlike deleting the file it keeps the check for orphans still attached to shared memory.
const disownPidFile = (folder: string) => {
  const path = join(folder, 'postmaster.pid')
  const text = readText(path)
  if (text === undefined || !isInUse(Number(text.split('\n')[0]))) return
  if (process.platform === 'win32') rmSync(path, { force: true })
  else writeFileSync(path, text.replace(/^.*/, String(process.pid)))
}

const signal = (cluster: Cluster, pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL') => {
  if (isPostgresIn(pid, cluster.folder)) process.kill(pid, name)
}

// Before its log collector runs PostgreSQL complains to us, afterwards to its log.
const outputOf = ({ home, folder }: Cluster) => {
  const first = lastLines(readText(join(home, 'startup.log')) ?? '')
  const logs = join(folder, 'log')
  try {
    const [newest] = readdirSync(logs)
      .map((name) => join(logs, name))
      .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
    return first || lastLines((newest && readText(newest)) ?? '')
  } catch {
    return first
  }
}

const readText = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
