// What the demo companies are written with: a door, a measured gas, a card, and the parts of a floor as their numbers.
import type { Opening, Piece } from './plan-drawing.ts'
import { hash } from './random.ts'
import type { Channel, Door } from './world.ts'

/** Doors of one building. Their keys begin alike, since keys are unique over all demo companies. */
export const doorsOf =
  (prefix: string) =>
  (key: string, name: string, from: string | null, to: string, more: Partial<Door> = {}): Door => ({
    key: `${prefix}-${key}`,
    name,
    zone: to,
    from,
    to,
    perimeter: from === null,
    ...more,
  })

export const gas = (
  channel: Channel['channel'],
  unit: Channel['unit'],
  normal: number,
  more: Partial<Channel> = {},
): Channel => ({ channel, unit, normal, scatter: 0, wander: 0, decimals: 1, ...more })

/** The card of a person, the same for every seed. */
export const cardOf = (email: string) => `card:00${String(10_000_000 + ((hash(email) >>> 0) % 90_000_000))}`

type Gap = readonly [x: number, y: number, width: number, swings?: Opening['swings']]

/** Gaps in walls that run left to right (`x`) or top to bottom (`y`). */
export const openings = (along: Opening['along'], ...gaps: readonly Gap[]): Opening[] =>
  gaps.map(([x, y, width, swings]) => ({ x, y, along, width, ...(swings && { swings }) }))

type Box = readonly [x: number, y: number, w: number, h: number]

export const boxes = (is: 'table' | 'tank' | 'lift' | 'stairs', ...all: readonly Box[]): Piece[] =>
  all.map(([x, y, w, h]) => ({ is, x, y, w, h }))

export const desks = (
  ...blocks: readonly (readonly [x: number, y: number, columns: number, rows: number])[]
): Piece[] => blocks.map(([x, y, columns, rows]) => ({ is: 'desks', x, y, columns, rows }))

export const racks = (...rows: readonly (readonly [x: number, y: number, count: number, h: number])[]): Piece[] =>
  rows.map(([x, y, count, h]) => ({ is: 'racks', x, y, count, h }))
