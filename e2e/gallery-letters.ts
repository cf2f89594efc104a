// Letters of one width in every Chromium: by their outlines, not by the pixels that hinting would move them to.
import type { Page } from '@playwright/test'

/** Runs in a page before its own scripts. */
export const sameLetters = (): void => {
  const sheet = new CSSStyleSheet()
  // Which font is the system's for code differs from machine to machine.
  sheet.replaceSync(`
    *, ::before, ::after { text-rendering: geometricPrecision !important; transition: none !important; }
    code { font-family: var(--font) !important; }
  `)
  document.adoptedStyleSheets = [sheet]
}

/** Why snapshots of this machine cannot be compared with those taken elsewhere; empty where they can. */
export const incomparable = async (page: Page): Promise<string> => {
  if (process.platform !== 'linux') return `they were taken on Linux, and this is ${process.platform}`
  if (page.url() === 'about:blank') await page.goto('/')
  return page.evaluate(async () => {
    const family = '"Inter Variable"'
    const widthAt = (pixels: number) => {
      const sample = document.createElement('span')
      sample.textContent = 'Northern stairwell: 1,234.5 ppm, 08:30'
      sample.style.cssText = `position: fixed; white-space: nowrap; font: 400 ${pixels}px ${family}`
      document.body.append(sample)
      const { width } = sample.getBoundingClientRect()
      sample.remove()
      return width / pixels
    }
    await document.fonts.load(`16px ${family}`)
    if (!document.fonts.check(`16px ${family}`)) throw new Error('The gallery has no font of its own')
    const scroller = document.createElement('div')
    scroller.style.cssText = 'position: fixed; overflow: scroll; width: 100px; height: 100px'
    document.body.append(scroller)
    const bar = scroller.offsetWidth - scroller.clientWidth
    scroller.remove()
    if (bar > 0) return `scroll bars take ${bar} px here`
    const one = widthAt(1_000)
    const off = [12, 13, 14, 16, 20].filter((pixels) => Math.abs(widthAt(pixels) / one - 1) > 0.001)
    return off.length > 0 ? `letters of ${off.join(', ')} px are placed by whole pixels here` : ''
  })
}
