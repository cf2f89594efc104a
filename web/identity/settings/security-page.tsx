// What a company asks of its people's security, and whether one's own account meets it.
import { myPolicy } from '@gatehouse/contract/identity/companies'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { AccountNavigation } from '../../ui/primitives/account-navigation.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Columns } from '../../ui/primitives/columns.tsx'
import { Fact } from '../../ui/primitives/facts.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { meets, methodWords, type SecondFactors } from './demand.ts'
import { PersonalCard, usePersonal } from './personal-card.tsx'
import { PolicyForm } from './policy-form.tsx'
import { Remark } from './row.tsx'

export const SecurityPage = () => {
  const { user } = useSession()
  const policy = useQuery({ ...queryOf(myPolicy, {}), refetchOnMount: 'always' })
  const factors = usePersonal(secondFactors, {})
  if (!user) return null
  return (
    <>
      <PageHeader title="Security settings" />
      <AccountNavigation />
      <Columns split="minmax(0, 2fr) minmax(20rem, 1fr)" widest="84rem">
        <Card title="Security policy">
          <View op={myPolicy} query={policy} rows={8} failed="The security policy could not be loaded">
            {(answer) => (
              <PolicyForm policy={answer.policy} own={factors.data ?? null} readOnly={user.viewedBy !== null} />
            )}
          </View>
        </Card>
        <PersonalCard
          title="Your own account"
          action={<Link to="/settings/account">Change</Link>}
          op={secondFactors}
          query={factors}
          rows={4}
          failed="How your account is protected could not be loaded"
        >
          {(state) => <OwnAccount state={state} />}
        </PersonalCard>
      </Columns>
    </>
  )
}

const OwnAccount = ({ state }: { readonly state: SecondFactors }) => {
  const met = meets(state, state.required)
  return (
    <>
      <dl>
        <Fact label="Two-factor authentication">
          <StatusWord state={state.method === 'none' ? 'warning' : 'normal'} word={methodWords[state.method]} />
        </Fact>
        <Fact label="Passkeys">{state.passkeys.length === 0 ? 'None' : state.passkeys.length}</Fact>
        <Fact label="Recovery codes">{state.recoveryCodesLeft === 0 ? 'None' : `${state.recoveryCodesLeft} left`}</Fact>
        <Fact label="Password">
          {!state.hasPassword && 'None'}
          {state.hasPassword &&
            (state.passwordChangedAt ? (
              <>
                Changed <When at={state.passwordChangedAt} />
              </>
            ) : (
              'Never changed'
            ))}
        </Fact>
      </dl>
      <Remark icon={met ? 'normal' : 'warning'}>
        {met
          ? 'It meets the security policy.'
          : 'It does not meet the security policy: set up two-factor authentication.'}
      </Remark>
    </>
  )
}
