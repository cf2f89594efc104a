// The choice of a provider to sign in with.
import { AuthPage } from './auth-page.tsx'
import { Way } from './way.tsx'
import { SocialButtons, useProviders } from '../../ui/forms/social-buttons.tsx'

export const SocialPage = () => {
  const offered = useProviders()
  return (
    <AuthPage
      title="Sign in with another account"
      lead={
        offered?.length === 0
          ? 'Google and GitHub are not set up here.'
          : 'Your account elsewhere opens the one you have here.'
      }
    >
      {offered === null && <output>Asking which there are…</output>}
      {offered !== null && <SocialButtons offered={offered} />}
      <Way to="/signin">Sign in with your password</Way>
    </AuthPage>
  )
}
