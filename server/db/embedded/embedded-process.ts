// Which process a number means: a PID alone is given to another program once its owner is gone.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** Tells this life of a PID from any other one; undefined when nobody lives there. */
export const identityOf = (pid: number): string | undefined => {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') return linuxIdentity(pid)
  if (!isInUse(pid)) return undefined
  return process.platform === 'win32' ? 'alive' : ask('ps', ['-o', 'lstart=', '-p', String(pid)])
}

export const isAlive = (pid: number) => identityOf(pid) !== undefined

/** True when the process is PostgreSQL at work in this folder. */
export const isPostgresIn = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    return read(`/proc/${pid}/comm`)?.trim() === 'postgres' && link(`/proc/${pid}/cwd`) === folder
  }
  if (process.platform === 'win32')
    return ask('tasklist', ['/FI', `PID eq ${pid}`, '/NH'])?.includes('postgres') ?? false
  const line = ask('ps', ['-o', 'command=', '-p', String(pid)]) ?? ''
  return line.includes('postgres') && line.includes(folder)
}

// The start time is field 22; the name in brackets before it may hold anything. A zombie is dead: where nobody reaps
// (many containers), it would otherwise count as alive for ever.
const linuxIdentity = (pid: number) => {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').pop()?.split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()}/${fields[19]}`
}

/** Whether a signal would find somebody, which is how PostgreSQL itself asks; it takes zombies for living. */
export const isInUse = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const link = (path: string) => {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

const ask = (program: string, args: string[]) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}
