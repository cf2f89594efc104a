// What any crash while drawing ends in: the ways out, and something to do meanwhile.
import { useEffect, useRef } from 'react'
import { later } from '../../ui/feedback/later.tsx'
import styles from '../frame/plain-page.module.css'

// Without it the page still helps: it is not said where it does not arrive.
const CatchGame = later(async () => (await import('./catch-game.tsx')).CatchGame, 'silent')

export const ErrorPage = () => {
  const main = useRef<HTMLElement>(null)
  // Whatever had the focus is gone.
  useEffect(() => main.current?.focus({ preventScroll: true }), [])
  return (
    <main id="main" tabIndex={-1} ref={main} className={styles.page} aria-labelledby="crashed">
      <title>Something went wrong · Gatehouse</title>
      <h1 id="crashed">Oops! Something Went Wrong!</h1>
      <p>This page stopped working. Refresh it; if it happens again, tell your administrator what you were doing.</p>
      <p className={styles.buttons}>
        <a href="/">Go Back Home</a>
        <a href="/">Go to Sign In</a>
        <button type="button" className={styles.first} onClick={() => window.location.reload()}>
          Refresh Page
        </button>
      </p>
      <CatchGame />
    </main>
  )
}
