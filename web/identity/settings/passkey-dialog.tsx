// Adding a passkey: password and name first, then the browser's own dialog.
import type { Output } from '@gatehouse/contract/operation'
import { addPasskey, beginPasskey } from '@gatehouse/contract/identity/second-factors'
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { atMost } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FormDialog } from './form-dialog.tsx'
import { keepToken } from './keep-token.ts'
import { OwnPasswordInput } from './own-password-input.tsx'

interface PasskeyDialogProps {
  readonly hasPassword: boolean
  readonly onAdded: (name: string) => void
  readonly onClose: () => void
}

export const PasskeyDialog = ({ hasPassword, onAdded, onClose }: PasskeyDialogProps) => {
  const form = useForm({ defaultValues: { name: deviceWords(navigator.userAgent), password: '' } })
  const { control } = form
  return (
    <FormDialog
      title="Add a passkey"
      form={form}
      label="Continue"
      working="Waiting for your device…"
      send={async ({ name, password }) => {
        const { challengeId, options } = await call(beginPasskey, hasPassword ? { password } : {})
        const response = await startRegistration({ optionsJSON: asked(options) })
        await keepToken(await call(addPasskey, { challengeId, response: { ...response }, name }))
        onAdded(name)
      }}
      failureOf={(error) => ceremonyWords(error) ?? showFaults(form, error)}
      onClose={onClose}
    >
      <p>Your browser asks next where to keep it: on this device, a phone or a key.</p>
      <TextInput
        control={control}
        name="name"
        label="Name"
        rule={nameRule}
        help="So that you know it again in the list"
      />
      {hasPassword && <OwnPasswordInput control={control} name="password" />}
    </FormDialog>
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

const nameRule = (value: string) => (value.trim() === '' ? 'Give the passkey a name' : atMost(60)(value))
