// What comes after looking: trying it oneself.
import { Link } from '../../kit/place.tsx'
import { Guide } from './guide.tsx'
import styles from './next-panel.module.css'

export const NextPanel = () => (
  <Guide title="Your building, on your own machine" says={says}>
    <ol className={styles.steps}>
      <li>
        <h3>Make an account</h3>
        <p>An e-mail address and a password. The letter that verifies it comes from this installation.</p>
        <Link to="/signup" className={styles.main}>
          Sign up
        </Link>
      </li>
      <li>
        <h3>Register your company</h3>
        <p>You become its first administrator, choose roles and labels, and invite the others.</p>
        <Link to="/company/register">Register a company</Link>
      </li>
      <li>
        <h3>Connect a first device</h3>
        <p>
          Over MQTT or HTTP, each with a credential of its own; Zigbee2MQTT, Shelly and Home Assistant discovery are
          understood as they are.
        </p>
        <a href="/api/docs">Read the API</a>
      </li>
      <li>
        <h3>Here already?</h3>
        <p>Whoever has an account finds all of this with names, history and search behind it.</p>
        <Link to="/signin">Sign in</Link>
      </li>
    </ol>
  </Guide>
)

const says = [
  'What you have seen is the product itself, shown without its controls: the same store, the same judgement of what may be believed.',
  'It runs where you put it. Nothing of your building leaves your machine unless you send it.',
]
