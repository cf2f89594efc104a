// The sections of the page that sets doors up, in the order of their tabs: each of them is a part of its own domain.
import type { ComponentType } from 'react'

export interface Section {
  /** Behind `/door-management/`; what follows it in the address is the section's own. */
  readonly path: string
  readonly label: string
  readonly load: () => Promise<ComponentType>
}

export const sections: readonly Section[] = [
  { path: 'doors', label: 'Doors', load: async () => (await import('../door-setup/doors-section.tsx')).DoorsSection },
]
