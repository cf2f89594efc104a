// A set point of a channel in words: from where it is an alarm, and from where it is normal again.
import type { GasSetPoint } from '@gatehouse/contract/safety/gas'
import { numberText } from '../../kit/gas-words.ts'
import { severityWords } from '../../ui/theme/severity.ts'

const subjects: Readonly<Record<GasSetPoint['of'], string>> = {
  value: 'At',
  stel: '15-min average at',
  twa: '8-h average at',
}

/** `At or above 35 ppm, normal again at 33.25 ppm (severity high)` */
export const setPointText = ({ of, comparison, value, hysteresis, severity }: GasSetPoint, unit: string): string => {
  const end = comparison === 'above' ? value - hysteresis : value + hysteresis
  const word = severityWords[severity].word.toLowerCase()
  const normal = hysteresis === 0 ? '' : `, normal again at ${numberText(end)} ${unit}`
  return `${subjects[of]} or ${comparison} ${numberText(value)} ${unit}${normal} (severity ${word})`
}
