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
    /** The width of a text, and how much of its line is above and below its base. */
    const measured = (pixels: number) => {
      const sample = document.createElement('span')
      sample.style.cssText = `position: fixed; white-space: nowrap; font: 400 ${pixels}px/normal ${family}`
      sample.textContent = 'Northern stairwell: 1,234.5 ppm, 08:30'
      const base = document.createElement('i')
      base.style.cssText = 'display: inline-block; width: 0; height: 0'
      sample.append(base)
      document.body.append(sample)
      const { width, top, bottom } = sample.getBoundingClientRect()
      const line = base.getBoundingClientRect().bottom
      sample.remove()
      return { width, above: line - top, below: bottom - line }
    }
    await document.fonts.load(`16px ${family}`)
    if (!document.fonts.check(`16px ${family}`)) throw new Error('The gallery has no font of its own')
    const scroller = document.createElement('div')
    scroller.style.cssText = 'position: fixed; overflow: scroll; width: 100px; height: 100px'
    document.body.append(scroller)
    const bar = scroller.offsetWidth - scroller.clientWidth
    scroller.remove()
    if (bar > 0) return `scroll bars take ${bar} px here`
    // What hinting does to letters is nothing to speak of at a size like this.
    const large = 10_000
    const outline = measured(large)
    // Not 16: half a pixel exactly may be rounded either way.
    const off = [12, 13, 14, 18, 20].filter((pixels) => {
      const { width, above, below } = measured(pixels)
      const part = pixels / large
      const under = Math.round(outline.below * part)
      // Where letters stand between pixels, Chromium gives what rounding cut off below back from above.
      const shift = under < outline.below * part ? 1 : 0
      return (
        Math.abs(width / (outline.width * part) - 1) > 0.001 ||
        above !== Math.round(outline.above * part) - shift ||
        below !== under + shift
      )
    })
    return off.length > 0 ? `letters of ${off.join(', ')} px are moved to whole pixels here` : ''
  })
}
