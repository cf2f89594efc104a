// What a dashboard has shown over time: every state of every device, and what is green right now.
import type { JSHandle, Page } from '@playwright/test'

/** By device and place on the screen (`door-door-archive`, `gas-gas-boiler-O2`): its states in the order shown. */
export type Film = Record<string, string[]>

export interface Camera {
  readonly film: () => Promise<Film>
}

/** Records from now on; nothing that is shown between two looks of a test is missed. */
export const film = async (page: Page): Promise<Camera> => {
  const shots: JSHandle<Film> = await page.evaluateHandle(() => {
    const shown: Record<string, string[]> = {}
    const look = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[data-testid]')) {
        const name = element.dataset['testid'] ?? ''
        const state = element.dataset['state'] ?? element.dataset['quality']
        if (state === undefined) continue
        const states = (shown[name] ??= [])
        if (states.at(-1) !== state) states.push(state)
      }
    }
    look()
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-state', 'data-quality'],
    })
    return shown
  })
  return { film: () => shots.jsonValue() }
}

/** Texts and signs in the page's content that are drawn in the colour of `normal`. */
export const greenOn = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate(async (main) => {
    // A colour that has just been changed is the one before it until the next picture.
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    const probe = document.createElement('span')
    probe.style.color = 'var(--state-normal)'
    main.append(probe)
    const green = getComputedStyle(probe).color
    probe.remove()
    return [...main.querySelectorAll<HTMLElement | SVGElement>('*')]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
      .filter((element) => {
        const { color, stroke, fill, backgroundColor } = getComputedStyle(element)
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
        )
        if (element instanceof SVGElement) return stroke === green || fill === green
        return backgroundColor === green || (hasText && color === green)
      })
      .map((element) => element.closest('[data-testid], tr, li, p')?.textContent ?? element.outerHTML.slice(0, 80))
  })
