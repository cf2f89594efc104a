// Joining a company: with an invitation, or by asking its managers.
import { eitherPasswordRule } from '@gatehouse/contract/identity/account-rules'
import * as accounts from '@gatehouse/contract/identity/accounts'
import type { Output } from '@gatehouse/contract/operation'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { AcceptInvitation } from '../accept-invitation.tsx'
import { AskToJoin } from './ask-to-join.tsx'
import { AuthPage } from '../auth-page.tsx'
import { CheckMail, Done } from '../check-mail.tsx'
import { CompanyToJoinFields } from './company-to-join-fields.tsx'
import { Form } from '../form.tsx'
import styles from '../form.module.css'
import { LinkOver } from '../link-over.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { isOver, useLink } from '../use-link.ts'

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
  const link = useLink(accounts.invitation, { token })
  const { status } = useSession()
  if (link.opened.link !== 'open') {
    return (
      <AuthPage title="Your invitation">
        <LinkOver of={link} reading="Reading your invitation…" over={accounts.messages.invitationInvalid}>
          <p>Whoever invited you can send another one. If you have joined with this one already, sign in.</p>
          <Link to="/signin" className={styles.way}>
            Sign in
          </Link>
          <Link to="/user/register" className={styles.way}>
            Ask to join without an invitation
          </Link>
        </LinkOver>
      </AuthPage>
    )
  }
  const { invitation } = link.opened.answer
  const { company, invitedBy, hasAccount } = invitation
  const who = invitedBy === null ? 'You are invited' : `${invitedBy} invites you`
  const open = { token, invitation, onOver: link.end }
  return (
    <AuthPage title={`Join ${company}`} lead={`${who} to ${company} on Gatehouse.`} below={haveAccount}>
      {hasAccount || status !== 'out' ? <AcceptInvitation {...open} /> : <InvitedForm {...open} />}
    </AuthPage>
  )
}

interface InvitedFormProps {
  readonly token: string
  readonly invitation: Invitation
  readonly onOver: () => void
}

const InvitedForm = ({ token, invitation, onOver }: InvitedFormProps) => {
  const [done, setDone] = useState<string | null>(null)
  const { email, firstName, lastName } = invitation
  const joining = useAuthForm<Registration>({
    defaultValues: { ...nobody, email, firstName, lastName },
    send: async (values) => {
      const answer = await call(accounts.registerUser, { ...personOf(values), invitation: token })
      setDone(answer.message)
    },
    onFailure: (error) => {
      if (isOver(error)) onOver()
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
