// Every test beside its source, with one PostgreSQL for all that need a store.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { registry } from './web/build-plugins.ts'
import { help } from './web/help-plugin.ts'

const testsOf = (names: string[]) => names.map((name) => `${name}.test.ts`)

// Kills and outages at any moment, under as much load as there can be: with nothing else running beside them. The longest
// first.
const chaos = testsOf([
  'server/chaos/clean-stop',
  'server/building/ingest/crash',
  'server/chaos/store-away',
  'server/chaos/disk-full',
  'server/chaos/server-killed',
  'server/chaos/network-lost',
  'server/building/ingest/outage',
  'server/chaos/notifications',
  'server/chaos/postgres-killed',
  'server/identity/auth/revocation',
])

// Several nodes as one, behind nginx and with Redis.
const cluster = testsOf(['server/cluster/doors', 'server/cluster/several-nodes'])

const elsewhere = [...chaos, ...cluster]

// What others would meet in a process after these: a clock of their own, spies; or have left there: memory that they
// measure, a clock that was moved and is not that of the processes they start.
const wantsAProcess =
  /\bvi\.|\bcountHashes\b|\bmemoryUsage\b|\baProgram\(|\bfork\(program|TOUR: 'on'|tick\('(24 h|61 min)'\)/
const alone = globSync('{bench,contract,demo,devices,scripts,server,simulator}/**/*.test.ts', {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules/**'],
}).filter(
  (file) => !elsewhere.includes(file) && wantsAProcess.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

// Loads the contract with something else in place of Zod, which others have loaded.
const replacesModules = testsOf(['web/kit/no-schemas'])

// So that none of them is left over when all others of their project are done.
const longest = testsOf([
  'server/surface/permission-matrix',
  'server/surface/record-matrix',
  'server/system/demo/seed',
  'simulator/simulator',
  'server/system/backup/lost-building',
  'server/safety/alarms/history',
  'server/safety/occupancy/floors',
  'server/access/entry-exit/former-names',
  'server/system/backup/scheduled',
  'server/system/backup/restore',
  'server/db/embedded/embedded',
  'server/chaos/start-errors',
  'server/chaos/commands-killed',
  'server/chaos/escalations-killed',
  'server/system/system/troubles',
  'server/messages/webhooks/webhooks',
  'server/site/tour/tour',
  'server/surface/canaries',
  'server/site/contact/contact',
  'simulator/main',
  'server/identity/users/no-gains',
  ...chaos,
])

// Vitest ends a process that several files share as soon as the next file in line is of another project: those of one stand
// together. Those at the end take the shortest.
const inOrder = ['alone', 'together', 'pages', 'web']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const project = ({ project: { name } }: TestSpecification) => inOrder.indexOf(name)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => project(a) - project(b) || place(a) - place(b))
  }
}

// What is young is collected more rarely: else that is a tenth of the work.
const roomForTheYoung = ['--max-semi-space-size=64']

// Programs that tests start have the system's clock, and what they are told by those tests has to be of the same time.
const now = { GATEHOUSE_TEST_NOW: '' }

const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.cache/**', 'e2e/**']

// Each test begins with an application of its own.
const ofTheWeb = {
  maxWorkers: 4,
  isolate: false,
  execArgv: roomForTheYoung,
  setupFiles: ['web/kit/testing/fresh-application.testing.ts'],
  exclude: [...exclude, ...replacesModules],
}

export default defineConfig({
  plugins: [registry(), help()],
  test: {
    globalSetup: ['scripts/test-database.ts'],
    setupFiles: ['server/kit/held-clock.testing.ts'],
    pool: 'forks',
    // Only a defect takes that long: a machine with other things to do is no reason to fail.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    exclude,
    // Those of one group run beside each other; one group after the other. Workers: twice the cores of a small machine, as
    // each waits for the store half of the time.
    projects: [
      {
        extends: true,
        // A process loads the server once, and not once for each file: that is a third of all the work.
        test: {
          name: 'together',
          maxWorkers: 4,
          isolate: false,
          execArgv: roomForTheYoung,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...elsewhere, ...alone, 'web/**'],
        },
      },
      { extends: true, test: { name: 'pages', ...ofTheWeb, environment: 'happy-dom', include: ['web/**/*.test.tsx'] } },
      { extends: true, test: { name: 'web', ...ofTheWeb, include: ['web/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'alone',
          env: now,
          maxWorkers: 4,
          execArgv: roomForTheYoung,
          include: [...alone, ...replacesModules],
        },
      },
      { extends: true, test: { name: 'chaos', env: now, maxWorkers: 3, include: chaos, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: { name: 'cluster', env: now, maxWorkers: 1, include: cluster, sequence: { groupOrder: 2 } },
      },
    ],
  },
})
