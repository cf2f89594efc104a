// Says why so little is open: the address is not verified, or the company asks for a stronger second step.
import { useSession } from '../../kit/session/session-state.ts'
import { PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './viewing-banner.module.css'

export const AccountBanner = () => {
  const { user, viewing } = useSession()
  if (!user || viewing || (user.verified && !user.limited)) return null
  const [text, does, to] = user.verified
    ? [
        'Your company asks for an authenticator app or a passkey. Until you set one up, only your own account is open.',
        'Set one up',
        '/settings/account',
      ]
    : ['Until your email address is verified, only your own account is open.', 'Verify it', '/settings/account#address']
  return (
    <section className={styles.banner} aria-label="Your account">
      <Icon name="warning" size="medium" />
      <p>{text}</p>
      <PlainButtonLink on="colour" to={to}>
        {does}
      </PlainButtonLink>
    </section>
  )
}
