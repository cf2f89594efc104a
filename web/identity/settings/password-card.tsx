// My password: when it was changed, and changing it.
import { forgotPassword } from '@gatehouse/contract/identity/accounts'
import type { Output } from '@gatehouse/contract/operation'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PersonalCard } from './personal-card.tsx'
import { Row } from './row.tsx'
import styles from './rows.module.css'

export const PasswordCard = ({ query }: { readonly query: UseQueryResult<Output<typeof secondFactors>> }) => {
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
        <div className={styles.rows}>
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
          <output className={styles.said}>
            {changed &&
              'Your other sessions have ended: whoever was signed in elsewhere needs the new password. This one goes on.'}
          </output>
          {changing && (
            <PasswordDialog
              onClose={() => setChanging(false)}
              onChanged={() => {
                setChanged(true)
                setChanging(false)
              }}
            />
          )}
        </div>
      )}
    </PersonalCard>
  )
}

const NoPassword = () => {
  const { user } = useSession()
  const send = async () => {
    try {
      const { message } = await call(forgotPassword, { email: user?.email ?? '' })
      toast('info', message)
    } catch (error) {
      toast('error', messageOf(error, 'The link could not be sent. Please try again.'))
    }
  }
  return (
    <Row
      plain
      name="Your account has no password"
      more="You sign in with a connected account. A mailed link lets you set one as well."
    >
      <Button variant="outlined" onClick={() => void send()}>
        Mail me the link
      </Button>
    </Row>
  )
}
