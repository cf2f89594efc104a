// An address that is not verified yet: what that means, and the mail again.
import { resendVerification } from '@gatehouse/contract/identity/accounts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { Icon } from '../../ui/primitives/icon.tsx'

export const AddressCard = ({ email }: { readonly email: string }) => {
  const [message, setMessage] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt('The mail could not be sent. Please try again later.')
  const send = () => attempt(async () => setMessage((await call(resendVerification, { email })).message))
  return (
    <section
      id="address"
      className="mb-4 flex max-w-[84rem] flex-wrap items-start gap-x-4 gap-y-3 rounded border border-warning bg-surface p-4 [&>svg]:mt-[2px] [&>svg]:text-warning"
      aria-labelledby="address-title"
    >
      <Icon name="warning" size="medium" />
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <h2 id="address-title">Your address is not verified yet</h2>
        <p>
          Until then you can use only your own account. Open the link that we sent to <strong>{email}</strong>; look
          among the unwanted mail too.
        </p>
        <output>{message}</output>
        <Failure text={failure} />
      </div>
      <Button variant="outlined" aria-disabled={busy} onClick={() => void send()}>
        {busy ? 'Sending…' : 'Send the link again'}
      </Button>
    </section>
  )
}
