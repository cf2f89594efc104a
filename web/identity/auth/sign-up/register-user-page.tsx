// Joining a company: with an invitation, or by asking its managers.
import { eitherPasswordRule } from '@gatehouse/contract/identity/account-rules'
import * as accounts from '@gatehouse/contract/identity/accounts'
import type { Output } from '@gatehouse/contract/operation'
import { type ComponentProps, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../kit/data/api.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { AcceptInvitation } from '../accept-invitation.tsx'
import { AskToJoin } from './ask-to-join.tsx'
import { AuthPage } from '../auth-page.tsx'
import { Done } from '../check-mail.tsx'
import { CompanyToJoinFields } from './company-to-join-fields.tsx'
import { Form } from '../form.tsx'
import { nobody, PersonFields, personOf, type Registration } from './person-fields.tsx'
import { haveAccount, registerInstead, RegistrationPage } from './registration-page.tsx'
import { SignedInAlready } from '../signed-in-already.tsx'
import { useAuthForm } from '../use-auth-form.ts'
import { isOver, useLink } from '../use-link.ts'
import { LinkOver, Way } from '../way.tsx'

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

const Invited = ({ token }: { readonly token: string }) => {
  const link = useLink(accounts.invitation, { token })
  const { status } = useSession()
  if (link.opened.link !== 'open') {
    return (
      <AuthPage title="Your invitation">
        <LinkOver of={link} reading="Reading your invitation…" over={accounts.messages.invitationInvalid}>
          <p>Whoever invited you can send another one. If you have joined with this one already, sign in.</p>
          <Way to="/signin">Sign in</Way>
          <Way to="/user/register">Ask to join without an invitation</Way>
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

const InvitedForm = ({ token, invitation, onOver }: ComponentProps<typeof AcceptInvitation>) => {
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

const Ask = () => (
  <RegistrationPage
    title="Join a company"
    lead="Its managers decide once you have confirmed your address. Were you invited? Then open the link of that mail."
    below={
      <>
        {haveAccount}
        {registerInstead}
      </>
    }
    label="Ask to join"
    working="Asking…"
    send={({ companyName, message, ...values }) =>
      call(accounts.registerUser, { ...personOf(values), company: companyName.trim(), message })
    }
  >
    {(form) => (
      <CompanyToJoinFields form={form}>
        <PersonFields form={form} />
      </CompanyToJoinFields>
    )}
  </RegistrationPage>
)
