// The home page: what this is, and the way in.
import { messages } from '@gatehouse/contract/auth'
import { Link, useLocation } from 'react-router'
import { type LeaveState, useSession } from '../kit/session.ts'
import { firstPageFor } from '../shell/first-page.ts'
import { Banner } from '../ui/banner.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-page.module.css'
import { PublicFrame } from './public-frame.tsx'

const bannerMs = 3_000

export const HomePage = () => {
  const { status, user, permissions } = useSession()
  const state: LeaveState | null = useLocation().state
  const start = firstPageFor(permissions)
  const signedIn = status !== 'out'
  return (
    <PublicFrame>
      {state?.sessionExpired && <Banner text={messages.sessionEnded} state="warning" forMs={bannerMs} />}
      <section className={styles.hero}>
        <h1>One place for everything your building reports</h1>
        <p className={styles.lead}>
          Who came in, what every door, gas detector and people counter says right now, and a record that stays. Hosted
          by you, on your own machine.
        </p>
        {!signedIn && (
          <Link to="/signin" className={styles.way} state={state?.from ? { from: state.from } : null}>
            Sign in
          </Link>
        )}
        {signedIn && start !== '/' && (
          <Link to={start} className={styles.way}>
            Open Gatehouse
          </Link>
        )}
        {signedIn && start === '/' && (
          <output>
            You are signed in as {user?.displayName}. None of the pages of this version is open to your role yet: ask an
            administrator of your company.
          </output>
        )}
      </section>
      <ul className={styles.points}>
        {points.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} size="large" />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </PublicFrame>
  )
}

const points: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'stale',
    title: 'Honest state',
    text: 'Every live value shows its age and its quality. What is unknown, old or faulty says so, and is never green.',
  },
  {
    icon: 'normal',
    title: 'Nothing acknowledged is lost',
    text: 'A device’s message is acknowledged only after it is safely stored.',
  },
  {
    icon: 'locked',
    title: 'The server decides',
    text: 'Permission, company and label hold for pages, calls and live events alike.',
  },
]
