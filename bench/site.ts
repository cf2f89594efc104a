// Scenario: the public pages as a phone on a slow line meets them, measured by Lighthouse with its own mobile profile
// (simulated slow 4G, a processor four times slower), and how much script each of them fetches.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { freePort } from '../scripts/free-port.ts'
import { chromiumArguments, chromiumPath } from './kit/chromium.ts'
import type { Context } from './context.ts'
import { startGatehouse } from './gatehouse.ts'
import { installPeer } from './peers/peers.ts'
import { answers, start, until } from './kit/processes.ts'
import { atLeast, atMost, medianOf, type Outcome, type Row, voided } from './kit/results.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const reportShape = z.object({
  lhr: z.object({
    categories: z.record(z.enum(categories), z.object({ score: z.number() })),
    audits: z.record(
      z.string(),
      z.object({
        numericValue: z.number().optional(),
        // Each audit has details of its own.
        details: z.object({ items: z.unknown().optional() }).optional(),
      }),
    ),
  }),
})
type Report = z.output<typeof reportShape>['lhr']

/** One figure of a report, and the goal that the median of its rounds has over every page. */
interface Measure {
  readonly what: string
  readonly unit: string
  readonly better: Row['better']
  readonly of: (report: Report) => number
  readonly goal: number
  /** What this machine has to reach at the least. */
  readonly floor?: number
}

const numeric = (name: string) => (report: Report) => report.audits[name]?.numericValue ?? Number.NaN
const requestsShape = z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().optional() }))
const scriptKb = (report: Report) =>
  requestsShape
    .parse(report.audits['network-requests']?.details?.items)
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000

const measures: readonly Measure[] = [
  ...categories.map(
    (name): Measure => ({
      what: name,
      unit: 'of 100',
      better: 'more',
      of: ({ categories: scores }) => Math.round((scores[name]?.score ?? 0) * 100),
      goal: 100,
      ...(name === 'performance' ? { floor: 95 } : {}),
    }),
  ),
  { what: 'LCP', unit: 'ms', better: 'less', of: numeric('largest-contentful-paint'), goal: 1200 },
  { what: 'TBT', unit: 'ms', better: 'less', of: numeric('total-blocking-time'), goal: 50 },
  { what: 'CLS', unit: '', better: 'less', of: numeric('cumulative-layout-shift'), goal: 0.01 },
  { what: 'script', unit: 'kB', better: 'less', of: scriptKb, goal: 90 },
]

export const site = async (context: Context): Promise<Outcome> => {
  context.log('site: preparing Lighthouse and the demo building')
  const peer = installPeer('lighthouse')
  const gatehouse = await startGatehouse({ name: 'site', demo: true })
  const pages = await publicPages(gatehouse.address)
  const visit = await lighthouseIn(peer.folder)
  const found = new Map<string, Report[] | Error>()
  for (const path of context.quick ? pages.slice(0, 2) : pages) {
    context.log(`site: ${path}`)
    found.set(path, await roundsOf(context.rounds, () => visit(gatehouse.address + path)))
  }
  return outcomeOf(found, peer.name)
}

/** Those that the product itself names to search engines. */
const publicPages = async (address: string): Promise<string[]> => {
  const map = await (await fetch(`${address}/sitemap.xml`)).text()
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

const lighthouseIn = async (folder: string) => {
  const program = pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  const { default: lighthouse } = z
    .object({ default: z.custom<(url: string, flags: object) => Promise<unknown>>((f) => typeof f === 'function') })
    .parse(await import(program))
  return async (url: string): Promise<Report> =>
    asSomebodyNew(async (port) => {
      const flags = { port, output: 'json', logLevel: 'error', onlyCategories: categories }
      return reportShape.parse(await lighthouse(url, flags)).lhr
    })
}

/** Lighthouse empties the browser's cache and leaves what pages have stored: who was here before is nobody whom we measure. */
const asSomebodyNew = async <T>(visit: (port: number) => Promise<T>): Promise<T> => {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'gatehouse-lighthouse-'))
  const browser = start(
    chromiumPath(),
    ['--headless=new', ...chromiumArguments, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
    { name: 'lighthouse-chromium' },
  )
  try {
    await until(browser, 30, answers(`http://127.0.0.1:${port}/json/version`), 100)
    return await visit(port)
  } finally {
    await browser.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const roundsOf = async (rounds: number, visit: () => Promise<Report>): Promise<Report[] | Error> => {
  try {
    // The first meets a server that has never rendered the page.
    await visit()
    const reports: Report[] = []
    while (reports.length < rounds) reports.push(await visit())
    return reports
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const outcomeOf = (found: ReadonlyMap<string, Report[] | Error>, who: string): Outcome => {
  const rows = [...found].flatMap(([path, reports]): Row[] =>
    reports instanceof Error
      ? [voided('site', path, reports)]
      : measures.map(({ what, unit, better, of }) => ({
          scenario: 'site',
          who: `${path}, ${what}`,
          unit,
          rounds: reports.map(of),
          better,
          note: `${who}, mobile`,
        })),
  )
  const reach = measures.flatMap(({ what, unit, better, goal, floor }) => {
    const medians = rows.filter((row) => row.who.endsWith(`, ${what}`)).map(medianOf)
    const most = better === 'less'
    const worst = rows.some((row) => row.void) ? Number.NaN : most ? Math.max(...medians) : Math.min(...medians)
    return [goal, ...(floor === undefined ? [] : [floor])].map((limit) => {
      const text = `site: on every public page ${what} ${most ? 'at most' : 'at least'} ${limit} ${unit}`.trim()
      return most ? atMost(text, worst, limit, unit) : atLeast(text, worst, limit, unit)
    })
  })
  return { rows, reach }
}
