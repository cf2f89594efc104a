// Other ways in than one's own password, which come after the form: providers, and in demo mode its accounts.
import type { DemoAccount } from '@gatehouse/contract/system/demo'
import type { SyntheticEvent } from 'react'
import { SocialWays } from '../../ui/forms/social-ways.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import type { SignIn } from './sign-in-form.tsx'
import type { AuthForm } from './use-auth-form.ts'
import { useDemo } from './use-demo.ts'

export const OtherWays = ({ of }: { readonly of: AuthForm<SignIn> }) => (
  <>
    <SocialWays />
    <DemoAccounts of={of} />
  </>
)

const DemoAccounts = ({ of }: { readonly of: AuthForm<SignIn> }) => {
  const demo = useDemo()
  if (!demo || demo.accounts.length === 0) return null
  const home = demo.accounts[0]?.company
  const enter =
    ({ email }: DemoAccount) =>
    (event: SyntheticEvent) => {
      of.form.setValue('email', email)
      of.form.setValue('password', demo.password)
      of.onSubmit(event)
    }
  return (
    <section className="mt-5 grid gap-2 border-t border-t-line pt-4" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="text-lg font-semibold">
        Demo: sign in as
      </h2>
      <ul className="grid grid-cols-2 gap-2 [&_button]:h-full [&_button]:min-h-touch [&_button]:w-full">
        {demo.accounts.map((account) => (
          <li key={account.email}>
            <PlainButton onClick={enter(account)} aria-disabled={of.busy} title={account.email}>
              {nameOf(account, home)}
            </PlainButton>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Password of all: <code>{demo.password}</code>
      </p>
    </section>
  )
}

/** `Platform admin`; of another company with its name: `Admin of Northwind`. */
const nameOf = ({ role, company }: DemoAccount, home: string | undefined): string =>
  `${role.charAt(0).toUpperCase()}${role.slice(1)}${company === home ? '' : ` of ${company}`}`
