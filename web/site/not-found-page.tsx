// The page for addresses that lead nowhere.
import { Link } from 'react-router'
import { PublicFrame } from './public-frame.tsx'
import styles from './plain-page.module.css'

export const NotFoundPage = () => (
  <PublicFrame title="Page not found">
    <div className={styles.page}>
      <h1>Page not found</h1>
      <p>Nothing is at this address. It may have moved, or the link may be incomplete.</p>
      <Link to="/">Go to the home page</Link>
    </div>
  </PublicFrame>
)
