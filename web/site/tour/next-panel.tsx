// What comes after looking: trying it oneself.
import { Link } from '../../kit/place.tsx'
import { Guide } from './guide.tsx'
import { mainWay, way } from './ways.tsx'

export const NextPanel = () => (
  <Guide title="Your building, on your own machine" text={text}>
    <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-x-8 gap-y-6">
      <li className={step}>
        <h3 className="text-lg font-semibold">Make an account</h3>
        <p className="text-muted">
          An e-mail address and a password. The letter that verifies it comes from this installation.
        </p>
        <Link to="/signup" className={mainWay}>
          Sign up
        </Link>
      </li>
      <li className={step}>
        <h3 className="text-lg font-semibold">Register your company</h3>
        <p className="text-muted">
          You become its first administrator, choose roles and labels, and invite the others.
        </p>
        <Link to="/company/register" className={way}>
          Register a company
        </Link>
      </li>
      <li className={step}>
        <h3 className="text-lg font-semibold">Connect a first device</h3>
        <p className="text-muted">
          Over MQTT or HTTP, each with a credential of its own; Zigbee2MQTT, Shelly and Home Assistant discovery are
          understood as they are.
        </p>
        <a href="/api/docs" className={way}>
          Read the API
        </a>
      </li>
      <li className={step}>
        <h3 className="text-lg font-semibold">Here already?</h3>
        <p className="text-muted">Whoever has an account finds all of this with names, history and search behind it.</p>
        <Link to="/signin" className={way}>
          Sign in
        </Link>
      </li>
    </ol>
  </Guide>
)

const step = 'grid content-start justify-items-start gap-2 border-t border-t-line pt-4'

const text = [
  'What you have seen is the product itself, shown without its controls: the same store, the same judgement of what may be believed.',
  'It runs where you put it. Nothing of your building leaves your machine unless you send it.',
]
