// Says why so little is open: the address is not verified, or the company asks for a stronger second step.
import { useSession } from '../../kit/session/session-state.ts'
import { PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { DeepBanner } from './deep-banner.tsx'

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
    <DeepBanner label="Your account" icon="warning" text={text}>
      <PlainButtonLink on="colour" to={to}>
        {does}
      </PlainButtonLink>
    </DeepBanner>
  )
}
