// Adding a passkey: password and name first, then the browser's own dialog.
import type { Output } from '@gatehouse/contract/operation'
import { addPasskey, beginPasskey } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import styles from './dialogs.module.css'
import { keepToken } from './keep-token.ts'
import { useSending } from '../../ui/forms/use-sending.ts'

interface PasskeyDialogProps {
  readonly hasPassword: boolean
  readonly onAdded: (name: string) => void
  readonly onClose: () => void
}

export const PasskeyDialog = ({ hasPassword, onAdded, onClose }: PasskeyDialogProps) => {
  const form = useForm({ defaultValues: { name: deviceWords(navigator.userAgent), password: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting } = form.formState

  const submit = useSending(form, async ({ name, password }) => {
    setFailure(null)
    try {
      const { challengeId, options } = await call(beginPasskey, hasPassword ? { password } : {})
      const response = await startRegistration({ optionsJSON: asked(options) })
      await keepToken(await call(addPasskey, { challengeId, response: { ...response }, name }))
      onAdded(name)
    } catch (error) {
      setFailure(ceremonyWords(error) ?? showFaults(form, error))
    }
  })

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="passkey-title">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="passkey-title">Add a passkey</DialogTitle>
        <DialogContent className={styles.content}>
          <p className="grid gap-2 pb-1 wrap-anywhere [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1 [&_ul]:ps-5">
            Your browser asks next where to keep it: on this device, a phone or a key.
          </p>
          <TextInput
            control={form.control}
            name="name"
            label="Name"
            rule={nameRule}
            help="So that you know it again in the list"
          />
          {hasPassword && (
            <PasswordInput
              control={form.control}
              name="password"
              label="Your password"
              autoComplete="current-password"
              rule={given}
            />
          )}
          <Failure text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Waiting for your device…' : 'Continue'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

// The contract carries them through without knowing them; the browser checks them itself.
const asked = (options: Output<typeof beginPasskey>['options']): PublicKeyCredentialCreationOptionsJSON =>
  JSON.parse(JSON.stringify(options))

const ceremonyWords = (error: unknown): string | null => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device holds a passkey of your account already.'
  }
  if (error instanceof Error && error.name === 'NotAllowedError') {
    return 'No passkey was made: it was cancelled, or took too long. Try again when you are ready.'
  }
  return error instanceof WebAuthnError ? 'Your device could not make a passkey. Try another device.' : null
}

const nameRule = (value: string) => {
  if (value.trim() === '') return 'Give the passkey a name'
  return value.trim().length > 60 ? 'At most 60 characters' : null
}

const given = (value: string) => (value === '' ? 'Password is required' : null)
