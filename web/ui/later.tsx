// Parts of the screen that are fetched when they are wanted. Where one does not arrive, its place says so and the rest
// of the screen stays; it comes by itself once it can be had.
import { type ComponentType, type FunctionComponent, use, useEffect, useState } from 'react'
import { createPart, isNotArrived } from '../kit/part.ts'
import { Icon } from './icon.tsx'
import styles from './later.module.css'

export interface Later<P> extends FunctionComponent<P> {
  /** Fetches it ahead of time. */
  readonly fetch: () => Promise<void>
}

/** `over`: the part lies over the page, and so does the word that it is missing. */
export type Place = 'in the page' | 'over' | 'unsaid'

const askAgainEveryMs = 5_000
const idleAfterMs = 1_000

/** Needs a `Suspense` around it, for while it is on its way. */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: Place = 'in the page',
): Later<P> => {
  const part = createPart(load)
  const Later = (props: P) => {
    const [, setAsked] = useState(0)
    if (part.state().is === 'wanted') use(part.fetch())
    const state = part.state()
    if (state.is === 'there') return <state.part {...props} />
    if (state.is === 'missing' && !isNotArrived(state.error)) throw state.error
    const ask = async () => {
      await part.fetch()
      setAsked((asked) => asked + 1)
      return part.state().is === 'there'
    }
    return <Missing place={place} ask={ask} forget={part.forget} />
  }
  return Object.assign(Later, { fetch: () => part.fetch().then(part.forget) })
}

/** Has it here before it is wanted, so that it is there off line. */
export const useFetchedAhead = ({ fetch }: Later<never>): void =>
  useEffect(() => {
    let idle: number | undefined
    const timer = setTimeout(() => {
      // Not every engine says when it is idle.
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => void fetch())
      else void fetch()
    }, idleAfterMs)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
  }, [fetch])

interface MissingProps {
  readonly place: Place
  readonly ask: () => Promise<boolean>
  readonly forget: () => void
}

const Missing = ({ place, ask, forget }: MissingProps) => {
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    const again = () => void ask()
    const timer = setInterval(again, askAgainEveryMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  })
  useEffect(() => forget, [forget])
  if (place === 'unsaid') return null
  const press = async () => {
    setAsking(true)
    const there = await ask()
    setAsking(false)
    if (!there && (await isServerThere())) window.location.reload()
  }
  return (
    <div role="alert" className={place === 'over' ? styles.over : styles.missing}>
      <Icon name="stale" size="large" />
      <p className={styles.title}>This part could not be loaded</p>
      <p>Loading chunk failed: no connection to the server. It comes by itself once the connection is back.</p>
      <button type="button" aria-busy={asking} onClick={() => void press()}>
        Try again
      </button>
    </div>
  )
}

// It answers, and does not have the part: the application is another one by now.
const isServerThere = async (): Promise<boolean> => {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
