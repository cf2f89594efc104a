// One page as large as a desk's or a phone's: what it has loaded it need not load again.
import { expect, type Page } from '@playwright/test'

export type Sizes = (size: { readonly width: number; readonly height: number }, by: 'mouse' | 'touch') => Promise<void>

/** Makes the window as large as that, in the hand or on the desk. */
export const sizesOf = async (page: Page): Promise<Sizes> => {
  const devTools = await page.context().newCDPSession(page)
  return async (size, by) => {
    await page.setViewportSize(size)
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: by === 'touch', maxTouchPoints: 1 })
    await expect
      .poll(() => page.evaluate(() => [innerWidth, matchMedia('(pointer: coarse)').matches]))
      .toEqual([size.width, by === 'touch'])
  }
}
