// A company and its first administrator; by the link that the first start prints, whoever looks after the installation.
import { companyNameRule } from '@gatehouse/contract/identity/account-rules'
import { messages, registerCompany, setUpLink } from '@gatehouse/contract/identity/accounts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { AuthPage } from '../auth-page.tsx'
import { CheckMail } from '../check-mail.tsx'
import { ChoiceField } from './choice-field.tsx'
import { Form } from '../form.tsx'
import styles from '../form.module.css'
import { LinkOver } from '../link-over.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { TextField } from '../text-field.tsx'
import { findTimeZones, ownTimeZone, timeZoneRule } from './time-zones.ts'
import { useAuthForm } from '../use-auth-form.ts'
import { isOver, useLink } from '../use-link.ts'

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
        <Link to="/signin" className={styles.way}>
          Sign in
        </Link>
        <Link to="/company/register" className={styles.way}>
          Register a company without it
        </Link>
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

const Register = ({ title, lead, setUp, onOver }: RegisterProps) => {
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const registering = useAuthForm<Registration>({
    defaultValues: { ...nobody, timeZone: ownTimeZone() },
    send: async (values) => {
      const { companyName, timeZone } = values
      const input = { ...personOf(values), companyName: companyName.trim(), timeZone }
      const { message } = await call(registerCompany, setUp === undefined ? input : { ...input, setUp })
      setSent({ text: message, email: values.email.trim() })
    },
    onFailure: (error) => {
      if (isOver(error)) onOver?.()
    },
  })
  const { form } = registering
  return (
    <AuthPage
      title={title}
      lead={sent ? undefined : lead}
      below={
        <>
          <p>
            Have an account? <Link to="/signin">Sign in</Link>
          </p>
          <p>
            Your company uses Gatehouse? <Link to="/user/register">Join it</Link>
          </p>
        </>
      }
    >
      {sent ? (
        <CheckMail {...sent} />
      ) : (
        <Form of={registering} label="Register" working="Registering…">
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
        </Form>
      )}
    </AuthPage>
  )
}
