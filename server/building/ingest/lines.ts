// The lines of counting cameras: which count people in and which out, and which of them the camera reports.
import * as devices from '@gatehouse/contract/building/devices'
import type { LinesAsSet } from '@gatehouse/contract/building/devices'
import { configOf } from '@gatehouse/devices/config'
import { unsetLineOf, unsetReason } from '@gatehouse/devices/counters/lines'
import { sql } from 'kysely'
import { type Db, firstOf, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { changeSettings } from '../devices/devices.ts'
import { foreignTopics } from './registration.sql.ts'

interface LinesParts {
  readonly db: Db
  /** Makes this node know at once what the database tells every node a moment later. */
  readonly changed: () => Promise<void>
}

/** Whoever names lines beyond this time ago, and has none set, does not report them any more. */
const reportedDays = 7
const dayMs = 86_400_000
/** A camera has some; a sender that invents names fills no page. */
const mostReported = 50

export const serveLines = (serve: Serve, { db, changed }: LinesParts) => {
  serve(devices.lines, async ({ deviceId }) => readLines(db, await counterOf(db, deviceId, '')))

  serve(devices.setLines, async ({ deviceId, version, ...wanted }, caller, call) => {
    const twice = wanted.in.find((line) => wanted.out.includes(line))
    if (twice !== undefined) throw invalid([{ field: 'out', message: `"${twice}" counts in already` }])
    await inTransaction(db, async (tx) => {
      const counter = await counterOf(tx, deviceId, 'for no key update')
      const { in: countsIn, out, version: before } = storedIn(counter.config)
      if (version !== undefined && version !== before)
        throw new Refusal(409, 'CHANGED_MEANWHILE', 'Somebody else has changed these lines. Look at them again first.')
      await changeSettings(tx, deviceId, 'lines', {
        ...wanted,
        version: before + 1,
        changed: { at: clock.iso(), by: caller.name },
      })
      await call.record(tx, { subject: counter.key, ...changes({ in: countsIn, out }, wanted) })
    })
    await changed()
    return readLines(db, await counterOf(db, deviceId, ''))
  })
}

interface Counter {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly driver: string
  readonly address: string
  readonly config: unknown
}

const counterOf = async (db: Db, deviceId: string, lock: '' | 'for no key update'): Promise<Counter> => {
  const found = await firstOf<Counter>(db)`
    select id, key, company_id as "companyId", driver, address, config from device
    where id = ${deviceId} and kind = 'counter' and retired_at is null ${lock === '' ? sql`` : sql`for no key update`}
  `
  return existing(found, 'This counter')
}

/** Those of an earlier version of the product have no version. */
const stored = devices.counterLines.extend({
  version: devices.linesAsSet.shape.version.default(0),
  changed: devices.linesAsSet.shape.changed.default(null),
})

const storedIn = (config: unknown) =>
  stored.safeParse(configOf({ config }).settings['lines']).data ?? { in: [], out: [], version: 0, changed: null }

const readLines = async (db: Db, { id, key, companyId, driver, address, config }: Counter): Promise<LinesAsSet> => {
  const lines = storedIn(config)
  const hasLines = driver === 'onvif' || driver === 'axis'
  if (!hasLines) return { ...lines, hasLines, reported: [] }
  const isSet = (line: string) => lines.in.includes(line) || lines.out.includes(line)
  const since = new Date(clock.ms() - reportedDays * dayMs)
  const counted = await rowsOf<{ line: string; at: Date }>(db)`
    select line, max(at) as at from count_total where device_id = ${id} group by line
  `
  const refused = await rowsOf<{ reason: string; at: Date }>(db)`
    select reason, max(received_at) as at from quarantine
    where (company_id = ${companyId} or company_id is null) and received_at > ${since}
      and starts_with(topic, ${topicOf(driver, address)}) and starts_with(reason, ${`${key}: ${beforeLine}`})
    group by reason order by at desc limit ${sql.lit(mostReported)}
  `
  const reported = new Map<string, Date>()
  const add = (line: string, at: Date) => {
    const known = reported.get(line)
    if ((isSet(line) || at > since) && (!known || known < at)) reported.set(line, at)
  }
  for (const { line, at } of counted) add(line, at)
  for (const { reason, at } of refused) {
    const line = unsetLineOf(reason)
    if (line !== null) add(line, at)
  }
  return {
    ...lines,
    hasLines,
    reported: [...reported]
      .toSorted(([, a], [, b]) => b.getTime() - a.getTime())
      .map(([line, at]) => ({ line, at: at.toISOString() })),
  }
}

/** Of a broker outside nobody knows whose a message is: its address is that of no other camera, or it would not be read at all. */
const topicOf = (driver: string, address: string): string =>
  foreignTopics(driver, address).map((topic) => topic.replace('#', ''))[0] ?? ''

/** How the reason begins of what is refused as nobody has set its line. */
const beforeLine = unsetReason('').slice(0, unsetReason('').indexOf('""') + 1)
