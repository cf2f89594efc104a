// What any crash while drawing ends in.
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import styles from './plain-page.module.css'

export const ErrorPage = () => {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <title>Something went wrong · Gatehouse</title>
      <h1>Oops! Something Went Wrong!</h1>
      <p>This page stopped working. Refresh it; if it happens again, tell your administrator what you were doing.</p>
      <p className={styles.buttons}>
        <a href="/">Go Back Home</a>
        <a href="/">Go to Sign In</a>
        <button type="button" onClick={() => window.location.reload()}>
          Refresh Page
        </button>
      </p>
    </main>
  )
}
