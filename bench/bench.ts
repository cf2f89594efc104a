// npm run bench: every scenario asked for, one after the other, and one table at the end.
//   --only ingest,list    --rounds 5    --seconds 8    --quick    --publish (writes the table into docs/bench.md)
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { alarmDelivery } from './alarms/delivery.ts'
import { alarmFlood } from './alarms/flood.ts'
import { alarms } from './alarms/alarms.ts'
import { describeSettings, startCluster } from './cluster.ts'
import { cold } from './cold.ts'
import type { Context } from './context.ts'
import { doors } from './doors.ts'
import { entryExitReport } from './entry-exit-report.ts'
import { feel } from './feel.ts'
import { flood } from './flood.ts'
import { gasLoad } from './gas/gas-load.ts'
import { gasYear } from './gas/gas-year.ts'
import { ingest } from './ingest.ts'
import { list } from './list/list.ts'
import { memory } from './kit/memory.ts'
import { occupancy } from './people/occupancy.ts'
import { pixel } from './pixel.ts'
import { stopAll } from './kit/processes.ts'
import { record } from './record.ts'
import { ruleHistory } from './alarms/rule-history.ts'
import { search } from './search/search.ts'
import { signInScenario } from './sign-in.ts'
import { site } from './site.ts'
import { size } from './size.ts'
import { sockets } from './sockets.ts'
import { type Outcome, type Reach, type Row, tableOf, voided } from './kit/results.ts'

const scenarios: Record<string, (context: Context) => Promise<Outcome>> = {
  ingest,
  list,
  pixel,
  sockets,
  'sign-in': signInScenario,
  cold,
  memory,
  size,
  site,
  feel,
  record,
  search,
  doors,
  report: entryExitReport,
  flood,
  alarms,
  'alarm-delivery': alarmDelivery,
  'alarm-flood': alarmFlood,
  'rule-history': ruleHistory,
  'gas-load': gasLoad,
  'gas-year': gasYear,
  occupancy,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    quick: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const wanted = values.only.split(',')
const unknown = wanted.filter((name) => !(name in scenarios))
if (unknown.length > 0) {
  console.error(`There is no scenario ${unknown.join(', ')}. There are: ${Object.keys(scenarios).join(', ')}.`)
  process.exit(2)
}

const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)}  ${line}`)
process.once('SIGINT', () => void stopAll().then(() => process.exit(130)))

const startedAt = new Date().toISOString()
const cluster = await startCluster()
const rows: Row[] = []
const reach: Reach[] = []
try {
  const context: Context = {
    cluster,
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    seconds: Number(values.seconds ?? (values.quick ? 3 : 8)),
    quick: values.quick,
    log,
  }
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (!wanted.includes(name)) continue
    try {
      const outcome = await scenario(context)
      rows.push(...outcome.rows)
      reach.push(...outcome.reach)
    } catch (error) {
      console.error(error)
      rows.push(voided(name, 'the whole scenario', error))
    }
    await stopAll(cluster.running)
  }
} finally {
  await stopAll(cluster.running)
  await cluster.stop()
}

const machine = `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`
const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
writeFileSync(
  new URL('latest.json', results),
  JSON.stringify({ startedAt, machine, postgres: describeSettings(), quick: values.quick, rows, reach }, null, 2),
)
const when = `${startedAt}, ${machine}${values.quick ? ' (quick: not for claims)' : ''}`
const text = `${when}\n\n${tableOf({ rows, reach })}`
console.log(`\n${text}`)
if (values.publish) publish()
process.exit(rows.some((row) => row.void) ? 1 : 0)

/** Puts the table between its marks in docs/bench.md. */
function publish() {
  const path = new URL('../docs/bench.md', import.meta.url)
  const page = readFileSync(path, 'utf8')
  const [, before, after] = /^([^]*<!-- table -->\n)[^]*(<!-- end -->[^]*)$/.exec(page) ?? []
  if (before === undefined || after === undefined) throw new Error('docs/bench.md has lost the marks around its table')
  writeFileSync(path, before + text + after)
}
