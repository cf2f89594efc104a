// Scenario: how much script a browser fetches for a page, gzipped, counted from the requests a real one makes.
import { get } from 'node:http'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchChromium, signInByForm } from './kit/chromium.ts'
import type { Context } from './context.ts'
import { startInWorld } from './gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row } from './kit/results.ts'

export const size = async (context: Context): Promise<Outcome> => {
  context.log('size: loading pages')
  const world = { companies: 1, doors: 14, detectors: 12, people: 5, role: 'admin' } as const
  const { gatehouse, companies, password } = await startInWorld(context.cluster, 'gatehouse_size', world)
  const browser = await launchChromium()
  try {
    const state = await signInByForm(browser, gatehouse, companies[0]?.email ?? '', password)
    const rows = [
      await scriptsOf(browser, gatehouse.address, '/signin', 'h1, form', {}),
      await scriptsOf(browser, gatehouse.address, '/dashboard', '[data-testid^="gas-"], h1', { storageState: state }),
    ]
    return { rows, reach: [atMost('size: sign-in page at most 150 kB of script', medianOf(rows[0]), 150, 'kB')] }
  } finally {
    await browser.close()
  }
}

const scriptsOf = async (
  browser: Browser,
  address: string,
  path: string,
  shown: string,
  options: BrowserContextOptions,
): Promise<Row> => {
  const page = await browser.newPage(options)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(address + path)
  await page.waitForSelector(shown)
  // Whatever it fetches by itself once idle counts too.
  await page.waitForTimeout(2000)
  await page.context().close()
  let bytes = 0
  for (const script of scripts) bytes += await transferred(script)
  const note = `${scripts.size} files, everything fetched within 2 s of showing; bytes on the wire with gzip`
  return { scenario: 'size', who: path, unit: 'kB', rounds: [bytes / 1000], better: 'less', note }
}

/** As it travels: read without undoing the compression. */
const transferred = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('end', () => resolve(bytes))
    }).once('error', reject)
  })
