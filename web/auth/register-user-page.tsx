// Joining a company: with an invitation, or by asking its managers.
import { eitherPasswordRule } from '@gatehouse/contract/account-rules'
import * as accounts from '@gatehouse/contract/accounts'
import type { Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../kit/api.ts'
import { useSession } from '../kit/session.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { AskToJoin } from './ask-to-join.tsx'
import { AuthPage } from './auth-page.tsx'
import { CheckMail, Done } from './check-mail.tsx'
import { CompanyToJoinFields } from './company-to-join-fields.tsx'
import { Failure, Form } from './form.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { anyMessage } from './said.ts'
import { SignedInAlready } from './signed-in-already.tsx'
import { useAuthForm } from './use-auth-form.ts'

export type Invitation = Output<typeof accounts.invitation>['invitation']

export const RegisterUserPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const { status } = useSession()
  if (token !== null) return <Invited key={token} token={token} />
  if (status === 'out') return <Ask />
  return (
    <SignedInAlready title="Join a company">
      <AskToJoin />
    </SignedInAlready>
  )
}

const haveAccount = (
  <p>
    Have an account? <Link to="/signin">Sign in</Link>
  </p>
)

const Invited = ({ token }: { readonly token: string }) => {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { status } = useSession()
  useEffect(() => {
    const leaving = new AbortController()
    call(accounts.invitation, { token }, { signal: leaving.signal }).then(
      (answer) => setInvitation(answer.invitation),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(anyMessage(error, accounts.messages.invitationInvalid))
      },
    )
    return () => leaving.abort()
  }, [token])
  if (!invitation) {
    return (
      <AuthPage title="Your invitation" below={haveAccount}>
        {failure === null ? <output>Reading your invitation…</output> : <Failure text={failure} />}
      </AuthPage>
    )
  }
  const { company, invitedBy, hasAccount } = invitation
  const who = invitedBy === null ? 'You are invited' : `${invitedBy} invites you`
  return (
    <AuthPage title={`Join ${company}`} lead={`${who} to ${company} on Gatehouse.`} below={haveAccount}>
      {hasAccount || status !== 'out' ? (
        <AcceptInvitation token={token} invitation={invitation} />
      ) : (
        <InvitedForm token={token} invitation={invitation} />
      )}
    </AuthPage>
  )
}

const InvitedForm = ({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) => {
  const [done, setDone] = useState<string | null>(null)
  const { email, firstName, lastName } = invitation
  const joining = useAuthForm<Registration>({
    defaultValues: { ...nobody, email, firstName, lastName },
    send: async (values) => {
      const answer = await call(accounts.registerUser, { ...personOf(values), invitation: token })
      setDone(answer.message)
    },
  })
  if (done !== null) {
    return (
      <Done text={done}>
        <Link to="/signin">Sign in</Link>
      </Done>
    )
  }
  return (
    <Form of={joining} label="Join" working="Joining…">
      <PersonFields form={joining.form} emailIsFixed passwordRule={eitherPasswordRule} />
    </Form>
  )
}

const Ask = () => {
  const [sent, setSent] = useState<{ text: string; email: string } | null>(null)
  const asking = useAuthForm<Registration>({
    defaultValues: nobody,
    send: async (values) => {
      const { companyName, message, email } = values
      const answer = await call(accounts.registerUser, { ...personOf(values), company: companyName.trim(), message })
      setSent({ text: answer.message, email: email.trim() })
    },
  })
  const { form } = asking
  return (
    <AuthPage
      title="Join a company"
      lead={
        sent
          ? undefined
          : 'Its managers decide once you have confirmed your address. Were you invited? Then open the link of that mail.'
      }
      below={
        <>
          {haveAccount}
          <p>
            Your company is new here? <Link to="/company/register">Register it</Link>
          </p>
        </>
      }
    >
      {sent ? (
        <CheckMail {...sent} />
      ) : (
        <Form of={asking} label="Ask to join" working="Asking…">
          <CompanyToJoinFields form={form}>
            <PersonFields form={form} />
          </CompanyToJoinFields>
        </Form>
      )}
    </AuthPage>
  )
}
