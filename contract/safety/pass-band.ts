// Whether the reading of a detector under test gas is near enough to what the gas is: in decimals, as the certificate of the gas
// and the display of the detector have them. As floating point 0.55 would be more than 10 % above 0.5.

/** Digits after the point that readings, concentrations and bands may have. */
export const mostDecimals = 6
/** The largest number of them, either way. */
export const mostReading = 1_000_000

/** Whether a number is one that the ledger can hold exactly. */
export const isExact = (value: number): boolean =>
  Math.abs(value) <= mostReading && Number(value.toFixed(mostDecimals)) === value

/** A number of at most `mostDecimals` digits after the point as a whole number of its smallest steps. */
const steps = (value: number): bigint => BigInt(value.toFixed(mostDecimals).replace('.', ''))

const distance = (a: bigint, b: bigint): bigint => (a < b ? b - a : a - b)

export interface UnderTest {
  /** In the unit of the channel. */
  readonly reading: number
  readonly expected: number
  /** Of what the band is a share: the concentration of the test gas, in the unit of the channel. */
  readonly concentration: number
  /** Either way, in percent of the concentration; its edges are within. */
  readonly bandPercent: number
}

/** Whether a reading is within the band: |reading - expected| <= concentration * bandPercent / 100. */
export const isWithinBand = ({ reading, expected, concentration, bandPercent }: UnderTest): boolean =>
  distance(steps(reading), steps(expected)) * 100n * 10n ** BigInt(mostDecimals) <=
  steps(concentration) * steps(bandPercent)

/** Why a test was not passed. */
export type FailReason = 'span-out-of-band' | 'zero-out-of-band' | 'gas-expired'

export interface ServiceTest {
  readonly concentration: number
  readonly bandPercent: number
  /** What it read at the end without gas; null where nobody looked. */
  readonly zeroAfter: number | null
  /** And under the gas. */
  readonly spanAfter: number
  /** The day of the test where the detector is, and the last day on which the gas may be used: `2026-11-28`. */
  readonly performedOn: string
  readonly lotExpiresOn: string
}

/** All that is wrong with a test; passed where that is nothing. Zero is held to the same band as the gas. */
export const failReasonsOf = (test: ServiceTest): FailReason[] => {
  const { concentration, bandPercent, zeroAfter, spanAfter, performedOn, lotExpiresOn } = test
  const band = { concentration, bandPercent }
  const isSpanWithin = isWithinBand({ ...band, reading: spanAfter, expected: concentration })
  const isZeroWithin = zeroAfter === null || isWithinBand({ ...band, reading: zeroAfter, expected: 0 })
  return [
    ...(isSpanWithin ? [] : (['span-out-of-band'] as const)),
    ...(isZeroWithin ? [] : (['zero-out-of-band'] as const)),
    ...(performedOn <= lotExpiresOn ? [] : (['gas-expired'] as const)),
  ]
}
