// What was opened from the search, for as long as the tab lives and for nobody else.
import type { SearchResult } from '@gatehouse/contract/search'
import { currentSession } from '../kit/session-state.ts'
import { withOpened } from './groups.ts'

let kept: { readonly holder: string; readonly results: readonly SearchResult[] } = { holder: '', results: [] }

export const recentlyOpened = (): readonly SearchResult[] => (kept.holder === holder() ? kept.results : [])

export const keepOpened = (result: SearchResult): void => {
  // What fitted was part of the search, not of the page.
  const { marks: _, ...opened } = result
  kept = { holder: holder(), results: withOpened(recentlyOpened(), opened) }
}

const holder = () => {
  const { user, viewing } = currentSession()
  return `${user?.id} ${user?.company?.id} ${viewing}`
}
