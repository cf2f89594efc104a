// What a screen has and a DOM without layout does not: sizes by the test, styles by attribute, modal dialogs.
import { onTestFinished, vi } from 'vitest'

export interface FakeScreen {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: boolean
}

/** From now to the end of the test. */
export const setUpScreen = (screen: FakeScreen): void => {
  setViewport(screen)
  // No style sheet is loaded: asking all of the library's for each element is what would take long.
  vi.stubGlobal('getComputedStyle', styleOf)
  vi.spyOn(window, 'getComputedStyle').mockImplementation(styleOf)
  vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockImplementation(function (this: HTMLElement) {
    return isShown(this)
  })
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(showModal)
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(close)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  for (const name of ['querySelector', 'querySelectorAll'] as const) {
    const find: (wanted: string) => unknown = Reflect.get(Document.prototype, name).bind(document)
    vi.spyOn(document, name).mockImplementation(
      (wanted: string) => find(wanted.replaceAll(':modal', '[open]')) as never,
    )
  }
  // All letters are there.
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true })
  takeBackListeners()
}

export const setViewport = ({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  reducedMotion = true,
}: FakeScreen): void => {
  const { settings } = window.happyDOM
  settings.device.prefersColorScheme = colorScheme
  settings.device.prefersReducedMotion = reducedMotion ? 'reduce' : 'no-preference'
  window.happyDOM.setViewport({ width, height })
}

/** As if the page were long enough. */
export const scrollTo = (top: number): void => {
  vi.stubGlobal('scrollY', top)
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true, writable: true })
  window.dispatchEvent(new Event('scroll'))
}

declare global {
  interface Window {
    readonly happyDOM: {
      readonly settings: { readonly device: { prefersColorScheme: string; prefersReducedMotion: string } }
      setViewport(size: { width: number; height: number }): void
    }
  }
}

function styleOf(element: Element): CSSStyleDeclaration {
  const { style, hidden } = element as HTMLElement
  const of = (name: string): string => {
    const own = style.getPropertyValue(name)
    if (name === 'display') return hidden ? 'none' : own || 'block'
    return name === 'visibility' ? own || 'visible' : own
  }
  return new Proxy(style, {
    get: (target, name) => {
      if (name === 'getPropertyValue') return of
      if (name === 'display' || name === 'visibility') return of(name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const isShown = (element: HTMLElement | null): boolean =>
  element === null || (styleOf(element).display !== 'none' && isShown(element.parentElement))

const before = new WeakMap<HTMLDialogElement, Element | null>()
const focusable = 'input, button:not([disabled]), a[href], select, textarea, [tabindex]'

function showModal(this: HTMLDialogElement): void {
  before.set(this, document.activeElement)
  this.setAttribute('open', '')
  if (this.contains(document.activeElement)) return
  const first = this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(focusable)
  first?.focus()
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return
  this.removeAttribute('open')
  const former = before.get(this)
  if (former instanceof HTMLElement && former.isConnected) former.focus()
  // As in a browser: after the fact.
  queueMicrotask(() => this.dispatchEvent(new Event('close')))
}

/** What Escape does to the topmost dialog, where nobody has taken the key for something else. */
export const closeOnEscape = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (top?.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
}

// The window outlives a test: who listens to it does not.
const takeBackListeners = (): void => {
  const ends: (() => void)[] = []
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof listen>) => {
    ends.push(() => window.removeEventListener(given[0], given[1], given[2]))
    listen(...given)
  })
  window.addEventListener('keydown', closeOnEscape)
  onTestFinished(() => {
    for (const end of ends) end()
  })
}
