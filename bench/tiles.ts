// The page under the stopwatch: every change of a gas tile is taken down two animation frames later, when it is a pixel.
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { createHistogram, type Spread } from './kit/stats.ts'

export interface Tiles {
  /** Resolves once every tile shows a number. */
  ready(keys: readonly string[]): Promise<void>
  begin(): Promise<void>
  /** How long each reading took; a tile's number is the milliseconds from `base` to its publishing. */
  end(base: number): Promise<{ latency: Spread; shown: ReadonlyMap<string, number> }>
}

const measured = z.array(z.tuple([z.string(), z.string(), z.number()]))

const number = /^\d+(\.\d)?$/

/** Must run before the page loads: it looks at the document from its beginning. */
export const watchTiles = async (page: Page): Promise<Tiles> => {
  await page.addInitScript(observer)
  const texts = async () => {
    const tiles = await page.$$eval('[data-testid^="gas-"]', (all) =>
      all.map((tile): [string, string] => [tile.getAttribute('data-testid') ?? '', tile.textContent]),
    )
    return new Map(tiles.map(([id, text]) => [id.slice('gas-'.length, id.lastIndexOf('-')), text]))
  }
  return {
    ready: async (keys) => {
      const deadline = Date.now() + 30_000
      for (;;) {
        const shown = await texts()
        const missing = keys.filter((key) => !number.test(shown.get(key) ?? ''))
        if (missing.length === 0) return
        if (Date.now() > deadline) throw new Error(`no number on the tiles of ${missing.join(', ')}`)
        await page.waitForTimeout(50)
      }
    },
    begin: async () => {
      await page.evaluate('globalThis.shownTiles.length = 0')
    },
    end: async (base) => {
      const latencies = createHistogram()
      for (const [, text, at] of measured.parse(await page.evaluate('globalThis.shownTiles')))
        latencies.add(at - base - Number(text))
      const shown = new Map([...(await texts())].map(([key, text]) => [key, Number(text)]))
      return { latency: latencies.spread(), shown }
    },
  }
}

// Plain JavaScript for the page. One look per batch of changes, and the time of the second frame after it.
const observer = `
globalThis.shownTiles = []
const last = new Map()
new MutationObserver(() => {
  const changed = []
  for (const tile of document.querySelectorAll('[data-testid^="gas-"]')) {
    const text = tile.textContent
    if (last.get(tile.dataset.testid) === text || !${number}.test(text)) continue
    last.set(tile.dataset.testid, text)
    changed.push([tile.dataset.testid, text])
  }
  if (changed.length === 0) return
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const now = Date.now()
    for (const [tile, text] of changed) globalThis.shownTiles.push([tile, text, now])
  }))
}).observe(document, { subtree: true, childList: true, characterData: true })
`
