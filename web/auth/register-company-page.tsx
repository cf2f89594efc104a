// A company and its first administrator.
import { companyNameRule } from '@gatehouse/contract/account-rules'
import { registerCompany } from '@gatehouse/contract/accounts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'
import { AuthPage } from './auth-page.tsx'
import { CheckMail } from './check-mail.tsx'
import { ChoiceField } from './choice-field.tsx'
import { Form } from './form.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { SignedInAlready } from './signed-in-already.tsx'
import { TextField } from './text-field.tsx'
import { findTimeZones, ownTimeZone, timeZoneRule } from './time-zones.ts'
import { useAuthForm } from './use-auth-form.ts'

export const RegisterCompanyPage = () => {
  const { status } = useSession()
  const [query] = useSearchParams()
  const setUp = query.get('token')
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const registering = useAuthForm<Registration>({
    defaultValues: { ...nobody, timeZone: ownTimeZone() },
    send: async (values) => {
      const { companyName, timeZone } = values
      const input = { ...personOf(values), companyName: companyName.trim(), timeZone }
      const { message } = await call(registerCompany, setUp === null ? input : { ...input, setUp })
      setSent({ text: message, email: values.email.trim() })
    },
  })
  const { form } = registering
  if (status === 'in') return <SignedInAlready title="Register your company" />
  return (
    <AuthPage
      title={setUp === null ? 'Register your company' : 'Set up Gatehouse'}
      lead={
        sent
          ? undefined
          : setUp === null
            ? 'You become its administrator and invite the others.'
            : 'The first company of this installation. You look after both.'
      }
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
