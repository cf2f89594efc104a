// My password: when it was changed, and changing it.
import { forgotPassword } from '@gatehouse/contract/identity/accounts'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { PersonalCard } from './personal-card.tsx'
import { Done, Row } from './row.tsx'

export const PasswordCard = ({ query }: { readonly query: UseQueryResult<SecondFactors> }) => {
  const [changing, setChanging] = useState(false)
  const [changed, setChanged] = useState(false)
  return (
    <PersonalCard
      title="Password"
      op={secondFactors}
      query={query}
      rows={1}
      failed="Your password’s state could not be loaded"
    >
      {({ hasPassword, passwordChangedAt }) => (
        <>
          {hasPassword ? (
            <Row
              plain
              name={
                passwordChangedAt ? (
                  <>
                    Changed <When at={passwordChangedAt} />
                  </>
                ) : (
                  'Not changed since the account was made'
                )
              }
              more="Changing it ends your sessions everywhere else."
            >
              <Button variant="outlined" onClick={() => setChanging(true)}>
                Change password
              </Button>
            </Row>
          ) : (
            <NoPassword />
          )}
          <Done>
            {changed &&
              'Your other sessions have ended: whoever was signed in elsewhere needs the new password. This one goes on.'}
          </Done>
          {changing && (
            <PasswordDialog
              onClose={() => setChanging(false)}
              onChanged={() => {
                setChanged(true)
                setChanging(false)
              }}
            />
          )}
        </>
      )}
    </PersonalCard>
  )
}

const NoPassword = () => {
  const { user } = useSession()
  const send = async () => toast('info', (await call(forgotPassword, { email: user?.email ?? '' })).message)
  return (
    <Row
      plain
      name="Your account has no password"
      more="You sign in with a connected account. A mailed link lets you set one as well."
    >
      <CallButton variant="outlined" run={send} failed="The link could not be sent. Please try again.">
        Mail me the link
      </CallButton>
    </Row>
  )
}
