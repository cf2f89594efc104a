// Light or dark, and the density: from the stored choice, else the system; written to the document as attributes.
import { useSyncExternalStore } from 'react'
import { local } from './storage.ts'

export type ThemeMode = 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

const listeners = new Set<() => void>()
const root = document.documentElement

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, currentMode)

export const useDensity = (): Density => useSyncExternalStore(subscribe, currentDensity)

export const chooseThemeMode = (mode: ThemeMode): void => {
  local.set('themeMode', mode)
  apply('theme', mode)
}

export const chooseDensity = (density: Density): void => {
  local.set('density', density)
  apply('density', density)
}

/** Follows the system while the user has made no choice. */
export const followSystemTheme = (): void => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (local.get('themeMode') === null) apply('theme', matches ? 'dark' : 'light')
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'themeMode' && (newValue === 'light' || newValue === 'dark')) apply('theme', newValue)
  })
}

// theme.js has set both before the first paint.
export const currentMode = (): ThemeMode => (root.dataset['theme'] === 'dark' ? 'dark' : 'light')
const currentDensity = (): Density => (root.dataset['density'] === 'compact' ? 'compact' : 'comfortable')

const apply = (name: 'theme' | 'density', value: string): void => {
  root.dataset[name] = value
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
