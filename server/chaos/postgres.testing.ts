// The embedded PostgreSQL as seen from outside: its processes, frozen, thawed and killed without its knowing.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Every process of the PostgreSQL at work in a folder, the postmaster first. */
export const postgresIn = (folder: string): number[] => {
  const postmaster = postmasterIn(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isPostgres(name, folder))
    .map(Number)
    .sort((a, b) => Number(b === postmaster) - Number(a === postmaster))
}

export const postmasterIn = (folder: string): number | undefined => {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    return isPostgres(String(pid), folder) ? pid : undefined
  } catch {
    return undefined
  }
}

/** As when the machine's disk hangs: connections stay open and nobody answers. Answers with how to go on. */
export const freeze = (folder: string): (() => void) => {
  const frozen = new Set<number>()
  // Again until nobody new is found: a postmaster may be in the middle of making a child.
  for (let found = postgresIn(folder); found.some((pid) => !frozen.has(pid)); found = postgresIn(folder)) {
    for (const pid of found) if (send(pid, 'SIGSTOP')) frozen.add(pid)
  }
  return () => {
    for (const pid of frozen) send(pid, 'SIGCONT')
  }
}

/** kill -9 of the postmaster. Answers its number. */
export const killPostmaster = (folder: string): number => {
  const pid = postmasterIn(folder)
  if (pid === undefined) throw new Error('there is no PostgreSQL to kill')
  process.kill(pid, 'SIGKILL')
  return pid
}

/** kill -9 of one of its other processes, upon which the postmaster ends them all and recovers. */
export const killBackend = (folder: string): void => {
  const [, ...others] = postgresIn(folder)
  const victim = others[Math.floor(Math.random() * others.length)]
  if (victim === undefined) throw new Error('there is no PostgreSQL to hurt')
  send(victim, 'SIGKILL')
}

/** kill -9 of all there are. */
export const endPostgres = async (folder: string): Promise<void> => {
  for (let left = postgresIn(folder); left.length > 0; left = postgresIn(folder)) {
    for (const pid of left) send(pid, 'SIGKILL')
    await sleep(20)
  }
}

const isPostgres = (pid: string, folder: string) => {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.[0] !== 'Z'
  } catch {
    return false
  }
}

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
