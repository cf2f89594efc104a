// Where the bench keeps what it fetches and makes: outside the repository, and reachable by PostgreSQL's user.
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const made = (path: string) => {
  mkdirSync(path, { recursive: true })
  return path
}

/** Peers from the registry, kept between runs. */
export const cacheHome = (): string =>
  made(join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-bench'))

/**
 * Databases and logs of this run, and PostgreSQL's programs. PostgreSQL refuses to run as root, and the user that it
 * drops to cannot enter root's home; /tmp may be memory, which would make every fsync a lie.
 */
export const runHome = (): string =>
  made(process.getuid?.() === 0 ? '/var/tmp/gatehouse-bench' : join(cacheHome(), 'run'))
