// An account without a company.
import { signUp } from '@gatehouse/contract/identity/accounts'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { PersonFields, personOf } from './person-fields.tsx'
import { haveAccount, joinInstead, registerInstead, RegistrationPage } from './registration-page.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { SocialButtons, useProviders } from '../../../ui/forms/social-buttons.tsx'

export const SignUpPage = () => {
  const { status } = useSession()
  const providers = useProviders()
  if (status === 'in') return <SignedInAlready title="Sign up" />
  return (
    <RegistrationPage
      title="Sign up"
      lead="An account of your own. You can join a company, or register one, at any time."
      below={
        <>
          {haveAccount}
          {joinInstead}
          {registerInstead}
        </>
      }
      label="Sign up"
      working="Signing up…"
      send={(values) => call(signUp, personOf(values))}
      after={providers !== null && <SocialButtons offered={providers} />}
    >
      {(form) => <PersonFields form={form} />}
    </RegistrationPage>
  )
}
