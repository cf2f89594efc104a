// Public pages are there before their script is.
import type { Page } from '@playwright/test'

/** Its script has taken the page over: what follows is what people have from then on. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.getElementById('root')
    return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
