// The second step of my sign-in: which it is, choosing another, recovery codes, and the browsers that are trusted.
import * as factors from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import { type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { demandWords, meets, methodWords, type SecondFactors } from './demand.ts'
import { PersonalCard } from './personal-card.tsx'
import { Remark, Row } from './row.tsx'
import { type Change, SecondFactorDialog } from './second-factor-dialog.tsx'
import { TrustedBrowsers } from './trusted-browsers.tsx'

const fewCodes = 3

export const SecondFactorCard = ({ query }: { readonly query: UseQueryResult<SecondFactors> }) => (
  <PersonalCard
    title="Two-factor authentication"
    op={factors.state}
    query={query}
    rows={4}
    failed="How your sign-in is confirmed could not be loaded"
  >
    {(state) => <SecondFactor state={state} />}
  </PersonalCard>
)

const SecondFactor = ({ state }: { readonly state: SecondFactors }) => {
  const [step, setStep] = useState<Change | null>(null)
  const { method, required, recoveryCodesLeft } = state
  const demand = demandWords[required]
  const met = meets(state, required)

  return (
    <>
      <Row
        name={<StatusWord state={method === 'none' ? 'warning' : 'normal'} word={methodWords[method]} />}
        more={meaning[method]}
      />
      {demand !== null && (
        <Remark icon={met ? 'normal' : 'warning'}>
          {demand} {met ? 'Yours is enough.' : 'Choose one: until then a sign-in opens only your own account.'}
        </Remark>
      )}
      <Row
        name="Authenticator app"
        more="An app on your phone shows a new code every 30 seconds, without a network too."
      >
        <Button variant="outlined" onClick={() => setStep({ kind: 'app' })}>
          {method === 'totp' ? 'Set up again' : 'Set up'}
        </Button>
      </Row>
      {method !== 'email' && (required !== 'strong' || state.passkeys.length > 0) && (
        <Row name="Code by email" more="Better than none; as safe as your mailbox.">
          <Button variant="outlined" onClick={() => setStep({ kind: 'email' })}>
            Use email
          </Button>
        </Row>
      )}
      {recoveryCodesLeft > 0 || method !== 'none' ? (
        <Row
          name={
            <>
              Recovery codes
              <StatusWord
                state={recoveryCodesLeft > fewCodes ? 'normal' : method === 'email' ? 'information' : 'warning'}
                word={recoveryCodesLeft === 0 ? 'None' : `${recoveryCodesLeft} left`}
              />
            </>
          }
          more="For the day phone or mailbox are out of reach: each opens your account once."
        >
          <Button variant="outlined" onClick={() => setStep({ kind: 'new-codes' })}>
            New codes
          </Button>
        </Row>
      ) : null}
      {method !== 'none' && (
        <Row
          name="Without two-factor authentication"
          more={
            required === 'none'
              ? 'Whoever learns your password is in.'
              : 'Not possible: your company requires two-factor authentication.'
          }
        >
          {required === 'none' && <Button onClick={() => setStep({ kind: 'off' })}>Turn off</Button>}
        </Row>
      )}
      <TrustedBrowsers devices={state.trustedDevices} />
      {step && <SecondFactorDialog step={step} state={state} onStep={setStep} />}
    </>
  )
}

const meaning: Record<SecondFactors['method'], string> = {
  none: 'Your password alone opens your account.',
  email: 'After your password, a code that is sent to your address.',
  totp: 'After your password, a code that your app shows.',
}
