// What the desk of the doors is made of, in the order of its tabs: each a part of its own domain.
import type { ComponentType } from 'react'

export interface DeskTab {
  /** Behind `/doors/`; what follows it in the address is the part's own. The first one stands at `/doors` itself. */
  readonly path: string
  readonly label: string
  readonly load: () => Promise<ComponentType>
}

export const tabs: readonly DeskTab[] = [
  { path: '', label: 'List', load: async () => (await import('../doors/doors-list.tsx')).DoorsList },
  { path: 'plan', label: 'Plan', load: async () => (await import('./plan-tab.tsx')).PlanTab },
  {
    path: 'lockdowns',
    label: 'Lockdowns',
    load: async () => (await import('../lockdowns/lockdowns-tab.tsx')).LockdownsTab,
  },
]
