// What an entry changed, field by field: from what to what, and of lists what came and went.
import { isPermission, permissions } from '@gatehouse/contract/permissions'

export type Change =
  | { readonly field: string; readonly is: 'value'; readonly before: string | null; readonly after: string | null }
  | {
      readonly field: string
      readonly is: 'list'
      readonly added: readonly string[]
      readonly removed: readonly string[]
    }

type Fields = Readonly<Record<string, unknown>>

/** `show` says a moment as people of the site read it. */
export const changesOf = (past: Fields | null, present: Fields | null, show: (moment: string) => string): Change[] => {
  const old = new Map(flat(past ?? {}))
  const now = new Map(flat(present ?? {}))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path): Change[] => {
    const [was, is] = [old.get(path), now.get(path)]
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const field = fieldText(path)
    if (Array.isArray(was) || Array.isArray(is)) {
      const [had, has] = [itemsOf(was, show), itemsOf(is, show)]
      const [added, removed] = [has.filter((one) => !had.includes(one)), had.filter((one) => !has.includes(one))]
      if (had.length + has.length === 0) return []
      // The same items in another order.
      if (added.length === 0 && removed.length === 0) {
        return [{ field, is: 'value', before: had.join(', '), after: has.join(', ') }]
      }
      return [{ field, is: 'list', added, removed }]
    }
    const [before, after] = [valueText(was, show), valueText(is, show)]
    return before === null && after === null ? [] : [{ field, is: 'value', before, after }]
  })
}

/** What was asked for, as names and values. */
export const fieldsOf = (input: Fields, show: (moment: string) => string): { field: string; value: string }[] =>
  flat(input).map(([path, value]) => ({
    field: fieldText(path),
    value: Array.isArray(value) ? itemsOf(value, show).join(', ') || 'none' : (valueText(value, show) ?? 'nothing'),
  }))

/** `firstName` → `First name`, `address.street` → `Address, street`. */
export const fieldText = (path: string): string =>
  path
    .split('.')
    .map(
      (part) =>
        known[part] ??
        part
          .replaceAll(/[_-]/g, ' ')
          .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
          .toLowerCase(),
    )
    .join(', ')
    .trim()
    .replace(/^./, (letter) => letter.toUpperCase())

const known: Readonly<Record<string, string>> = {
  _id: 'id',
  userIds: 'people',
  userId: 'person',
  roleIds: 'roles',
  labelIds: 'labels',
  siteIds: 'sites',
  zoneIds: 'zones',
  deviceIds: 'devices',
  id: 'id',
  q: 'search',
  csv: 'file',
  credentialRule: 'rule for passwords',
  madeAccount: 'account made',
  recovery: 'recovery codes',
  sessionIn: 'where the session is kept',
}

// Objects within are opened up to their own fields; lists stay whole.
const flat = (fields: Fields, above = ''): [string, unknown][] =>
  Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    isFields(value) ? flat(value, `${above}${name}.`) : [[above + name, value]],
  )

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

const itemsOf = (value: unknown, show: (moment: string) => string): string[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(
    (item: unknown) => nameIn(item) ?? valueText(item, show) ?? 'nothing',
  )

// Of something that has a name, that.
const nameIn = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : null

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** null: there is nothing. */
const valueText = (value: unknown, show: (moment: string) => string): string | null => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isPermission(value)) return permissions[value].description
  return moment.test(value) ? show(value) : value
}
