// What a route is, and the check that a table of them has to pass before any is registered.
import type { Permission } from '@gatehouse/contract/permissions'
import type { ComponentType } from 'react'

export type Load = () => Promise<ComponentType>

export interface Page {
  readonly path: string
  readonly load: Load
  /** Every one is needed; absent: public. */
  readonly permissions?: readonly Permission[] | undefined
  /** Each of these opens it by itself. */
  readonly alsoFor?: readonly Permission[] | undefined
}

/** The routes with how their pages are fetched; it is a fault of the build where the two differ. */
export const tableOf = (
  routes: readonly Omit<Page, 'load'>[],
  loads: Readonly<Record<string, Load>>,
): readonly Page[] => {
  const extra = Object.keys(loads).filter((path) => routes.every((route) => route.path !== path))
  if (extra.length > 0) throw new Error(`The contract has no page ${extra.join(', ')}`)
  return routes.map((route) => {
    const load = loads[route.path]
    if (!load) throw new Error(`${route.path} has no component`)
    return { ...route, load }
  })
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
