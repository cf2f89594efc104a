// What was opened from the search, for as long as the tab lives and for nobody else.
import type { SearchResult } from '@gatehouse/contract/insight/search'
import { singleton } from '../../kit/application.ts'
import { holderOf } from '../../kit/session/holder.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import { withOpened } from './groups.ts'

interface Opened {
  readonly holder: string
  readonly results: readonly SearchResult[]
}

export const createRecentResults = (session: SessionState) => {
  let opened: Opened = { holder: '', results: [] }

  const holder = () => holderOf(session.get())
  const list = (): readonly SearchResult[] => (opened.holder === holder() ? opened.results : [])

  return {
    list,
    add: (result: SearchResult): void => {
      // What fitted was part of the search, not of the page.
      const { marks: _, ...page } = result
      opened = { holder: holder(), results: withOpened(list(), page) }
    },
  }
}

export const recentResults = singleton((use) => createRecentResults(use(sessionState)))
