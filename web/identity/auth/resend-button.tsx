// Sends something again: not at once, and not for ever.
import { useState } from 'react'
import styles from './form.module.css'
import { anyMessage } from './error-messages.ts'
import { useCountdown } from './use-countdown.ts'

const betweenSeconds = 60

interface ResendButtonProps {
  /** `Send the code again` */
  readonly label: string
  /** Answers what the server says to it. */
  readonly send: () => Promise<string>
}

export const ResendButton = ({ label, send }: ResendButtonProps) => {
  const [left, begin] = useCountdown(betweenSeconds)
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const waiting = left > 0 || busy
  const press = async () => {
    if (waiting) return
    setBusy(true)
    setMessage(await send().catch((error: unknown) => anyMessage(error)))
    setBusy(false)
    begin()
  }
  return (
    <div className="[&_output]:block [&_output]:text-muted">
      <button type="button" className={styles.quiet} aria-disabled={waiting} onClick={() => void press()}>
        {label}
        {left > 0 && <span className="tabular"> (in {left} s)</span>}
      </button>
      <output>{message}</output>
    </div>
  )
}
