// What each tab shows. The first is here with the page; the others are fetched when somebody opens or nears one of them,
// or before the page is drawn where its address asks for one.
import type { Building } from '@gatehouse/contract/site/tour'
import type { ComponentType } from 'react'
import { singleton } from '../../kit/application.ts'
import type { Connection } from './connection.ts'
import { OverviewPanel } from './overview-panel.tsx'
import { type TabKey, tabIn } from './tabs.ts'

export interface PanelProps {
  readonly building: Building
  readonly freshness: Connection
  readonly now: number
}

interface Behind {
  readonly panels: Readonly<Record<Exclude<TabKey, 'overview'>, ComponentType<PanelProps>>>
  readonly NotRunning: ComponentType
}

export const createPanels = (load: () => Promise<Behind>) => {
  let behind: Behind | undefined
  return {
    behind: () => behind,
    fetch: async (): Promise<void> => {
      behind ??= await load()
    },
  }
}

const panels = singleton(() => createPanels(() => import('./panels-behind.tsx')))

/** undefined: not fetched yet. */
export const panelOf = (key: TabKey): ComponentType<PanelProps> | undefined =>
  key === 'overview' ? OverviewPanel : panels().behind()?.panels[key]

/** Shown instead of all of them; fetched like them. */
export const notRunning = (): Behind['NotRunning'] | undefined => panels().behind()?.NotRunning

/** Rejects where they cannot be had; asking again is all there is to do. */
export const fetchBehind = (): Promise<void> => panels().fetch()

/** Whatever may be drawn first: on the server any, in the browser what the address names or the server has drawn. */
export const fetchFirst = async (): Promise<void> => {
  if (typeof window === 'undefined' || isBehind()) await fetchBehind()
}

const isBehind = () =>
  tabIn(window.location.search).key !== 'overview' || document.getElementById('not-running') !== null
