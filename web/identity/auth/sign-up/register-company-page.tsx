// A company and its first administrator; by the link that the first start prints, whoever looks after the installation.
import { companyNameRule } from '@gatehouse/contract/identity/account-rules'
import { messages, registerCompany, setUpLink } from '@gatehouse/contract/identity/accounts'
import { useSearchParams } from 'react-router'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { AuthPage } from '../auth-page.tsx'
import { ChoiceField } from './choice-field.tsx'
import { PersonFields, personOf } from './person-fields.tsx'
import { haveAccount, joinInstead, RegistrationPage } from './registration-page.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { TextField } from '../text-field.tsx'
import { findTimeZones, ownTimeZone, timeZoneRule } from './time-zones.ts'
import { isOver, useLink } from '../use-link.ts'
import { LinkOver, Way } from '../way.tsx'

export const RegisterCompanyPage = () => {
  const { status } = useSession()
  const [query] = useSearchParams()
  const token = query.get('token')
  if (status === 'in') return <SignedInAlready title="Register your company" />
  if (token !== null) return <SetUp key={token} token={token} />
  return <Register title="Register your company" lead="You become its administrator and invite the others." />
}

const SetUp = ({ token }: { readonly token: string }) => {
  const link = useLink(setUpLink, { token })
  const title = 'Set up Gatehouse'
  if (link.opened.link === 'open') {
    const lead = 'The first company of this installation. You look after both.'
    return <Register title={title} lead={lead} setUp={token} onOver={link.end} />
  }
  return (
    <AuthPage title={title}>
      <LinkOver of={link} reading="Reading your set-up link…" over={messages.setUpInvalid}>
        <p>Each start makes the link before it void. If you have set up Gatehouse with this one already, sign in.</p>
        <Way to="/signin">Sign in</Way>
        <Way to="/company/register">Register a company without it</Way>
      </LinkOver>
    </AuthPage>
  )
}

interface RegisterProps {
  readonly title: string
  readonly lead: string
  readonly setUp?: string
  /** The set-up link was used elsewhere while the form was being filled in. */
  readonly onOver?: () => void
}

const Register = ({ title, lead, setUp, onOver }: RegisterProps) => (
  <RegistrationPage
    title={title}
    lead={lead}
    below={
      <>
        {haveAccount}
        {joinInstead}
      </>
    }
    label="Register"
    working="Registering…"
    timeZone={ownTimeZone()}
    send={({ companyName, timeZone, ...values }) => {
      const input = { ...personOf(values), companyName: companyName.trim(), timeZone }
      return call(registerCompany, setUp === undefined ? input : { ...input, setUp })
    }}
    onFailure={(error) => {
      if (isOver(error)) onOver?.()
    }}
  >
    {(form) => (
      <>
        <TextField
          form={form}
          name="companyName"
          label="Company name"
          rule={companyNameRule}
          autoComplete="organization"
        />
        <ChoiceField
          form={form}
          name="timeZone"
          label="Time zone"
          rule={timeZoneRule}
          autoComplete="off"
          help="Where its buildings are. Times are shown in it."
          find={findTimeZones}
        />
        <PersonFields form={form} />
      </>
    )}
  </RegistrationPage>
)
