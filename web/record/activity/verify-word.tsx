// What the button says that leads to the check of the record: also how long one has been running.
import { useClock } from '../../kit/clock.ts'
import { elapsedText } from './verdict.ts'
import { useVerification } from './verification.ts'

export const VerifyWord = () => {
  const verification = useVerification()
  return verification.is === 'running' ? (
    <>
      Verifying <Elapsed since={verification.since} />
    </>
  ) : (
    'Verify'
  )
}

export const Elapsed = ({ since }: { readonly since: number }) => (
  <span className="tabular-nums">{useClock((now) => elapsedText(now - since))}</span>
)
