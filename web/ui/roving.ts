// Arrow keys inside a list or grid whose items carry `data-rove`: one tab stop, however many items.
import type { KeyboardEvent } from 'react'

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export const rove = (event: KeyboardEvent<HTMLElement>): void => {
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')]
  if (items.length === 0) return
  const current = items.findIndex((item) => item.contains(document.activeElement))
  const wanted = current === -1 && step === 1 ? 0 : current + step
  items[Math.max(0, Math.min(items.length - 1, wanted))]?.focus()
  event.preventDefault()
}
