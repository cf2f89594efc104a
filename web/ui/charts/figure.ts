// How numbers are written: the same in a chart, its legend, its table and its CSV.

const formats = new Map<number, Intl.NumberFormat>()

/** `digits`: after the point, always; without it as many as are needed, four figures in all for small numbers. */
export const figure = (value: number, digits?: number): string => {
  if (digits === undefined) return formatOf(-1).format(Math.abs(value) < 1_000 ? Number(value.toPrecision(4)) : value)
  // Not −0.
  return formatOf(digits).format(Number(value.toFixed(digits)) + 0)
}

const formatOf = (digits: number): Intl.NumberFormat => {
  const known = formats.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat('en-GB', {
    useGrouping: false,
    ...(digits < 0 ? { maximumFractionDigits: 4 } : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  })
  formats.set(digits, made)
  return made
}
