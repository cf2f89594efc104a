// What is wrong with the shape of a screen: wider than the window, cut off, too small for a thumb. One line each.
import type { Page } from '@playwright/test'

/** The window does not scroll sideways, and no text is cut off without an ellipsis to say so. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const found = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} in ${root.clientWidth}`] : []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      const seen = element.checkVisibility({ checkVisibilityCSS: true }) && clipPath === 'none'
      // A ripple is wider than its button while it spreads.
      if (!seen || element instanceof HTMLInputElement || element.matches('.MuiTouchRipple-root')) continue
      // The knob of a switch has more room than it shows, and says nothing.
      const cut = (overflowX === 'hidden' || overflowX === 'clip') && element.textContent !== ''
      if (cut && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${element.className}: ${element.textContent?.slice(0, 60)}`)
    }
    return found
  })

/** Buttons and fields that a thumb would miss; links inside text are read before they are pressed. */
export const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role=button], [role=combobox], [role=menuitem], input')]
      .filter(
        (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('[aria-hidden=true]'),
      )
      .flatMap((element) => {
        const box =
          element.closest('.MuiInputBase-root, label')?.getBoundingClientRect() ?? element.getBoundingClientRect()
        const text = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return box.width < 44 || box.height < 44 ? [`${text}: ${box.width} x ${box.height}`] : []
      }),
  )
