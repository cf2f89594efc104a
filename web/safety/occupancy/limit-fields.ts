// What is typed of the limits of a place, what the wizard makes of area and use, and what is sent.
import { isLoadUse, loadFactors, loadUses, occupantLoad, type LoadUse } from '@gatehouse/contract/safety/load-factors'
import type { Limits } from '@gatehouse/contract/safety/occupancy'

export type AreaUnit = 'ft2' | 'm2'

export interface LimitField {
  readonly people: string
  /** Empty: at all times. */
  readonly scheduleId: string
  /** Empty: the number is written by hand. */
  readonly use: LoadUse | ''
  readonly area: string
  readonly unit: AreaUnit
  /** Square feet for each person; empty: as the code has it. */
  readonly squareFeet: string
  readonly localRule: string
}

export interface LimitsFields {
  readonly limits: readonly LimitField[]
}

export const mostLimits = 20

export const newLimit = (): LimitField => ({
  people: '',
  scheduleId: '',
  use: '',
  area: '',
  unit: 'm2',
  squareFeet: '',
  localRule: '',
})

export const limitsFieldsOf = (limits: Limits['limits']): LimitsFields => ({
  limits:
    limits.length === 0
      ? [newLimit()]
      : limits.map(({ people, schedule, basis }) => ({
          people: String(people),
          scheduleId: schedule?.id ?? '',
          use: basis.use ?? '',
          area: basis.area === null ? '' : String(basis.area),
          unit: basis.unit,
          squareFeet: basis.squareFeet === null ? '' : String(basis.squareFeet),
          localRule: basis.localRule,
        })),
})

export const limitsOf = ({ limits }: LimitsFields) =>
  limits.map(({ people, scheduleId, use, area, unit, squareFeet, localRule }) => ({
    people: Number(people),
    scheduleId: scheduleId === '' ? null : scheduleId,
    basis: {
      use: isLoadUse(use) ? use : null,
      area: numberIn(area),
      unit,
      squareFeet: numberIn(squareFeet),
      localRule: localRule.trim(),
    },
  }))

/** A decimal comma is one too; null: nothing is written, or no number above zero. */
export const numberIn = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && value > 0 ? value : null
}

export interface WorkedOut {
  readonly people: number
  /** Square feet for each person that it was worked out with. */
  readonly squareFeet: number
}

/** Of an area and a use, rounded down as no more people fit than whole ones; null: one of them is missing. */
export const workedOut = ({
  use,
  area,
  unit,
  squareFeet,
}: Pick<LimitField, 'use' | 'area' | 'unit' | 'squareFeet'>): WorkedOut | null => {
  const size = numberIn(area)
  if (!isLoadUse(use) || size === null) return null
  const factor = numberIn(squareFeet) ?? loadFactors[use].squareFeet
  return { people: occupantLoad(size, unit, factor), squareFeet: factor }
}

const squareMetresPerSquareFoot = 0.092_903_04

/** `86 people: 120 m² at 15 ft² (1.39 m²) for each, rounded down` */
export const workedOutText = ({ area, unit }: Pick<LimitField, 'area' | 'unit'>, { people, squareFeet }: WorkedOut) =>
  `${people.toLocaleString('en-GB')} people: ${numberIn(area) ?? 0} ${unitWords[unit]} at ${squareFeet} ft² (${(
    squareFeet * squareMetresPerSquareFoot
  ).toFixed(2)} m²) for each, rounded down`

export const unitWords = { m2: 'm²', ft2: 'ft²' } as const satisfies Record<AreaUnit, string>

/** `Tables and chairs: 15 ft² each, net area` */
export const factorText = (use: LoadUse): string => {
  const { title, squareFeet, area } = loadFactors[use]
  return `${title}: ${squareFeet} ft² each, ${area} area`
}

export const factorOptions = (): readonly { readonly value: string; readonly label: string }[] => [
  { value: '', label: 'Written by hand' },
  ...loadUses.map((use) => ({ value: use, label: factorText(use) })),
]

/** Of a limit in a list: `86 people, tables and chairs`. */
export const basisText = ({ use, area, unit, localRule }: Limits['limits'][number]['basis']): string =>
  [
    ...(use === null || !isLoadUse(use) ? [] : [loadFactors[use].title]),
    ...(area === null ? [] : [`${area} ${unitWords[unit]}`]),
    ...(localRule === '' ? [] : [localRule]),
  ].join(', ')

/** Which field of which limit is used twice; null: none. */
export const scheduleFault = (limits: readonly LimitField[], index: number): string | null => {
  const own = limits[index]?.scheduleId
  const isTwice = limits.some(({ scheduleId }, other) => other < index && scheduleId === own)
  if (!isTwice) return null
  return own === '' ? 'There is one limit of all times already' : 'This schedule has a limit already'
}
