// npm run db:types: writes server/db/schema.ts from a freshly migrated PostgreSQL. With --verify it only compares.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, programOf, root, run } from './bootstrap.mjs'

const node = await bootstrap()
const script = `
  import pg from 'pg'
  import { spawnSync } from 'node:child_process'
  import { startEmbedded } from './server/db/embedded/embedded.ts'
  import { migrate } from './server/db/migrate.ts'
  const quiet = { info() {}, warn() {}, error: console.error }
  const store = await startEmbedded({ dataDir: process.argv[1], log: quiet })
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  await migrate(client)
  await client.end()
  const { status } = spawnSync(process.execPath, process.argv.slice(2), {
    stdio: 'inherit', env: { ...process.env, DATABASE_URL: store.url },
  })
  await store.stop()
  process.exitCode = status ?? 1
`
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-types-'))
try {
  // As root PostgreSQL is another user, who has to be able to enter.
  chmodSync(folder, 0o755)
  const generate = [programOf('kysely-codegen'), '--dialect', 'postgres', '--log-level', 'warn']
  const target = ['--out-file', join(root, 'server/db/schema.ts'), ...process.argv.filter((arg) => arg === '--verify')]
  process.exitCode = await run(node, ['--input-type=module', '-e', script, '--', folder, ...generate, ...target])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
