// One Gatehouse at a time on a data folder: a lock file that names its holder and frees itself when the holder dies.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../../kit/config.ts'
import { identityOf } from './embedded-process.ts'

/** Takes the folder for this process, or throws saying who has it. Returns what gives it back. */
export const lockFolder = (folder: string, dataDir: string): (() => void) => {
  const path = join(folder, 'lock')
  const mine = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid), since: new Date().toISOString() })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, mine)
  try {
    // A hard link appears whole or not at all, so nobody ever reads half a lock.
    while (!linked(draft, path)) clearIfStale(path, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (contentOf(path) === mine) rmSync(path, { force: true })
  }
}

const holding = z.object({ pid: z.number(), identity: z.string(), since: z.string() })

const clearIfStale = (path: string, dataDir: string) => {
  const found = contentOf(path)
  if (found === undefined) return
  const holder = holding.safeParse(parsed(found))
  if (holder.success && identityOf(holder.data.pid) === holder.data.identity) {
    throw new CannotStart(
      `The data folder ${dataDir} is in use by another Gatehouse (process ${holder.data.pid}, since ${holder.data.since}). Stop that one, or set DATA_DIR to another folder.`,
    )
  }
  // Two starters may both find the lock stale: whoever moves away the other's fresh one puts it back.
  const grave = `${path}.${randomUUID()}`
  try {
    renameSync(path, grave)
  } catch {
    return
  }
  if (contentOf(grave) !== found) linked(grave, path)
  rmSync(grave, { force: true })
}

const linked = (from: string, to: string) => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const contentOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
