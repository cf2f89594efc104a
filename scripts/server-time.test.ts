// The server's time is its clock's, so that tests can hold and move all that the product decides by time. What is about
// real time (processes, sockets, the store, how long work took) is listed here, file by file.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const realTime: Record<string, string> = {
  'server/kit/clock.ts': 'the clock itself',
  'server/db/embedded/embedded-lock.ts': 'processes of the system',
  'server/db/embedded/embedded-postmaster.ts': 'signals to PostgreSQL',
  'server/db/embedded/embedded.ts': 'restarts of PostgreSQL',
  'server/db/pool.ts': 'silence of the store',
  'server/db/pipelined-reads.ts': 'silence of a connection',
  'server/db/slices.ts': 'how long it took',
  'server/db/lease.ts': 'a lease among nodes, held against the clock of the store',
  'server/db/csv/copy-out.ts': 'a reader who stopped reading',
  'server/system/demo/seed.ts': 'how long it took',
  'server/system/demo/simulator.ts': 'the process of the simulator',
  'server/building/ingest/broker.ts': 'a connection that ended',
  'server/building/ingest/flow.ts': 'messages under way at a stop',
  'server/building/ingest/pipeline.ts': 'a sender that stopped reading',
  'server/kit/realtime/realtime-messages.ts': 'how long it took',
  'server/kit/realtime/realtime-outbox.ts': 'how much a process can send',
  'server/kit/http/serve.ts': 'how long it took',
  'server/building/plans/drawing.process.ts': 'a process whose parent is gone',
  'server/building/plans/drawing.ts': 'a process that does not answer',
  'server/system/system/health.ts': 'how long it took',
  'server/record/activity/watch-record.ts': 'how long it took',
}

// Waiting for what is under way when the server stops is real too, and is all that `sleep` of Node.js is for.
const readsTime = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|(?<![.\w])set(Timeout|Interval)\(/

const serverFiles = globSync('server/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(
  (file) => !/\.test(ing)?\.ts$|(^|\/)testing\.ts$/.test(file),
)

test('the server reads the time of its clock alone, but where it is about real time', () => {
  const direct = serverFiles.filter((file) => readsTime.test(withoutComments(file)))
  expect(direct.filter((file) => !(file in realTime))).toEqual([])
  expect(Object.keys(realTime).filter((file) => !direct.includes(file))).toEqual([])
})

test('rules in SQL get the time of the server', () => {
  // Of a table of migrations nobody asks how old it is.
  const own = (file: string) => file === 'server/db/migrate.ts'
  const asksTheStore = serverFiles.filter((file) => !own(file) && /(?<![.\w])now\(\)/.test(withoutComments(file)))
  expect(asksTheStore).toEqual([])
})

const withoutComments = (file: string) =>
  readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
