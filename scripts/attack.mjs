// npm run attack: the attacks among the tests, each in its long form against fresh products, one target after the other, and
// a table that counts what was tried and what of it succeeded. Arguments name targets. Minutes: the long forms are not for
// every change.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { findMosquitto } from './programs.mjs'
import { add, conclude, nothing, runFiles } from './stages.mjs'

/** By target: the tests that attack it, and how long they go on. */
const targets = {
  operations: {
    files: [
      'surface/permission-matrix',
      'surface/canaries',
      'surface/csrf',
      'identity/users/no-gains',
      'access/access/giving',
      'identity/profile/hostile',
      'identity/labels/labels',
      'surface/unknown-names',
    ],
    long: { CANARIES: '20000', GATEHOUSE_GAINS: '5000', GATEHOUSE_CREDENTIALS: '200', GATEHOUSE_HOSTILE: '3' },
  },
  connections: {
    files: [
      'surface/event-matrix',
      'surface/connection-canaries',
      'building/ingest/another-company',
      'building/ingest/malformed',
      'identity/auth/revocation',
    ],
    long: { CANARY_ACTS: '20000', GATEHOUSE_MALFORMED: '5000', REVOKED_AT_ONCE: '50' },
  },
  floods: {
    files: [
      'kit/http/bodies',
      'kit/http/connections',
      'kit/http/floods',
      'kit/http/api-docs',
      'identity/accounts/silence',
      'identity/auth/auth',
      'site/contact/contact',
      'messages/push/push',
    ],
    long: {
      GATEHOUSE_PASSWORDS: '190',
      GATEHOUSE_BROWSERS: '200',
      GATEHOUSE_FLOODS: '4',
      GATEHOUSE_CONNECTIONS: '1500',
    },
  },
  disk: {
    files: [
      'chaos/disk-full',
      'building/ingest/budget',
      'system/system/health',
      'system/system/troubles',
      'building/ingest/malformed',
    ],
    long: {},
  },
  tamperings: {
    files: ['record/activity/attacks', 'access/entry-exit/sealed', 'surface/record', 'surface/record-matrix'],
    long: { GATEHOUSE_ATTACKS: '1000' },
  },
}

const node = await bootstrap()
const mosquitto = await findMosquitto()
if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in targets))
if (unknown.length > 0) {
  console.log(`There is no target ${unknown.join(', ')}. There are: ${Object.keys(targets).join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-attack-'))
const counts = join(folder, 'counts')
let tally = nothing
const rows = []
for (const [target, { files, long }] of Object.entries(targets)) {
  if (asked.length > 0 && !asked.includes(target)) continue
  const outcome = await runFiles(
    node,
    files.map((file) => `server/${file}.test.ts`),
    { ...long, GATEHOUSE_ATTACK_COUNTS: counts },
  )
  rows.push({
    target,
    what: 'tests',
    tried: outcome.passed + outcome.failures.length,
    succeeded: outcome.failures.length,
  })
  tally = add(tally, outcome)
}
if (existsSync(counts)) for (const line of readFileSync(counts, 'utf8').trim().split('\n')) rows.push(JSON.parse(line))
rmSync(folder, { recursive: true })
print(rows)
process.exitCode = conclude(tally)

function print(all) {
  const inOrder = Object.keys(targets).flatMap((target) => all.filter((row) => row.target === target))
  const width = Math.max(...inOrder.map(({ what }) => what.length))
  console.log(
    `\n${'target'.padEnd(13)}${'attempts'.padEnd(width + 2)}${'tried'.padStart(9)}${'succeeded'.padStart(11)}`,
  )
  for (const { target, what, tried, succeeded } of inOrder)
    console.log(
      `${target.padEnd(13)}${what.padEnd(width + 2)}${String(tried).padStart(9)}${String(succeeded).padStart(11)}`,
    )
}
