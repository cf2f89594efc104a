// What the administration area knows beyond its pages: where one is in it, what was looked for there, how the system is.
// One small store; whoever signs out leaves nothing in it.
import type { Notification } from '@gatehouse/contract/notifications'
import type { Output } from '@gatehouse/contract/operation'
import type { systemHealth } from '@gatehouse/contract/system'
import { useSyncExternalStore } from 'react'

/** As it was last told; `at` null: not told yet. */
export type SystemHealth = Omit<Output<typeof systemHealth>, 'at'> & { readonly at: string | null }

export interface AdminContext {
  /** The part of the administration that was last looked at: `logs/system`. */
  readonly selectedSection: string
  /** The query of the address by section, so that coming back finds it as it was left. */
  readonly filters: Readonly<Record<string, string>>
  readonly searchQuery: string
  readonly notifications: readonly Notification[]
  /** Counted up whenever a section is to be asked for anew. */
  readonly refreshTokens: Readonly<Record<string, number>>
  readonly settings: Readonly<Record<string, string>>
  readonly systemHealth: SystemHealth
}

export const untouched: AdminContext = {
  selectedSection: '',
  filters: {},
  searchQuery: '',
  notifications: [],
  refreshTokens: {},
  settings: {},
  systemHealth: { status: 'normal', checks: [], installation: null, at: null },
}

let context = untouched
const listeners = new Set<() => void>()

const become = (next: AdminContext): void => {
  context = next
  for (const listener of listeners) listener()
}

export const currentAdminContext = (): AdminContext => context

export const subscribeAdminContext = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAdminContext = <T>(select: (from: AdminContext) => T): T =>
  useSyncExternalStore(
    subscribeAdminContext,
    () => select(context),
    () => select(untouched),
  )

/** What may happen to it; each is one step. */
export const adminActions = {
  section: (selectedSection: string): void => {
    if (selectedSection !== context.selectedSection) become({ ...context, selectedSection })
  },
  filters: (section: string, query: string): void => {
    if (context.filters[section] !== query) become({ ...context, filters: { ...context.filters, [section]: query } })
  },
  searchQuery: (searchQuery: string): void => {
    if (searchQuery !== context.searchQuery) become({ ...context, searchQuery })
  },
  refresh: (section: string): void => {
    const { refreshTokens } = context
    become({ ...context, refreshTokens: { ...refreshTokens, [section]: (refreshTokens[section] ?? 0) + 1 } })
  },
  settings: (change: Readonly<Record<string, string>>): void =>
    become({ ...context, settings: { ...context.settings, ...change } }),
  systemHealth: (systemHealth: SystemHealth): void => become({ ...context, systemHealth }),
  notifications: (notifications: readonly Notification[]): void => become({ ...context, notifications }),
  reset: (): void => become(untouched),
} as const
