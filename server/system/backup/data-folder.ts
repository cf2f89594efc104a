// The data folder around a restore: what was there is put aside whole, and what was restored takes its place.
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../../kit/clock.ts'

export const keyName = 'vault.key'

/** What an earlier restore put aside, or was ended at, is in no backup. */
export const leftBehind = /^(before-restore|restoring)-/

/** Whether anything of a product lies there. */
export const isInUse = async (dataDir: string): Promise<boolean> => {
  const names = await readdir(dataDir).catch(() => [])
  return names.some((name) => name === 'postgres' || name === keyName || name === 'record')
}

const stamp = () => clock.iso().replaceAll(/[:.]/g, '-')

/** A folder for what is being restored, on the same disk. */
export const stagingIn = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, `restoring-${stamp()}`)
  // As open as the folder itself: PostgreSQL runs as another user where we are root.
  await mkdir(path, { recursive: true })
  return path
}

/**
 * Moves what was restored into place, the store last, and answers where that is which was there before: undefined where
 * nothing was.
 */
export const swapIn = async (dataDir: string, staging: string, withStore: boolean): Promise<string | undefined> => {
  const fresh = (await readdir(staging)).toSorted(storeLast)
  const old = (await readdir(dataDir)).filter((name) => !leftBehind.test(name)).toSorted(storeLast)
  // A store elsewhere is restored into itself, and what lies here of an embedded one is nobody's.
  const replaced = withStore ? old : old.filter((name) => name !== 'postgres')
  const aside = join(dataDir, `before-restore-${stamp()}`)
  if (replaced.length > 0) await mkdir(aside, { mode: 0o700 })
  for (const name of replaced) await rename(join(dataDir, name), join(aside, name))
  for (const name of fresh) await rename(join(staging, name), join(dataDir, name))
  await rmdir(staging)
  return replaced.length > 0 ? aside : undefined
}

const storeLast = (a: string, b: string): number => Number(a === 'postgres') - Number(b === 'postgres')
