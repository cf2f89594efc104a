// The choice of a provider to sign in with.
import { Link } from 'react-router'
import { AuthPage } from './auth-page.tsx'
import { SocialButtons, useProviders } from './social-buttons.tsx'

export const SocialPage = () => {
  const offered = useProviders()
  return (
    <AuthPage
      title="Continue with"
      lead="An account elsewhere opens the one here."
      below={
        <p>
          Rather by password? <Link to="/signin">Sign in</Link>
        </p>
      }
    >
      {offered === null && <output>Asking which there are…</output>}
      {offered?.length === 0 && <p>This installation is set up for no other provider.</p>}
      {offered !== null && <SocialButtons offered={offered} />}
    </AuthPage>
  )
}
