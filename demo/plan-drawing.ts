// Draws a floor as an architect would hand it over: rooms, walls, openings, what stands in them. Lengths are in pixels of
// a sheet; the devices are not drawn, they are put on it.

export interface Room {
  readonly name?: string
  /** Under the name, smaller. */
  readonly note?: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly floor?: 'office' | 'meeting' | 'common' | 'service' | 'outside' | 'parking'
  /** The name stands so far below the middle. */
  readonly drop?: number
}

/** A gap in a wall, with the leaf it closes by; `along`: whether the wall runs left to right or top to bottom. */
export interface Opening {
  readonly x: number
  readonly y: number
  readonly along: 'x' | 'y'
  readonly width: number
  /** Where the leaf swings to; absent: a gate or shutter. */
  readonly swings?: 1 | -1
}

export type Piece =
  | { readonly is: 'desks'; readonly x: number; readonly y: number; readonly columns: number; readonly rows: number }
  | { readonly is: 'bays'; readonly x: number; readonly y: number; readonly count: number; readonly down: boolean }
  | { readonly is: 'table'; readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  | { readonly is: 'racks'; readonly x: number; readonly y: number; readonly count: number; readonly h: number }
  | {
      readonly is: 'stairs' | 'lift' | 'tank'
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
    }
  | { readonly is: 'arrow'; readonly x: number; readonly y: number; readonly to: number }

export interface FloorPlan {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly rooms: readonly Room[]
  readonly openings: readonly Opening[]
  readonly pieces: readonly Piece[]
  /** Pixels to ten metres. */
  readonly tenMetres: number
  /** Where each device of the floor is: from the left, from the top, and how many degrees it is turned clockwise. */
  readonly devices: Readonly<Record<string, readonly [x: number, y: number, turned?: number]>>
}

const ink = { wall: '#334155', thin: '#94a3b8', text: '#334155', faint: '#64748b', paper: '#ffffff' } as const
const floors = {
  office: '#f1f5f9',
  meeting: '#e0f2fe',
  common: '#f8fafc',
  service: '#ede9e3',
  outside: '#ecf5ec',
  parking: '#eceff3',
} as const

export const planSvg = (plan: FloorPlan): string => {
  const { width, height, title } = plan
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${text(title)}</title>`,
    rect(0, 0, width, height, `fill="${ink.paper}"`),
    ...plan.rooms.map((r) => rect(r.x, r.y, r.w, r.h, `fill="${floors[r.floor ?? 'common']}"`)),
    ...plan.pieces.map(drawn),
    // Walls after what stands in the rooms, openings after the walls.
    ...plan.rooms
      .filter((r) => r.floor !== 'outside')
      .map((r) => rect(r.x, r.y, r.w, r.h, `fill="none" stroke="${ink.wall}" stroke-width="8"`)),
    ...plan.rooms
      .filter((r) => r.floor === 'outside')
      .map((r) =>
        rect(r.x, r.y, r.w, r.h, `fill="none" stroke="${ink.thin}" stroke-width="3" stroke-dasharray="14 10"`),
      ),
    ...plan.openings.map(opening),
    ...plan.rooms.flatMap(named),
    scale(plan),
    '</svg>',
  ].join('\n')
}

const rect = (x: number, y: number, w: number, h: number, style: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" ${style}/>`

const line = (x1: number, y1: number, x2: number, y2: number, style = `stroke="${ink.thin}" stroke-width="3"`) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${style}/>`

const written = (x: number, y: number, size: number, colour: string, label: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${colour}" text-anchor="middle" ${more}>${text(label)}</text>`

const named = ({ name, note, x, y, w, h, drop = 0 }: Room): string[] => {
  if (!name) return []
  const middle = y + h / 2 + 10 + drop
  const size = Math.min(30, Math.max(19, w / (name.length * 0.62)))
  return [
    written(x + w / 2, middle, size, ink.text, name, 'font-weight="600"'),
    ...(note ? [written(x + w / 2, middle + 28, 19, ink.faint, note)] : []),
  ]
}

const opening = ({ x, y, along, width, swings }: Opening): string => {
  const [dx, dy] = along === 'x' ? [width, 0] : [0, width]
  const gap = line(x, y, x + dx, y + dy, `stroke="${ink.paper}" stroke-width="12"`)
  if (swings === undefined)
    return gap + line(x, y, x + dx, y + dy, `stroke="${ink.wall}" stroke-width="4" stroke-dasharray="10 6"`)
  const [tx, ty] = along === 'x' ? [x, y + swings * width] : [x + swings * width, y]
  const sweep = (along === 'x') === swings > 0 ? 0 : 1
  const arc = `<path d="M ${tx} ${ty} A ${width} ${width} 0 0 ${sweep} ${x + dx} ${y + dy}" fill="none" stroke="${ink.thin}" stroke-width="2"/>`
  return gap + line(x, y, tx, ty, `stroke="${ink.wall}" stroke-width="5"`) + arc
}

const furniture = `fill="${ink.paper}" stroke="${ink.thin}" stroke-width="2.5"`

const drawn = (piece: Piece): string => {
  const { x, y } = piece
  switch (piece.is) {
    case 'desks':
      return grid(piece.columns, piece.rows)
        .map(([column, row]) => rect(x + column * 66, y + row * 92 + (row % 2) * -18, 58, 34, `${furniture} rx="4"`))
        .join('')
    case 'bays':
      return grid(piece.count + 1, 1)
        .map(([n]) => line(x + n * 92, y, x + n * 92, y + (piece.down ? 170 : -170)))
        .join('')
    case 'table':
      return rect(x, y, piece.w, piece.h, `${furniture} rx="${Math.min(piece.w, piece.h) / 3}"`)
    case 'racks':
      return grid(piece.count, 1)
        .map(([n]) => rect(x + n * 48, y, 30, piece.h, furniture))
        .join('')
    case 'stairs':
      return (
        rect(x, y, piece.w, piece.h, furniture) +
        grid(1, Math.floor(piece.h / 18))
          .map(([, n]) => line(x, y + n * 18, x + piece.w, y + n * 18, `stroke="${ink.thin}" stroke-width="2"`))
          .join('')
      )
    case 'lift':
      return (
        rect(x, y, piece.w, piece.h, furniture) +
        line(x, y, x + piece.w, y + piece.h) +
        line(x + piece.w, y, x, y + piece.h)
      )
    case 'tank':
      return `<ellipse cx="${x + piece.w / 2}" cy="${y + piece.h / 2}" rx="${piece.w / 2}" ry="${piece.h / 2}" ${furniture}/>`
    default:
      return (
        line(x, y, piece.to, y, `stroke="${ink.thin}" stroke-width="6"`) +
        `<path d="M ${piece.to} ${y - 16} l ${piece.to > x ? 26 : -26} 16 l ${piece.to > x ? -26 : 26} 16 z" fill="${ink.thin}"/>`
      )
  }
}

const grid = (columns: number, rows: number): (readonly [column: number, row: number])[] =>
  Array.from({ length: columns * rows }, (_, n) => [n % columns, Math.floor(n / columns)])

const scale = ({ width, height, tenMetres, title }: FloorPlan): string => {
  const y = height - 34
  return [
    `<text x="60" y="${y + 8}" font-family="sans-serif" font-size="26" font-weight="600" fill="${ink.faint}">${text(title)}</text>`,
    line(width - 60 - tenMetres, y, width - 60, y, `stroke="${ink.faint}" stroke-width="4"`),
    line(width - 60 - tenMetres, y - 9, width - 60 - tenMetres, y + 9, `stroke="${ink.faint}" stroke-width="4"`),
    line(width - 60, y - 9, width - 60, y + 9, `stroke="${ink.faint}" stroke-width="4"`),
    written(width - 60 - tenMetres / 2, y - 14, 20, ink.faint, '10 m'),
  ].join('')
}

const text = (label: string) => label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
