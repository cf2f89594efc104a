// Child processes of the bench: started pinned to a core where the system can, watched, and always stopped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runHome } from '../cache.ts'

export interface Options {
  readonly name: string
  readonly cwd?: string
  readonly env?: Record<string, string>
  /** Core to run on; ignored where there is no taskset or only one core. */
  readonly cpu?: number
  /** It gives way to what runs beside it. */
  readonly gently?: boolean
  readonly uid?: number
  readonly gid?: number
  /** What ends it: PostgreSQL wants SIGINT to stop at once. */
  readonly signal?: NodeJS.Signals
}

export interface Running {
  readonly pid: number
  readonly child: ChildProcess
  readonly log: string
  readonly exited: Promise<void>
  stop(): Promise<void>
}

const alive = new Set<Running>()
// However the bench ends, nothing of it goes on.
process.once('exit', () => {
  for (const { child } of alive) child.kill('SIGINT')
})

export const start = (command: string, args: readonly string[], options: Options): Running => {
  const log = join(runHome(), `${options.name}.log`)
  const fd = openSync(log, 'a')
  const [program, ...rest] = pinnedTo(options.cpu, [command, ...args])
  const child = spawn(program ?? command, rest, {
    cwd: options.cwd,
    env: options.env ? { ...process.env, ...options.env } : process.env,
    stdio: ['ignore', fd, fd, 'ipc'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  })
  closeSync(fd)
  // Threads and processes that it starts later inherit it.
  if (options.gently && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const running: Running = {
    pid: child.pid ?? -1,
    child,
    log,
    exited,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill(options.signal ?? 'SIGTERM')
      const slow = setTimeout(() => child.kill('SIGKILL'), 15_000)
      await exited
      clearTimeout(slow)
      alive.delete(running)
    },
  }
  alive.add(running)
  return running
}

/** Ends whatever is still running, newest first, so that no server loses its database before itself. */
export const stopAll = async (except?: Running) => {
  for (const running of [...alive].toReversed()) if (running !== except) await running.stop()
}

export const lastWords = (running: Running): string => readFileSync(running.log, 'utf8').trim().slice(-600)

/** Asks until it holds; says what the process last wrote when it never does. */
export const until = async (running: Running, seconds: number, holds: () => Promise<boolean>, every = 100) => {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    if (running.child.exitCode !== null) throw new Error(`ended while starting: ${lastWords(running)}`)
    if (await holds().catch(() => false)) return
    await sleep(every)
  }
  throw new Error(`not ready in ${seconds} s: ${lastWords(running)}`)
}

export const answers = (url: string, init?: RequestInit) => async () => {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(2000) })
  await answer.arrayBuffer()
  return answer.ok
}

/** Resident memory of a process in MB. */
export const residentMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

/** Memory in MB of a process and its descendants with shared pages counted once, where the system tells (Linux). */
export const ownMb = (pid: number): number => {
  const families = execFileSync('ps', ['-Ao', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = families
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
  const proportional = () => /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  try {
    return Number(proportional()) / 1024 + children.reduce((sum, child) => sum + ownMb(child), 0)
  } catch {
    return residentMb(pid)
  }
}

/** The server's core and the loader's core; the database is left to the scheduler. */
export const serverCpu = 0
export const loaderCpu = 1

/** Keeps a program that runs, and what it starts from now on, on these cores, as taskset writes them: `1`, `0,1`. */
export const pinTo = ({ child }: Running, cores: string): void => {
  if (canPin) execFileSync('taskset', ['-a', '-p', '-c', cores, String(child.pid)], { stdio: 'ignore' })
}

const canPin = (() => {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The command line that runs on that core; the same one where that cannot be asked for. */
export const pinnedTo = (cpu: number | undefined, command: readonly string[]): readonly string[] =>
  cpu === undefined || !canPin ? command : ['taskset', '-c', String(cpu), ...command]
