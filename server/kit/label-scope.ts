// What labels hide from somebody, in SQL and in memory: the only place where the rule is written. A site, a zone or a
// device that has labels is seen by who holds one of them; a device is hidden too by the labels of its zone or its site.
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from './http/caller.ts'

/** For things in memory. `levels`: the labels of the site, the zone and the device, without those that have none. */
export const seesLabelled = (
  caller: Pick<Caller, 'permissions' | 'labels'>,
  levels: readonly (readonly string[])[],
): boolean => can(caller, 'admin_access') || levels.every((level) => level.some((label) => caller.labels.has(label)))

/** Adds a value to a statement and answers what stands for it there, as `$1`. */
export type Given = (value: unknown) => string

/** What somebody sees. Columns are names of ours, such as `d.id`, and never what anybody sent. */
export interface LabelScope {
  /** True where no label of these places hides: of a device, `places('d.id', 'd.zone_id', 'd.site_id')`. Null is no place. */
  places(...columns: string[]): RawBuilder<boolean>
  /** True of the id of a device of the caller's company that no label hides, and of null. What is retired is not hidden. */
  sees(column: string): RawBuilder<boolean>
  /** The opposite of `sees`. */
  hides(column: string): RawBuilder<boolean>
  /** `sees` for a statement that is written as text. */
  seesText(column: string, given: Given): string
}

/** For lists that were narrowed down already, or that are left to somebody whatever labels say. */
export const everything: LabelScope = {
  places: () => sql`true`,
  sees: () => sql`true`,
  hides: () => sql`false`,
  seesText: () => 'true',
}

/** Nothing is hidden from holders of `admin_access`. */
export const labelScope = (caller: Pick<Caller, 'companyId' | 'permissions' | 'labels'>): LabelScope => {
  if (can(caller, 'admin_access')) return everything
  const places = (given: Given) => hiddenPlaces(`${given([...caller.labels])}::uuid[]`)
  const devices = (given: Given) => hiddenDevices(places(given), `${given(caller.companyId)}::uuid`)
  return {
    places: (...columns) => fromText((given) => allOutside(columns, places(given))),
    sees: (column) => fromText((given) => outside(column, devices(given))),
    // As an array an index finds what is hidden, which is usually little.
    hides: (column) => fromText((given) => `(${column} = any (array(${devices(given)})))`),
    seesText: (column, given) => outside(column, devices(given)),
  }
}

/**
 * The places that are hidden from whoever a row is about, for `placesOutside`. `isWhole` is true where nothing is hidden
 * from them, `labels` a query for the labels they hold. Both are text of ours.
 */
export const hiddenFromRow = (of: { isWhole: string; labels: string }): RawBuilder<string[]> =>
  sql.raw(`(case when ${of.isWhole} then '{}' else array(${hiddenPlaces(of.labels)}) end)`)

/** As `places`, where `hidden` is a column with what `hiddenFromRow` found. */
export const placesOutside = (hidden: string, ...columns: string[]): RawBuilder<boolean> =>
  sql.raw(allOutside(columns, hidden))

/** Goes before a statement that asks `outsideHidden` of many rows: what is hidden is read once. */
export const hiddenFirst = (caller: Caller): RawBuilder<unknown> =>
  can(caller, 'admin_access')
    ? sql`hidden as (select null::uuid as id where false)`
    : fromText((given) => `hidden (id) as materialized (${hiddenPlaces(`${given([...caller.labels])}::uuid[]`)})`)

/** As `places`, in a statement that begins with `hiddenFirst`. */
export const outsideHidden = (...columns: string[]): RawBuilder<boolean> =>
  sql.raw(allOutside(columns, 'select id from hidden'))

/** Whether any label marks one of these places, whoever holds it. */
export const isMarked = (...columns: string[]): RawBuilder<boolean> => sql.raw(isMarkedText(...columns))

/** The same for a statement that is written as text. */
export const isMarkedText = (...columns: string[]): string =>
  `exists (select from label_mark mark where ${marked} in (${columns.join(', ')}))`

/** The ids of the labels of a place. */
export const labelsOf = (column: string): RawBuilder<string[]> =>
  sql.raw(`array(select mark.label_id from label_mark mark where ${marked} = ${column} order by mark.label_id)`)

const marked = 'coalesce(mark.site_id, mark.zone_id, mark.device_id)'

/** Of each device, zone and site that has some, by its `id`: its `labels`, in the order of `labelsOf`. */
export const labelsById = sql.raw(
  `select ${marked} as id, array_agg(mark.label_id order by mark.label_id) as labels from label_mark mark group by 1`,
)

const hiddenPlaces = (labels: string) =>
  `select ${marked} from label_mark mark group by 1 having not bool_or(mark.label_id = any (${labels}))`

// No device is looked at where nothing is hidden.
const hiddenDevices = (places: string, companyId: string) =>
  `with hidden (id) as materialized (${places}) select d.id from device d
   where exists (select from hidden) and d.company_id = ${companyId} and d.retired_at is null
     and not ${allOutside(['d.id', 'd.zone_id', 'd.site_id'], 'select id from hidden')}`

// `not in` would hide what stands nowhere.
const outside = (column: string, hidden: string) => `((${column} = any (${hidden})) is not true)`

const allOutside = (columns: readonly string[], hidden: string) =>
  `(${columns.map((column) => outside(column, hidden)).join(' and ')})`

const fromText = <T>(write: (given: Given) => string): RawBuilder<T> => {
  const values: unknown[] = []
  const parts = write((value) => `\0${values.push(value) - 1}\0`).split('\0')
  return sql<T>`${sql.join(
    parts.map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql`${values[Number(part)]}`)),
    sql``,
  )}`
}
