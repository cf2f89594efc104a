// A part of the application that is fetched when it is wanted. Once there it stays; where it could not be fetched, that
// is known until it is asked for again.
import { singleton } from './application.ts'

export interface Part<T> {
  readonly state: () => PartState<T>
  /** Asks for it, unless that is under way or it is there. Never rejects: what came of it is in `state`. */
  readonly fetch: () => Promise<void>
  /** As if it had never been asked for, where it could not be fetched. */
  readonly forget: () => void
}

export type PartState<T> =
  | { readonly is: 'wanted' }
  | { readonly is: 'there'; readonly part: T }
  | { readonly is: 'missing'; readonly error: unknown }

/** How long a part may take. */
export const chunkTimeoutMs = 120_000

export const createPart = <T>(load: () => Promise<T>, mendStyles = () => styleMender().mend()): Part<T> => {
  let state: PartState<T> = { is: 'wanted' }
  let underWay: Promise<void> | null = null

  const attempt = async (): Promise<void> => {
    try {
      await mendStyles()
      state = { is: 'there', part: await inTime(load()) }
    } catch (error) {
      state = { is: 'missing', error }
    }
    underWay = null
  }

  return {
    state: () => state,
    fetch: () => (state.is === 'there' ? Promise.resolve() : (underWay ??= attempt())),
    forget: () => {
      if (state.is === 'missing') state = { is: 'wanted' }
    },
  }
}

const inTime = <T>(loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Error(`Loading chunk failed: it did not arrive within ${chunkTimeoutMs / 1000} s`))
    const timer = setTimeout(late, chunkTimeoutMs)
    void loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Whether it did not arrive, as each engine and the bundler say that; anything else is a fault of the part itself. */
export const isNotArrived = (error: unknown): boolean =>
  /loading chunk failed|dynamically imported module|importing a module script failed|unable to preload css/i.test(
    error instanceof Error ? error.message : '',
  )

// The bundler asks for the styles of a part only once: those that did not arrive are asked for again here.
const createStyleMender = () => {
  const broken = new Set<HTMLLinkElement>()
  let isWatching = false

  const askAgain = (style: HTMLLinkElement): Promise<void> => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.href = style.href
    return new Promise((resolve, reject) => {
      again.addEventListener('load', () => resolve())
      again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${style.href}`)))
      broken.delete(style)
      style.replaceWith(again)
    })
  }

  return {
    mend: async (): Promise<void> => {
      // Rendered ahead, a page has none.
      if (typeof window === 'undefined') return
      if (!isWatching) {
        isWatching = true
        window.addEventListener('error', ({ target }) => isStyle(target) && broken.add(target), { capture: true })
      }
      await Promise.all([...broken].map(askAgain))
    },
  }
}

const styleMender = singleton(createStyleMender)

const isStyle = (target: EventTarget | null): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet'
