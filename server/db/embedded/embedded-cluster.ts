// The folder PostgreSQL keeps its data in: where it lies, and how it is made.
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '../../kit/config.ts'
import { type Engine, findEngine } from './embedded-engine.ts'
import { give, mayReach, type Owner, ownerFor, sharedFolder } from './embedded-owner.ts'
import { cleanEnv } from './embedded-settings.ts'

export interface Cluster {
  /** The folder inside DATA_DIR that knows where the cluster is; often it is inside too. */
  readonly home: string
  readonly engine: Engine
  /** Undefined: the user one is. */
  readonly owner: Owner | undefined
  readonly folder: string
  readonly password: string
}

export const superuser = 'gatehouse'
export const database = 'gatehouse'

/** The cluster that belongs to `home` (a folder inside DATA_DIR), made if there is none yet. */
export const openCluster = async (home: string): Promise<Cluster> => {
  const known = readPlace(home) ?? { folder: join(home, 'cluster'), made: false }
  const existing = existsSync(known.folder) ? known.folder : undefined
  if (known.made && !existing) {
    throw new CannotStart(
      `The data at ${known.folder} is gone, though ${join(home, 'place.json')} says it was there. Bring it back, or delete ${home} to begin anew.`,
    )
  }
  if (existing && process.getuid && process.getuid() !== 0 && statSync(existing).uid !== process.getuid()) {
    throw new CannotStart(
      `The data at ${existing} belongs to another user, as it does after a start as root. Start as that user or as root, or set DATA_DIR to another folder.`,
    )
  }
  const owner = ownerFor(existing)
  const engine = findEngine(owner, () => (owner ? sharedFolder() : home))
  const folder = existing ?? choosePlace(home, owner)
  const password = passwordOf(home, existing)
  if (existing) refuseOtherVersions(existing, engine)
  else await make({ home, engine, owner, folder, password })
  if (!known.made) writePlace(home, { folder, made: true })
  return { home, engine, owner, folder: realpathSync(folder), password }
}

const place = z.object({ folder: z.string(), made: z.boolean() })
type Place = z.output<typeof place>

// Kept relative when it lies inside, so that DATA_DIR can be moved.
const readPlace = (home: string): Place | undefined => {
  const path = join(home, 'place.json')
  if (!existsSync(path)) return undefined
  try {
    const { folder, made } = place.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { folder: isAbsolute(folder) ? folder : join(home, folder), made }
  } catch {
    throw new CannotStart(
      `${path} is damaged, and it says where the data lies. Bring it back from a backup, or set DATA_DIR to another folder.`,
    )
  }
}

const writePlace = (home: string, { folder, made }: Place) => {
  const inside = folder === join(home, 'cluster')
  const draft = join(home, `place.${randomUUID()}`)
  writeFileSync(draft, JSON.stringify({ folder: inside ? 'cluster' : folder, made }))
  renameSync(draft, join(home, 'place.json'))
}

const choosePlace = (home: string, owner: Owner | undefined) => {
  if (!owner || mayReach(owner, home)) return join(home, 'cluster')
  const outside = join(sharedFolder(), randomUUID())
  mkdirSync(outside, { mode: 0o755 })
  writeFileSync(join(outside, 'origin'), `${home}\n`)
  const folder = join(outside, 'cluster')
  writePlace(home, { folder, made: false })
  return folder
}

const passwordOf = (home: string, existing: string | undefined) => {
  const path = join(home, 'password')
  if (!existsSync(path)) {
    if (existing) throw new CannotStart(`The password of the data at ${existing} is gone: bring back ${path}.`)
    writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 })
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}

const refuseOtherVersions = (folder: string, { major }: Engine) => {
  const path = join(folder, 'PG_VERSION')
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
  if (found === String(major)) return
  throw new CannotStart(
    found === undefined
      ? `The data at ${folder} is damaged: PG_VERSION is missing. Restore it from a backup, or set DATA_DIR to another folder.`
      : Number(found) > major
        ? `The data at ${folder} was made by PostgreSQL ${found}; this Gatehouse brings ${major}. Start the newer Gatehouse that made it, or set DATA_DIR to another folder.`
        : `The data at ${folder} was made by PostgreSQL ${found}; this Gatehouse brings ${major}. Start the Gatehouse that made it, or serve that folder with PostgreSQL ${found} and set DATABASE_URL to it.`,
  )
}

// Made beside and renamed into place with its database inside: a kill half way leaves only a draft to be thrown away.
const make = async (cluster: Cluster) => {
  const { home, engine, owner, folder, password } = cluster
  const parent = join(folder, '..')
  removeDrafts(parent)
  const draft = join(parent, `draft-${randomUUID()}`)
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  give(draft, owner)
  give(passwordFile, owner)
  try {
    // Built-in locale, not the operating system's: one order everywhere, and no index is broken by an upgrade of it.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['-U', superuser, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    // A new segment is filled with zeros before COMMIT is answered: 16 MB, the default, take some disks a fifth of a second.
    await run(cluster, 'initdb', ['-D', draft, ...access, ...locale, '--wal-segsize=4', '--no-instructions'])
    await run(cluster, 'postgres', ['--single', '-D', draft, 'template1'], `CREATE DATABASE ${database};\n`)
    appendFileSync(join(draft, 'postgresql.conf'), "\ninclude_if_exists 'gatehouse.conf'\n")
    renameSync(draft, folder)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    throw new CannotStart(`PostgreSQL ${engine.release} could not make its data folder in ${home}: ${detail}`)
  } finally {
    // Of one that was killed just before, the program that fills it may have outlived the first removal by a moment.
    removeDrafts(parent)
  }
}

const removeDrafts = (parent: string) => {
  for (const name of readdirSync(parent)) {
    if (name.startsWith('draft-'))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

const run = ({ engine, owner }: Cluster, program: string, args: string[], input = '') =>
  new Promise<void>((resolve, reject) => {
    const [command, ...rest] = mortal([join(engine.bin, program), ...args])
    const child = spawn(command, rest, {
      ...(owner && { uid: owner.uid, gid: owner.gid }),
      env: cleanEnv(),
      cwd: engine.bin,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('exit', () => child.stdio[3]?.destroy())
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(lastLines(output) || `${program} ended with ${code}`))
    })
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })

// A group of its own, so that Ctrl-C leaves it alone, which dies with us: when we are killed the fourth pipe closes.
// Otherwise it would go on filling a draft that the next start throws away. What waits for that end has the command's stderr
// open, so that the child counts as closed only once it is gone as well.
const mortal = (command: readonly string[]): [string, ...string[]] =>
  process.platform === 'win32'
    ? [command[0] ?? '', ...command.slice(1)]
    : ['/bin/sh', '-c', '{ read -r _; kill -KILL -$$; } <&3 >/dev/null & "$@" 3<&-', 'sh', ...command]

/** The lines worth showing of what a program said, as one. */
export const lastLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => /FATAL|ERROR|PANIC|HINT|error:/.test(line))
    .slice(-3)
    .join(' ')
