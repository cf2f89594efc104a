// As fast as entries are recorded and sealed by the server's own code; one line of JSON at the end. For the bench.
//   DATABASE_URL (migrated), DATA_DIR    entries, those under way at once
import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { openStore } from '../../db/pool.ts'
import { openAuditLog } from './activity.ts'
import { verifyRecord } from './verify.ts'
import { readFrom } from './verify.sql.ts'

const [entries = 100_000, atOnce = 1000] = process.argv.slice(2).map(Number)
const log = pino({ level: 'warn' })
const store = openStore(process.env['DATABASE_URL'] ?? '', log)
const activity = await openAuditLog(store, { dataDir: process.env['DATA_DIR'] ?? '', vaultKey: randomBytes(32) }, log)
const { rows: companies } = await store.pool.query<{ id: string }>('select id from company')

const one = (n: number) =>
  activity.record({
    companyId: companies[n % companies.length]?.id ?? null,
    userId: randomUUID(),
    actor: `person${n % 500}@bench.example`,
    action: 'doors.unlock',
    subject: `Door ${n % 50}`,
    input: { doorId: randomUUID(), seconds: 5 },
    before: { state: 'locked' },
    after: { state: 'unlocked' },
    reason: 'A delivery',
    status: 200,
    address: '192.0.2.1',
    correlationId: randomUUID(),
  })

const append = async (count: number) => {
  let next = 0
  const latencies: number[] = []
  const lane = async () => {
    while (next < count) {
      const began = performance.now()
      await one(next++)
      latencies.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, lane))
  const recorded = performance.now() - began
  if (!(await activity.sealer.seal())) throw new Error('it could not be sealed')
  const sealed = performance.now() - began
  latencies.sort((a, b) => a - b)
  return { recorded, sealed, p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0 }
}

await append(5000)
const { recorded, sealed, p99 } = await append(entries)
const began = performance.now()
const found = await verifyRecord({
  read: readFrom(store.pool),
  publicKey: activity.keys.publicKey,
  isOurs: activity.keys.isOurs,
  kept: activity.heads.all(),
})
const verified = performance.now() - began
await activity.stop()
await store.close()
const rate = (count: number, ms: number) => (count * 1000) / ms
process.stdout.write(
  `${JSON.stringify({ recordedPerSecond: rate(entries, recorded), sealedPerSecond: rate(entries, sealed), p99, ok: found.ok, checked: found.checked, verifiedPerSecond: rate(found.checked, verified) })}\n`,
)
