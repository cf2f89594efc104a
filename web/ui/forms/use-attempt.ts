// Something that a press does, once at a time: whether it is under way, and why it failed, as a whole and by field.
import { useState } from 'react'
import { isApiError, messageOf } from '../../kit/data/api.ts'

/** `otherwise`: what is said where the server does not say why. While one attempt is under way, another does nothing. */
export const useAttempt = (otherwise = 'It could not be done. Please try again.') => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    setFaults(new Map())
    try {
      await act()
    } catch (error) {
      if (isApiError(error)) setFaults(new Map(error.details.map(({ field, message }) => [field, message])))
      setFailure(messageOf(error, otherwise))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, faults, attempt }
}
