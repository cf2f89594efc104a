// What a route is, and the check that a table of them has to pass before any is registered.
import type { Permission } from '@gatehouse/contract/permissions'
import type { ComponentType } from 'react'

export interface Page {
  readonly path: string
  readonly load: () => Promise<ComponentType>
  /** Every one is needed; absent: public. */
  readonly permissions?: readonly Permission[]
}

/** What is wrong with a route table: each route needs a path and a component, and paths must be unique. */
export const faultsIn = (table: readonly { readonly path?: string; readonly load?: unknown }[]): string[] => {
  const seen = new Set<string>()
  return table.flatMap(({ path, load }, index) => {
    if (!path) return [`route ${index + 1} has no path`]
    if (typeof load !== 'function') return [`${path} has no component`]
    if (seen.has(path)) return [`${path} is there twice`]
    seen.add(path)
    return []
  })
}
