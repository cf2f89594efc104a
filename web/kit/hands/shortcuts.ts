// The keys that work everywhere in the application: what they are, and who presses them.
import { useEffect, useEffectEvent } from 'react'
import { local } from '../data/storage.ts'

export type Shortcut = 'search' | 'help'

const singleKeysKey = 'singleKeys'

/** Whether `/`, `?` and `A` do anything: not for whoever speaks to the machine, or often strikes a key unmeant. */
export const areSingleKeysOn = (): boolean => local.get(singleKeysKey) !== 'off'

export const chooseSingleKeys = (on: boolean): void =>
  on ? local.remove(singleKeysKey) : local.set(singleKeysKey, 'off')

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** What is meant by it; a sign that is typed into a field is meant for the field. */
export const shortcutOf = (
  { key, ctrlKey, metaKey, altKey }: Pressed,
  isTyping: boolean,
): Shortcut | 'acknowledge' | null => {
  if (altKey) return null
  const lower = key.toLowerCase()
  if (ctrlKey || metaKey) return lower === 'k' ? 'search' : null
  if (isTyping || !areSingleKeysOn()) return null
  if (key === '/') return 'search'
  if (lower === 'a') return 'acknowledge'
  return key === '?' ? 'help' : null
}

export const useShortcuts = (act: (shortcut: Shortcut) => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event, isTypedInto(event.target))
    if (shortcut === null || event.defaultPrevented) return
    if (shortcut === 'acknowledge') return focusedAlarm()?.click()
    if (isSomethingOver()) return
    event.preventDefault()
    act(shortcut)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** The button that acknowledges the alarm that has the focus; in a sheet, that of what the sheet is about. */
const focusedAlarm = () =>
  document.activeElement
    ?.closest('[data-alarm], [role="dialog"]')
    ?.querySelector<HTMLButtonElement>('button[data-acknowledge]')

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)

// What lies over the page has its own keys; a menu finds its entries by what is typed.
const isSomethingOver = (): boolean =>
  document.querySelector('dialog:modal, [aria-modal="true"], [role="menu"], [role="listbox"]') !== null
