// The dialogs that change the second step of my sign-in: each asks for the password, then does it or leads on.
import * as factors from '@gatehouse/contract/identity/second-factors'
import { call } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { SecondFactors } from './demand.ts'
import { keepToken } from './keep-token.ts'
import { PasswordConfirm } from './password-confirm.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { TotpDialog, type TotpSecret } from './totp-dialog.tsx'

export type Change =
  | { readonly kind: 'email' | 'off' | 'app' | 'new-codes' }
  | { readonly kind: 'secret'; readonly secret: TotpSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

interface SecondFactorDialogProps {
  readonly step: Change
  readonly state: SecondFactors
  readonly onStep: (step: Change | null) => void
}

export const SecondFactorDialog = ({ step, state, onStep }: SecondFactorDialogProps) => {
  const { method, hasPassword } = state
  const close = () => onStep(null)
  const done = (message: string) => {
    toast('success', message)
    close()
  }
  switch (step.kind) {
    case 'email':
      return (
        <PasswordConfirm
          title="Confirm sign-ins with a code by email?"
          action="Use email"
          busy="Changing…"
          hasPassword={hasPassword}
          onConfirm={async (proof) => {
            await keepToken(await call(factors.useEmail, proof))
            done('From now on a code by email confirms your sign-in.')
          }}
          onClose={close}
        >
          <p>After your password, each sign-in asks for a code of six digits that is sent to your address.</p>
          {method === 'totp' && <p>Your authenticator app is no longer asked, and its recovery codes are void.</p>}
        </PasswordConfirm>
      )
    case 'off':
      return (
        <PasswordConfirm
          title="Turn two-step sign-in off?"
          action="Turn off"
          busy="Turning off…"
          tone="danger"
          hasPassword={hasPassword}
          onConfirm={async (proof) => {
            await keepToken(await call(factors.turnOff, proof))
            done('Two-step sign-in is off.')
          }}
          onClose={close}
        >
          <p>Your password alone opens your account then: whoever learns it is in.</p>
        </PasswordConfirm>
      )
    case 'app':
      return (
        <PasswordConfirm
          title="Set up an authenticator app"
          action="Continue"
          busy="Preparing…"
          hasPassword={hasPassword}
          onConfirm={async (proof) => onStep({ kind: 'secret', secret: await call(factors.beginTotp, proof) })}
          onClose={close}
        >
          <p>You need an app such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password at hand.</p>
          <p>Nothing changes before you have entered its first code.</p>
        </PasswordConfirm>
      )
    case 'new-codes':
      return (
        <PasswordConfirm
          title="Make new recovery codes?"
          action="Make new codes"
          busy="Making…"
          hasPassword={hasPassword}
          onConfirm={async (proof) => {
            const answer = await call(factors.newRecoveryCodes, proof)
            onStep({ kind: 'codes', codes: answer.recoveryCodes })
            await keepToken(answer)
          }}
          onClose={close}
        >
          <p>The codes you have now are void at once, wherever you keep them.</p>
        </PasswordConfirm>
      )
    case 'secret':
      return (
        <TotpDialog
          secret={step.secret}
          onConfirmed={async (answer) => {
            toast('success', 'From now on your app confirms your sign-in.')
            onStep({ kind: 'codes', codes: answer.recoveryCodes })
            await keepToken(answer)
          }}
          onClose={close}
        />
      )
    default:
      return <RecoveryCodesDialog codes={step.codes} onClose={close} />
  }
}
