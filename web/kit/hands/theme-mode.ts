// Light or dark, and the density: from the stored choice, else the system; written to the document as attributes.
import { useSyncExternalStore } from 'react'
import { singleton } from '../application.ts'
import { local } from '../data/storage.ts'
import { createListeners } from '../data/store.ts'

export type ThemeMode = 'light' | 'dark'
export type Density = 'comfortable' | 'compact'

// The choice itself is in the document.
const listeners = singleton(() => createListeners())

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, currentMode, () => 'light')

export const useDensity = (): Density => useSyncExternalStore(subscribe, currentDensity, () => 'comfortable')

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
  const system = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    const mode = chosenMode() ?? (system.matches ? 'dark' : 'light')
    if (mode !== currentMode()) apply('theme', mode)
  }
  system.addEventListener('change', follow)
  // Another tab has chosen, or forgotten everything.
  window.addEventListener('storage', ({ key }) => {
    if (key === 'themeMode' || key === null) follow()
  })
  // What changed between the first paint and now.
  follow()
  // Paper is light, whatever the screen is.
  let onScreen = currentMode()
  window.addEventListener('beforeprint', () => {
    onScreen = currentMode()
    apply('theme', 'light')
  })
  window.addEventListener('afterprint', () => apply('theme', onScreen))
}

// theme.js has set both before the first paint; a page that is rendered ahead does not know them yet.
export const currentMode = (): ThemeMode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light')
const currentDensity = (): Density =>
  document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable'

const chosenMode = (): ThemeMode | null => {
  const stored = local.get('themeMode')
  return stored === 'light' || stored === 'dark' ? stored : null
}

const apply = (name: 'theme' | 'density', value: string): void => {
  const root = document.documentElement
  root.dataset[name] = value
  // The browser's own bar too.
  const ground = getComputedStyle(root).getPropertyValue('--page')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = ground
  listeners().emit()
}

const subscribe = (listener: () => void): (() => void) => listeners().subscribe(listener)
