// One PostgreSQL for all unit and domain tests, thrown away afterwards: GATEHOUSE_TEST_DATABASE_URL is its superuser.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbedded } from '../server/db/embedded/embedded.ts'

/** Asked for by each project of vitest.config.ts: the first makes it for all, and ends it. */
export default async () => {
  if (process.env['GATEHOUSE_TEST_DATABASE_URL']) return () => undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  chmodSync(dataDir, 0o755)
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const { url, location, stop } = await startEmbedded({ dataDir, log, settings: unsafeButFast })
  process.env['GATEHOUSE_TEST_DATABASE_URL'] = url
  return async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
    if (!location.startsWith(dataDir)) rmSync(dirname(location), { recursive: true, force: true })
  }
}

// Nothing of it has to survive a power cut.
const unsafeButFast = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  autovacuum: 'off',
  wal_compression: 'off',
}
