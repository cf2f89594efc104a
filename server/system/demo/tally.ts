// The rollups of a past, summed up while it is told: the same buckets that the rollups of gas, people-count and
// entry-exit make of the same rows, which a test holds them against.
import { dateOf, hour, type LocalDay, localDay, minute, plusDays } from '@gatehouse/demo/local-day'
import type { AccessRow, CountRow, ReadingRow } from '@gatehouse/demo/rows'
import { type Field, stamp } from './copy-text.ts'
import type { Table } from './series.sql.ts'

export type Write = (table: Table, fields: readonly Field[]) => void

/** Hours and days follow the time zone. Buckets are written as they are over, the last ones at the end. */
export const createTally = (timeZone: string, from: number, to: number, write: Write) => {
  const { hourOf, dayOf } = calendarOf(timeZone, from, to)
  const gas = bucketsOf(noGas, gasFields, { gas_minute: minuteOf, gas_hour: hourOf, gas_day: dayOf }, write)
  const counts = bucketsOf(
    noCount,
    countFields,
    { count_minute: minuteOf, count_hour: hourOf, count_day: dayOf },
    write,
  )
  const accesses = bucketsOf(noAccess, accessFields, { entry_exit_hour: hourOf, entry_exit_day: dayOf }, write)
  return {
    reading(device: string, { channel, at, value, quality }: ReadingRow) {
      for (const bucket of gas.at(`${device}\t${channel}`, at)) {
        if (value === null || quality !== 'good') {
          bucket.faults++
          continue
        }
        bucket.count++
        bucket.tenThousandths += Math.round(value * 10_000)
        bucket.min = Math.min(bucket.min ?? value, value)
        bucket.max = Math.max(bucket.max ?? value, value)
      }
    },
    count(device: string, row: CountRow) {
      for (const bucket of counts.at(device, row.at)) {
        bucket.entries += row.in
        bucket.exits += row.out
      }
    },
    access(company: string, door: string, { at, result, direction }: AccessRow) {
      for (const bucket of accesses.at(`${company}\t${door}`, at)) {
        if (result === 'denied') bucket.denied++
        else if (direction === 'entry') bucket.entries++
        else bucket.exits++
      }
    },
    end() {
      gas.end()
      counts.end()
      accesses.end()
    },
  }
}

interface Gas {
  count: number
  faults: number
  // Whole numbers: the store adds decimals, and adding in another order must give the same.
  tenThousandths: number
  min: number | null
  max: number | null
}

interface Count {
  entries: number
  exits: number
}

interface Access extends Count {
  denied: number
}

const noGas = (): Gas => ({ count: 0, faults: 0, tenThousandths: 0, min: null, max: null })
const noCount = (): Count => ({ entries: 0, exits: 0 })
const noAccess = (): Access => ({ entries: 0, exits: 0, denied: 0 })

const gasFields = (b: Gas) => [b.count, b.faults, (b.tenThousandths / 10_000).toFixed(4), b.min, b.max]
const countFields = (b: Count) => [b.entries, b.exits]
const accessFields = (b: Access) => [b.entries, b.exits, b.denied]

type BeginOf = (at: number) => number

const minuteOf: BeginOf = (at) => Math.floor(at / minute) * minute

const bucketsOf = <Bucket, Name extends Table>(
  make: () => Bucket,
  fields: (bucket: Bucket) => readonly Field[],
  lengths: Record<Name, BeginOf>,
  write: Write,
) => {
  const levels = keysOf(lengths).map((table) => ({ table, beginOf: lengths[table] }))
  const known = new Map<string, Open<Bucket>[][]>()
  const newSeries = (name: string) => {
    const series = levels.map(() => [])
    known.set(name, series)
    return series
  }
  const close = (table: Table, name: string, open: Open<Bucket>[], left: number) => {
    for (const { begin, bucket } of open.splice(0, open.length - left))
      write(table, [name, stamp(begin), ...fields(bucket)])
  }
  return {
    /** Those that a row of a series belongs to, one of each length. */
    at(name: string, at: number): Bucket[] {
      const series = known.get(name) ?? newSeries(name)
      return levels.map(({ table, beginOf }, level) => {
        const open = series[level] ?? []
        if (open.length > 2 * heldOpen) close(table, name, open, heldOpen)
        return bucketIn(open, beginOf(at), make)
      })
    },
    end() {
      for (const [name, series] of known)
        for (const [level, { table }] of levels.entries()) close(table, name, series[level] ?? [], 0)
    },
  }
}

interface Open<Bucket> {
  readonly begin: number
  readonly bucket: Bucket
}

// Rows come in order of time but for a few around the first midnight. One that came later than this would be refused
// by the primary key of its table, never counted twice.
const heldOpen = 24

const bucketIn = <Bucket>(open: Open<Bucket>[], begin: number, make: () => Bucket): Bucket => {
  const last = open.at(-1)
  const known = last && last.begin >= begin ? open.findLast((one) => one.begin === begin) : undefined
  if (known) return known.bucket
  const bucket = make()
  open.push({ begin, bucket })
  return bucket
}

// Clocks change at most once in a day: it has the offset it begins with, or the one it ends with.
const calendarOf = (timeZone: string, from: number, to: number) => {
  const days: Day[] = []
  const last = plusDays(dateOf(timeZone, to), 1)
  for (let date = plusDays(dateOf(timeZone, from), -2); date <= last; date = plusDays(date, 1))
    days.push(dayWithOffsets(localDay(timeZone, date)))
  let current = days[0]
  const dayAt = (at: number) => {
    if (!current || at < current.start || at >= current.end) current = days.find((d) => at >= d.start && at < d.end)
    if (!current) throw new Error(`${stamp(at)} is outside the history`)
    return current
  }
  return {
    dayOf: (at: number) => dayAt(at).start,
    hourOf(at: number) {
      const { before, after, start, at: momentOf } = dayAt(at)
      const offset = before === after || momentOf((at - start) / minute) === at ? before : after
      return Math.floor((at + offset) / hour) * hour - offset
    },
  }
}

interface Day extends LocalDay {
  readonly before: number
  readonly after: number
}

const dayWithOffsets = (day: LocalDay): Day => {
  const midnight = Date.parse(`${day.date}T00:00:00Z`)
  return { ...day, before: midnight - day.start, after: midnight + 24 * hour - day.end }
}

const keysOf = <K extends string>(record: Record<K, unknown>) => {
  const keys: K[] = []
  for (const key in record) keys.push(key)
  return keys
}
