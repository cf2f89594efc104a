// Signing in with a passkey: it stands for password and second factor.
import { useState } from 'react'
import { canUsePasskeys, enterWithPasskey } from '../../kit/session/sign-in.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { Failure } from './form.tsx'
import styles from './form.module.css'
import { anyMessage } from './error-messages.ts'

export const PasskeyButton = () => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (!canUsePasskeys()) return null
  const enter = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      if (!(await enterWithPasskey())) setFailure('No passkey was used. Sign in another way, or try again.')
    } catch (error) {
      setFailure(anyMessage(error, 'Signing in with a passkey did not succeed.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.ways}>
      <button type="button" className={styles.way} aria-disabled={busy} onClick={() => void enter()}>
        <Icon name="key" size="medium" />
        {busy ? 'Waiting for your passkey…' : 'Continue with a passkey'}
      </button>
      {failure !== null && <Failure text={failure} />}
    </div>
  )
}
