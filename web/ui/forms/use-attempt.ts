// Something that a press does, once at a time: whether it is under way, and why it failed.
import { useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'

/** `otherwise`: what is said where the server does not say why. While one attempt is under way, another does nothing. */
export const useAttempt = (otherwise = 'It could not be done. Please try again.') => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      setFailure(messageOf(error, otherwise))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, attempt }
}
