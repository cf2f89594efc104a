// An authenticator app: its secret as QR code and as text, and its first code.
import { plainCode, sixDigitsRule } from '@gatehouse/contract/identity/account-rules'
import type { Output } from '@gatehouse/contract/operation'
import { type beginTotp, confirmTotp } from '@gatehouse/contract/identity/second-factors'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FormDialog } from './form-dialog.tsx'

export type TotpSecret = Output<typeof beginTotp>

interface TotpDialogProps {
  readonly secret: TotpSecret
  readonly onConfirmed: (answer: Output<typeof confirmTotp>) => Promise<void>
  readonly onClose: () => void
}

export const TotpDialog = ({ secret, onConfirmed, onClose }: TotpDialogProps) => {
  const form = useForm({ defaultValues: { code: '' } })
  return (
    <FormDialog
      title="Set up an authenticator app"
      form={form}
      label="Confirm"
      working="Checking…"
      send={async ({ code }) => onConfirmed(await call(confirmTotp, { code: plainCode(code) }))}
      onClose={onClose}
    >
      <ol className="grid list-disc gap-3 ps-5 [list-style:decimal]">
        <li>
          Scan this with the app, or on this device <a href={secret.uri}>open the app</a>.
          {/* Readers of QR codes want dark on light, in either theme. */}
          <img
            className="mx-auto mt-2 block rounded p-2"
            style={{ width: '12rem', background: 'white' }}
            src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
            alt="QR code of the key that stands below"
          />
        </li>
        <li>
          If it cannot be scanned, type this key into the app:
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <code className="rounded bg-sunken px-2 py-1 text-md wrap-anywhere [letter-spacing:0.06em]">
              {grouped(secret.secret)}
            </code>
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
    </FormDialog>
  )
}

const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
