// An authenticator app: its secret as QR code and as text, and its first code.
import { plainCode, sixDigitsRule } from '@gatehouse/contract/identity/account-rules'
import type { Output } from '@gatehouse/contract/operation'
import { type beginTotp, confirmTotp } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useSending } from '../../ui/forms/use-sending.ts'
import styles from './dialogs.module.css'

export type TotpSecret = Output<typeof beginTotp>

interface TotpDialogProps {
  readonly secret: TotpSecret
  readonly onConfirmed: (answer: Output<typeof confirmTotp>) => Promise<void>
  readonly onClose: () => void
}

export const TotpDialog = ({ secret, onConfirmed, onClose }: TotpDialogProps) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const form = useForm({ defaultValues: { code: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting } = form.formState
  const submit = useSending(form, async ({ code }) => {
    setFailure(null)
    try {
      await onConfirmed(await call(confirmTotp, { code: plainCode(code) }))
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="xs" aria-labelledby="totp-title">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="totp-title">Set up an authenticator app</DialogTitle>
        <DialogContent className={styles.content}>
          <ol className="grid list-disc gap-3 ps-5 [list-style:decimal]">
            <li>
              Scan this with the app, or on this device <a href={secret.uri}>open the app</a>.
              <img
                className={styles.qr}
                src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
                alt="QR code of the key that stands below"
              />
            </li>
            <li>
              If it cannot be scanned, type this key into the app:
              <div className={styles.secret}>
                <code>{grouped(secret.secret)}</code>
                <CopyButton text={secret.secret} label="Copy the key" />
              </div>
            </li>
            <li>Enter the code that the app shows now.</li>
          </ol>
          <TextInput
            control={form.control}
            name="code"
            label="Code of the app"
            autoComplete="one-time-code"
            rule={sixDigitsRule}
            slotProps={{ htmlInput: { inputMode: 'numeric', spellCheck: false } }}
          />
          <Failure text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Checking…' : 'Confirm'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
