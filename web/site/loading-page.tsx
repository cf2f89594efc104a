// What stands on the screen while a page is on its way.
import styles from './plain-page.module.css'

export const LoadingPage = () => (
  <main id="main" tabIndex={-1} className={styles.page} aria-busy="true">
    <output>Please wait while we prepare your experience</output>
  </main>
)
