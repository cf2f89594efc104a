// Floor area per person by the use of a room: the occupant load factors of the International Building Code (2021), table 1004.5,
// in square feet per occupant. The wizard proposes; the authority on site decides, so each number may be written over.

export interface LoadFactor {
  readonly title: string
  /** Square feet for each person. */
  readonly squareFeet: number
  /** `net`: the area that is used, without corridors, stairs, walls and fixtures; `gross`: within the outer walls. */
  readonly area: 'net' | 'gross'
}

const factor = (title: string, squareFeet: number, area: LoadFactor['area']): LoadFactor => ({
  title,
  squareFeet,
  area,
})

export const loadFactors = {
  standing: factor('Standing room', 5, 'net'),
  chairs: factor('Chairs only, not fixed', 7, 'net'),
  tables: factor('Tables and chairs', 15, 'net'),
  classroom: factor('Classroom', 20, 'net'),
  'mercantile-street': factor('Shop, basement and street level', 30, 'gross'),
  mercantile: factor('Shop, other levels', 60, 'gross'),
  business: factor('Offices', 150, 'gross'),
  kitchen: factor('Commercial kitchen', 200, 'gross'),
  parking: factor('Parking garage', 200, 'gross'),
  storage: factor('Storage, stock, shipping', 300, 'gross'),
} as const satisfies Record<string, LoadFactor>
export type LoadUse = keyof typeof loadFactors

export const isLoadUse = (use: string): use is LoadUse => Object.hasOwn(loadFactors, use)
export const loadUses: readonly LoadUse[] = Object.keys(loadFactors).filter(isLoadUse)

/** Square metres in a square foot: 0.3048 squared, exactly. */
const squareMetresPerSquareFoot = 0.092_903_04

/**
 * How many people an area takes, at `squareFeet` for each. Rounded down, as no more people fit than whole ones: the code says
 * nothing of fractions, and whoever designs exits for the load rounds up instead. One at the least.
 */
export const occupantLoad = (area: number, unit: 'ft2' | 'm2', squareFeet: number): number => {
  const inSquareFeet = unit === 'ft2' ? area : area / squareMetresPerSquareFoot
  // 13.935456 m2 are 150 ft2, which is one office worker and not 0.999...
  return Math.max(1, Math.floor(inSquareFeet / squareFeet + 1e-9))
}
