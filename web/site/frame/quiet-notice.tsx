// The word that the server cannot be reached, where a page is read rather than worked with: fetched once it is there.
import { useEffect, useState } from 'react'
import { later } from '../../ui/feedback/later.tsx'

const ReachNotice = later(async () => (await import('../../ui/feedback/reach-notice.tsx')).ReachNotice, 'silent')

const quietAfterMs = 1_000

export const QuietNotice = () => {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet && <ReachNotice />
}
