// The choice of a provider to sign in with.
import { Link } from 'react-router'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
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
      {/* Its own link: the part of the other pages would be one more file, whose name the sign-in page pays for. */}
      <Link to="/signin" className={styles.way}>
        Sign in with your password
      </Link>
    </AuthPage>
  )
}
