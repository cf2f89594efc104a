// What the administration area knows beyond its pages: where one is in it, how its lists
// are filtered, how the system is.
// One small store; whoever signs out leaves nothing in it.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Output } from '@gatehouse/contract/operation'
import type { systemHealth } from '@gatehouse/contract/system/system'
import { useSyncExternalStore } from 'react'
import { singleton } from '../application.ts'
import { createStore, type Store } from '../data/store.ts'

/** As it was last told; `at` null: not told yet. */
export type SystemHealth = Omit<Output<typeof systemHealth>, 'at'> & { readonly at: string | null }

export interface AdminContext {
  /** The part of the administration that was last looked at: `logs/system`. */
  readonly selectedSection: string
  /** The query of the address by section, so that coming back finds it as it was left. */
  readonly filters: Readonly<Record<string, string>>
  readonly notifications: readonly Notification[]
  /** Counted up whenever a section is to be asked for anew. */
  readonly refreshTokens: Readonly<Record<string, number>>
  readonly systemHealth: SystemHealth
}

export const untouched: AdminContext = {
  selectedSection: '',
  filters: {},
  notifications: [],
  refreshTokens: {},
  systemHealth: { status: 'normal', checks: [], installation: null, at: null },
}

/** What may happen to it; each is one step. */
const actionsOn = ({ get, set }: Store<AdminContext>) => ({
  section: (selectedSection: string): void => {
    if (selectedSection !== get().selectedSection) set({ ...get(), selectedSection })
  },
  filters: (section: string, query: string): void => {
    const { filters } = get()
    if (filters[section] !== query) set({ ...get(), filters: { ...filters, [section]: query } })
  },
  refresh: (section: string): void => {
    const { refreshTokens } = get()
    set({ ...get(), refreshTokens: { ...refreshTokens, [section]: (refreshTokens[section] ?? 0) + 1 } })
  },
  systemHealth: (systemHealth: SystemHealth): void => set({ ...get(), systemHealth }),
  notifications: (notifications: readonly Notification[]): void => set({ ...get(), notifications }),
  reset: (): void => set(untouched),
})

export const createAdminContext = () => {
  const store = createStore(untouched)
  return { current: store.get, subscribe: store.subscribe, actions: actionsOn(store) }
}

export const adminContext = singleton(createAdminContext)

export const useAdminContext = <T>(select: (from: AdminContext) => T): T => {
  const { current, subscribe } = adminContext()
  return useSyncExternalStore(
    subscribe,
    () => select(current()),
    () => select(untouched),
  )
}
