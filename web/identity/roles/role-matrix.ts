// The permissions as the roles screen shows them: by area, in words; and what a change of a role amounts to.
import { allPermissions, isPermission, type Permission, permissions } from '@gatehouse/contract/permissions'

export interface Area {
  readonly name: string
  readonly permissions: readonly { readonly name: Permission; readonly description: string }[]
}

/** Every permission once, under its area, in the order of the contract. */
export const areas: readonly Area[] = [...new Set(allPermissions.map((name) => permissions[name].area))].map(
  (area) => ({
    name: area,
    permissions: allPermissions
      .filter((name) => permissions[name].area === area)
      .map((name) => ({ name, description: permissions[name].description })),
  }),
)

/** What a permission allows, in words; its own name where this version does not know it. */
export const textOf = (name: string): string => (isPermission(name) ? permissions[name].description : name)

export interface RoleFields {
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
}

/** What saving would change, in one sentence each; empty: nothing. */
export const changesOf = (before: RoleFields, after: RoleFields): string[] => {
  const added = after.permissions.filter((name) => !before.permissions.includes(name))
  const inUse = before.permissions.filter((name) => !after.permissions.includes(name))
  return [
    ...(after.name.trim() === before.name ? [] : [`It will be called “${after.name.trim()}”.`]),
    ...(after.description.trim() === before.description ? [] : ['Its description changes.']),
    ...(added.length === 0 ? [] : [`Holders will be able to: ${lowerList(added)}.`]),
    ...(inUse.length === 0
      ? []
      : [`Holders without another role that allows it will no longer be able to: ${lowerList(inUse)}.`]),
  ]
}

/** Those of a role that one does not hold oneself: while there are any, the role is out of one's hands. */
export const beyond = (names: readonly string[], held: ReadonlySet<string>): string[] =>
  names.filter((name) => !held.has(name))

/** `Copy of guard`, and `Copy of guard 2` where that is taken. */
export const copyName = (name: string, inUse: readonly string[]): string => {
  const isInUse = (wanted: string) => inUse.some((one) => one.toLowerCase() === wanted.toLowerCase())
  const first = `Copy of ${name}`.slice(0, 56)
  if (!isInUse(first)) return first
  let number = 2
  while (isInUse(`${first} ${number}`)) number += 1
  return `${first} ${number}`
}

export const peopleText = (count: number): string =>
  count === 0 ? 'nobody' : count === 1 ? '1 person' : `${count} people`

const lowerList = (names: readonly string[]): string =>
  names.map((name) => textOf(name).replace(/^./, (letter) => letter.toLowerCase())).join('; ')
