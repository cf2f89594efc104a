// Scenario: from a detector's publish through COMMIT to the pixel on an entitled dashboard, while others watch too.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from './kit/chromium.ts'
import { type Context, createField, takeTurns } from './context.ts'
import { launch } from './load.ts'
import { bareSource, gatehouseSource, type Source } from './pixel-sources.ts'
import { atMost, type Outcome, type Reach, type Row, voided } from './kit/results.ts'
import { type Job, report } from './socket-job.ts'
import { median, type Spread } from './kit/stats.ts'
import { watchTiles } from './tiles.ts'

interface Turn {
  readonly pixel: Spread
  /** Over all sockets but the page's own; null when it is alone. */
  readonly socketsP99: number | null
  readonly loader: number | null
}

interface Subject {
  readonly source: Source
  readonly sockets: number
}

export const pixel = async (context: Context): Promise<Outcome> => {
  const field = createField<Subject>(context, 'pixel')
  const browser = await launchChromium()
  try {
    const crowds = context.quick ? [1, 100] : [1, 100, 1000]
    const of = (source: Source) => crowds.map((sockets) => ({ source, sockets }))
    await field.add('Gatehouse', async () => of(await gatehouseSource(context.cluster, browser)))
    await field.add('bare Socket.IO', async () => of(await bareSource()))
    context.log('pixel: taking turns')
    const warmUps = 1
    const turns = await takeTurns(field.subjects, context.rounds, (one) => turn(browser, one, context.seconds), warmUps)
    const rows = turns.map(({ subject, results }) => rowOf(subject, results))
    return { rows: [...rows, ...field.failed], reach: reachOf(rows) }
  } finally {
    await browser.close()
  }
}

const turn = async (browser: Browser, { source, sockets }: Subject, seconds: number): Promise<Turn> => {
  const { address, base, token, strangerToken, storageState } = source
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 }, storageState })
  const others = sockets - 1
  const job: Job = { address, sockets: others, seconds: seconds + 1, base, token, strangerToken }
  source.talk()
  const crowd = others > 0 ? await launch('socket-loader.ts', job, report) : null
  try {
    const tiles = await watchTiles(page)
    await page.goto(source.page)
    await tiles.ready(source.keys)
    // A page that stands: the rest of what it loads is not what is measured.
    await sleep(1000)
    await tiles.begin()
    const watch = async () => {
      await sleep(seconds * 1000)
      const last = await source.hush()
      await sleep(500)
      return { last, ...(await tiles.end(base)) }
    }
    const [measured, { last, latency, shown }] = await Promise.all([crowd?.go(), watch()])
    for (const [key, value] of last)
      if (shown.get(key) !== value) throw new Error(`the tile of ${key} shows ${shown.get(key)} instead of ${value}`)
    if (measured?.leaked) throw new Error(`${measured.leaked} readings reached another company`)
    if (measured?.behind) throw new Error(`${measured.behind} sockets did not hear the last values`)
    return { pixel: latency, socketsP99: measured?.latency.p99 ?? null, loader: measured?.loaderCpu ?? null }
  } finally {
    await source.hush()
    await crowd?.stop()
    await page.context().close()
  }
}

const rowOf = ({ source, sockets }: Subject, results: Turn[] | Error): Row => {
  const who = nameOf(source.who, sockets)
  if (!Array.isArray(results)) return voided('pixel', who, results)
  const others = results.flatMap((r) => r.socketsP99 ?? [])
  return {
    scenario: 'pixel',
    who,
    unit: 'ms',
    rounds: results.map((r) => r.pixel.p50),
    better: 'less',
    p99: results.map((r) => r.pixel.p99),
    loader: results.flatMap((r) => r.loader ?? []),
    note: others.length > 0 ? `${source.note}; the other sockets: p99 ${median(others).toFixed(0)} ms` : source.note,
  }
}

const nameOf = (who: string, sockets: number) =>
  `${who}, ${sockets.toLocaleString('en-US')} socket${sockets === 1 ? '' : 's'}`

const reachOf = (rows: readonly Row[]): Reach[] =>
  rows.flatMap((row) =>
    row.who.startsWith('Gatehouse')
      ? [atMost(`pixel: ${row.who}, p99 at most 100 ms`, row.p99?.length ? median(row.p99) : Number.NaN, 100, 'ms')]
      : [],
  )
