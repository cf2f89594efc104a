// Whether the page is scrolled so far that the bar stands above it.
import { useEffect, useState } from 'react'
import { throttled } from '../../kit/hands/pace.ts'

const thresholdPx = 100
const throttleMs = 50

export const useElevated = (): boolean => {
  const [elevated, setElevated] = useState(false)
  useEffect(() => {
    const look = throttled(() => setElevated(window.scrollY > thresholdPx), throttleMs)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      look.stop()
      window.removeEventListener('scroll', look)
    }
  }, [])
  return elevated
}
