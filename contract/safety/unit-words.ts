// The unit of a measured value, as it stands beside the number.

/** `1 person`, `2 people`, `35 ppm`; the number alone where there is no unit. */
export const withUnit = (number: string, unit: string | null): string =>
  unit === null ? number : `${number} ${unit === 'people' && number === '1' ? 'person' : unit}`
