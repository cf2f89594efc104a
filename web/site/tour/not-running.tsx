// Where an installation does not show the tour: why, and the ways on.
import { Link } from '../../kit/place.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './not-running.module.css'

export const NotRunning = () => (
  <section className={styles.notice} aria-labelledby="not-running">
    <h2 id="not-running">The tour does not run on this installation</h2>
    <p>
      <StatusWord state="unknown" word="Nothing live to show" />
    </p>
    <p>
      Whoever runs it can turn it on with the setting <code>TOUR=on</code>: an invented building with five doors, three
      gas channels and two people counters is then played beside the real ones, and shown here to everybody.
    </p>
    <p className={styles.ways}>
      <Link to="/products" className={styles.main}>
        What Gatehouse does
      </Link>
      <Link to="/signup">Sign up</Link>
      <Link to="/signin">Sign in</Link>
    </p>
  </section>
)
