// The dialogs that change the second step of my sign-in: each asks for the password, then does it or leads on.
import * as factors from '@gatehouse/contract/identity/second-factors'
import type { Output } from '@gatehouse/contract/operation'
import { call } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { SecondFactors } from './demand.ts'
import { keepToken } from './keep-token.ts'
import { PasswordConfirm, type PasswordConfirmProps } from './password-confirm.tsx'
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
  const close = () => onStep(null)
  if (step.kind === 'codes') return <RecoveryCodesDialog codes={step.codes} onClose={close} />
  const show = async (answer: Output<typeof factors.newRecoveryCodes>) => {
    onStep({ kind: 'codes', codes: answer.recoveryCodes })
    await keepToken(answer)
  }
  if (step.kind === 'secret') {
    const onConfirmed = (answer: Output<typeof factors.confirmTotp>) => {
      toast('success', 'From now on your app confirms your sign-in.')
      return show(answer)
    }
    return <TotpDialog secret={step.secret} onConfirmed={onConfirmed} onClose={close} />
  }
  const settle = async (answer: { readonly token: string }, message: string) => {
    await keepToken(answer)
    toast('success', message)
    close()
  }
  const questions: Record<typeof step.kind, Omit<PasswordConfirmProps, 'hasPassword' | 'onClose'>> = {
    email: {
      title: 'Confirm sign-ins with a code by email?',
      action: 'Use email',
      busy: 'Changing…',
      onConfirm: async (proof) =>
        settle(await call(factors.useEmail, proof), 'From now on a code by email confirms your sign-in.'),
      children: (
        <>
          <p>After your password, each sign-in asks for a code of six digits that is sent to your address.</p>
          {state.method === 'totp' && (
            <p>Your authenticator app is no longer asked, and its recovery codes are void.</p>
          )}
        </>
      ),
    },
    off: {
      title: 'Turn two-step sign-in off?',
      action: 'Turn off',
      busy: 'Turning off…',
      tone: 'danger',
      onConfirm: async (proof) => settle(await call(factors.turnOff, proof), 'Two-factor authentication is off.'),
      children: <p>Your password alone opens your account then: whoever learns it is in.</p>,
    },
    app: {
      title: 'Set up an authenticator app',
      action: 'Continue',
      busy: 'Preparing…',
      onConfirm: async (proof) => onStep({ kind: 'secret', secret: await call(factors.beginTotp, proof) }),
      children: (
        <>
          <p>You need an app such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password at hand.</p>
          <p>Nothing changes before you have entered its first code.</p>
        </>
      ),
    },
    'new-codes': {
      title: 'Make new recovery codes?',
      action: 'Make new codes',
      busy: 'Making…',
      onConfirm: async (proof) => show(await call(factors.newRecoveryCodes, proof)),
      children: <p>The codes you have now are void at once, wherever you keep them.</p>,
    },
  }
  return <PasswordConfirm {...questions[step.kind]} hasPassword={state.hasPassword} onClose={close} />
}
