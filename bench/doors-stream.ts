// From what a door reports to its line on top of the stream of events.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { launchChromium, signInByForm } from './chromium.ts'
import type { Building, Measure } from './doors.ts'

// Plain JavaScript for the page: the second frame after another line is on top.
const observer = `
globalThis.onTop = { id: null, at: 0 }
new MutationObserver(() => {
  const id = document.querySelector('[role="grid"] tbody tr')?.getAttribute('data-id') ?? null
  if (id === globalThis.onTop.id) return
  globalThis.onTop = { id, at: 0 }
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (globalThis.onTop.id === id) globalThis.onTop.at = performance.timeOrigin + performance.now()
  }))
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-id'] })
`

const shown = z.object({ id: z.string().nullable(), at: z.number() })

const onTop = async (page: Page) => shown.parse(await page.evaluate('globalThis.onTop'))

/** When it was on top; asked from outside, as the page allows no script that is made of text. */
const another = async (page: Page, before: string | null): Promise<number> => {
  for (const deadline = Date.now() + 10_000; ; await sleep(20)) {
    const { id, at } = await onTop(page)
    if (id !== before && at > 0) return at
    if (Date.now() > deadline) throw new Error('a report was never on top of the stream')
  }
}

export const streaming = async ({ gatehouse, world, swarm }: Building, quick: boolean): Promise<Measure> => {
  const browser = await launchChromium()
  const storageState = await signInByForm(browser, gatehouse, world.company.email, world.password)
  const keys = world.company.doors.slice(0, 10).map(({ key }) => key)
  const open = new Set<string>()
  return {
    who: 'the stream of events: from publishing to the top of it',
    goal: 'report to the stream of events: at most 1 s',
    most: 1000,
    unit: 'ms',
    note: 'COMMIT, permission, socket, two frames; one after another, the slowest',
    once: async () => {
      const page = await browser.newPage({ viewport: { width: 1600, height: 1200 }, storageState })
      try {
        await page.addInitScript(observer)
        await page.goto(`${gatehouse.address}/events`)
        await page.locator('[role="grid"] tbody tr').first().waitFor()
        await sleep(2000)
        const took: number[] = []
        for (let n = 0; n < (quick ? 10 : 40); n++) {
          const before = (await onTop(page)).id
          // Each report is another one than the last of its door, in all rounds: what changes nothing is no event.
          const key = keys[n % keys.length] ?? ''
          if (!open.delete(key)) open.add(key)
          const at = await swarm.say(key, { contact: open.has(key) ? 'Open' : 'Closed' })
          took.push((await another(page, before)) - at)
          await sleep(100)
        }
        return { figure: Math.max(...took) }
      } finally {
        await page.context().close()
      }
    },
  }
}
