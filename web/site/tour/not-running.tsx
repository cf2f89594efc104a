// Where an installation does not show the tour: why, and the ways on.
import { Link } from '../../kit/place.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { mainWay, way } from './ways.tsx'

export const NotRunning = () => (
  <section
    className="grid gap-3 [border-radius:calc(1.5_*_var(--radius))] border border-line bg-surface p-6"
    aria-labelledby="not-running"
  >
    <h2 id="not-running">The tour does not run on this installation</h2>
    <p className="max-w-[68ch] text-muted">
      <StatusWord state="unknown" word="Nothing live to show" />
    </p>
    <p className="max-w-[68ch] text-muted">
      Whoever runs it can turn it on with the setting <code>TOUR=on</code>: an invented building with five doors, three
      gas channels and two people counters is then played beside the real ones, and shown here to everybody.
    </p>
    <p className="flex max-w-[68ch] flex-wrap gap-x-6 gap-y-2 text-muted">
      <Link to="/products" className={mainWay}>
        What Gatehouse does
      </Link>
      <Link to="/signup" className={way}>
        Sign up
      </Link>
      <Link to="/signin" className={way}>
        Sign in
      </Link>
    </p>
  </section>
)
