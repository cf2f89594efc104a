// Scenario: a year of one gas channel with a reading each second, as charts of a shift to a year ask for it. What a chart is drawn
// from are the rollups of those 31.5 million readings, and they are written as such.
import { z } from 'zod'
import { run } from '../cluster.ts'
import type { Context } from '../context.ts'
import { signIn, startGatehouse } from '../gatehouse.ts'
import { takeRounds } from '../http-rounds.ts'
import { coverYear } from '../list/list-gatehouse.ts'
import { atMost, type Outcome, type Row, voided } from '../kit/results.ts'
import { median } from '../kit/stats.ts'
import { writeWorld } from '../world.ts'

const name = 'gatehouse_gas_year'
/** Requests a second. */
const rate = 50
const hourMs = 3_600_000
const spans = [
  ['8 hours', 8],
  ['a day', 24],
  ['30 days', 30 * 24],
  ['a year', 365 * 24],
] as const

export const gasYear = async (context: Context): Promise<Outcome> => {
  context.log('gas year: writing the rollups of a year')
  const url = await context.cluster.create(name)
  const first = await startGatehouse({ url, name })
  const { companies, password } = await writeWorld(url, {
    companies: 1,
    doors: 1,
    detectors: 1,
    people: 1,
    role: 'admin',
  })
  await first.running.stop()
  const [company] = companies
  const detector = company?.detectors[0]
  if (!company || !detector) throw new Error('no detector')
  const now = Math.floor(Date.now() / hourMs) * hourMs
  await writeYear(url, detector.id, new Date(now))
  const gatehouse = await startGatehouse({ url, name })
  const token = await signIn(gatehouse.address, company.email, password)
  const headers = { Authorization: `Bearer ${token}` }
  const rows: Row[] = []
  for (const [span, hours] of spans) {
    const who = `${span} of a channel at 1 reading/s`
    try {
      const [from, to] = [now - hours * hourMs, now].map((time) => new Date(time).toISOString())
      const path = `/api/gas/${detector.id}/history?channel=CO&from=${from}&to=${to}`
      const answer = await fetch(gatehouse.address + path, { headers })
      const expected = await answer.text()
      check(expected, hours)
      rows.push({
        scenario: 'gas-year',
        who,
        unit: 'ms',
        ...(await takeRounds(context, { port: gatehouse.port, callers: [{ path, headers, expected }], rate })),
        better: 'less',
        note: `the one reading of ${peak} ppm is in the band, and every answer is the same; ${rate} requests a second`,
      })
    } catch (error) {
      rows.push(voided('gas-year', who, error))
    }
  }
  const year = rows.at(-1)
  return {
    rows,
    reach: [
      atMost(
        'gas year: p99 of a chart of a year, at most 100 ms',
        year?.p99?.length ? median(year.p99) : Number.NaN,
        100,
        'ms',
      ),
    ],
  }
}

/** Of one second, an hour and a half before the end. */
const peak = 187

/** Between 1 and 3 ppm by the hour of the day, in the buckets of minutes, hours and days of the site. */
const writeYear = async (url: string, deviceId: string, now: Date) => {
  await coverYear(url, 'gas_minute')
  for (const [table, unit, seconds] of [
    ['gas_minute', 'minute', 60],
    ['gas_hour', 'hour', 3600],
    ['gas_day', 'day', 86_400],
  ] as const)
    await run(
      url,
      `insert into ${table} (device_id, channel, at, count, faults, sum, min, max)
       select $1, 'CO', at, ${seconds}, 0, ${seconds} * round((2 + sin(extract(epoch from at) / 13750))::numeric, 2),
         1, case when at = date_trunc('${unit}', $2::timestamptz - interval '90 min', 'Europe/Berlin') then ${peak} else 3 end
       from generate_series(date_trunc('${unit}', $2::timestamptz - interval '366 days', 'Europe/Berlin'),
         date_trunc('${unit}', $2::timestamptz, 'Europe/Berlin'), interval '1 ${unit}', 'Europe/Berlin') at`,
      [deviceId, now],
    )
  await run(url, 'vacuum analyze gas_minute, gas_hour, gas_day')
}

const answered = z.object({
  step: z.enum(['minute', 'hour', 'day']),
  buckets: z.array(z.object({ max: z.number().nullable(), count: z.int() })),
})

const hoursOf = { minute: 1 / 60, hour: 1, day: 24 } as const

const check = (answer: string, hours: number) => {
  const { step, buckets } = answered.parse(JSON.parse(answer))
  const wanted = hours / hoursOf[step]
  // Where clocks change a day is longer or shorter.
  if (Math.abs(buckets.length - wanted) > 1) throw new Error(`${buckets.length} buckets of a ${step}, not ${wanted}`)
  if (buckets.filter(({ max }) => max === peak).length !== 1) throw new Error(`the peak of ${peak} ppm is not shown`)
}
