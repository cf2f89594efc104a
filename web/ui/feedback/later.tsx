// Parts of the screen that are fetched when they are wanted. Where one does not arrive, its place says so and the rest
// of the screen stays; it comes by itself once it can be had.
import { type ComponentType, type FunctionComponent, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import { reload, reloadIfReplaced, servedNow } from '../../kit/deployment.ts'
import { whenIdle } from '../../kit/hands/idle.ts'
import { createPart, isNotArrived } from '../../kit/part.ts'
import { usePlace } from '../../kit/place.tsx'
import { Icon } from '../primitives/icon.tsx'
import styles from './later.module.css'

export interface Later<P> extends FunctionComponent<P> {
  /** Fetches it ahead of time. */
  readonly fetch: () => Promise<void>
}

/** `over`: the part lies over the page, and so does the word that it is missing. */
export type Place = 'in the page' | 'over' | 'silent'

const askAgainEveryMs = 5_000

/** How a part that lies over the page is put away: by a call, or by going to an address. */
interface Closing {
  readonly onClose?: () => void
  readonly closed?: string | { readonly pathname?: string; readonly search?: string }
}

interface MakeLater {
  <P extends object>(load: () => Promise<ComponentType<P>>, place?: Exclude<Place, 'over'>): Later<P>
  /** Can be put away before it is there. */
  <P extends Closing>(load: () => Promise<ComponentType<P>>, place: 'over'): Later<P>
}

/** What stands in the page needs a `Suspense` around it, for while it is on its way; any other leaves no gap till then. */
export const later: MakeLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: Place = 'in the page',
): Later<P> => {
  const part = createPart(load)
  interface Drawn {
    readonly props: P
    readonly onClose?: () => void
  }
  const Part = ({ props, onClose }: Drawn) => {
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
    return <Missing place={place} ask={ask} forget={part.forget} onClose={onClose} />
  }
  const WithoutGap = (drawn: Drawn) => (
    <Suspense>
      <Part {...drawn} />
    </Suspense>
  )
  const InPage = (props: P) => <Part props={props} />
  const Silent = (props: P) => <WithoutGap props={props} />
  const Over = (props: P) => {
    const close = useClosing(props)
    const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
      // Once there, it has its own keys.
      if (key === 'Escape' && part.state().is !== 'there') close()
    })
    useEffect(() => {
      window.addEventListener('keydown', onKey)
      return () => window.removeEventListener('keydown', onKey)
    }, [])
    return <WithoutGap props={props} onClose={close} />
  }
  return Object.assign({ over: Over, silent: Silent, 'in the page': InPage }[place], {
    fetch: () => part.fetch().then(part.forget),
  })
}

// The focus goes back to where it was, if it would be lost.
const useClosing = ({ onClose, closed = '' }: Closing) => {
  const { go } = usePlace()
  const [before] = useState(() => document.activeElement)
  return () => {
    if (before instanceof HTMLElement && document.activeElement?.closest(`.${styles.over}`)) before.focus()
    if (onClose) onClose()
    else go(typeof closed === 'string' ? closed : `${closed.pathname ?? ''}?${closed.search ?? ''}`, { replace: true })
  }
}

/** Has it here before it is wanted, so that it is there off line. */
export const useFetchedAhead = ({ fetch }: Later<never>): void => useEffect(() => whenIdle(() => void fetch()), [fetch])

interface MissingProps {
  readonly place: Place
  readonly ask: () => Promise<boolean>
  readonly forget: () => void
  readonly onClose: (() => void) | undefined
}

type Why = keyof typeof whys

const whys = {
  away: 'no connection to the server. It comes by itself once the connection is back.',
  gone: 'the server does not have it. Trying again loads the page anew; what you typed in forms is kept.',
}

const Missing = ({ place, ask, forget, onClose }: MissingProps) => {
  const [asking, setAsking] = useState(false)
  // Nothing is said while it may yet be that the page is loaded anew by itself.
  const [why, setWhy] = useState<Why | null>(null)
  useEffect(() => {
    let gone = false
    const look = async () => {
      if (await reloadIfReplaced()) return
      const answers = (await servedNow()) !== null
      if (!gone) setWhy(answers ? 'gone' : 'away')
    }
    void look()
    return () => void (gone = true)
  }, [])
  useEffect(() => {
    const again = async () => {
      if ((await ask()) || (await reloadIfReplaced())) return
      // Browsers do not ask again for a module that failed to arrive: with the connection back, only a new page has it.
      if (why === 'away' && place !== 'silent' && (await servedNow()) !== null) reload()
    }
    const timer = setInterval(() => void again(), askAgainEveryMs)
    const onOnline = () => void again()
    window.addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', onOnline)
    }
  })
  useEffect(() => forget, [forget])
  if (place === 'silent' || why === null) return null
  const press = async () => {
    setAsking(true)
    const there = await ask()
    setAsking(false)
    // It answers, and does not have the part: the application is another one by now.
    if (!there && (await servedNow()) !== null) reload()
  }
  return (
    <div role="alert" className={place === 'over' ? styles.over : styles.missing}>
      <Icon name="stale" size="large" />
      <p className={styles.title}>This part could not be loaded</p>
      <p>Loading chunk failed: {whys[why]}</p>
      <button type="button" aria-busy={asking} onClick={() => void press()}>
        Try again
      </button>
      {onClose && (
        <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
          <Icon name="close" size="medium" />
        </button>
      )}
    </div>
  )
}
