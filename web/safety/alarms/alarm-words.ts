// The words of one alarm's state and reading, and what its state asks of people.
import type { Alarm, AlarmState } from '@gatehouse/contract/safety/alarms'
import { withUnit } from '@gatehouse/contract/safety/unit-words'
import { counted } from '../../kit/counted.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'

export const stateWords: Record<AlarmState, string> = {
  unacknowledged: 'Unacknowledged',
  acknowledged: 'Acknowledged',
  'returned-unacknowledged': 'Returned, unacknowledged',
  latched: 'Latched',
  shelved: 'Shelved',
  suppressed: 'Suppressed',
  'out-of-service': 'Out of service',
  cleared: 'Cleared',
}

export const isAlarmState = (text: string): text is AlarmState => Object.hasOwn(stateWords, text)

/** Of what stands beside the severity, which has its colour. */
export const stateOf = ({ state, severity }: Pick<Alarm, 'state' | 'severity'>): StateWord => {
  const word = stateWords[state]
  if (state === 'unacknowledged') return { state: severityWords[severity].state, word, icon: 'bell' }
  if (state === 'returned-unacknowledged') return { state: severityWords[severity].state, word, icon: 'previous' }
  if (state === 'acknowledged') return { state: 'information', word, icon: 'check' }
  if (state === 'latched') return { state: 'warning', word, icon: 'locked' }
  if (state === 'cleared') return { state: 'normal', word }
  return { state: 'shelved', word }
}

/** It asks for a response that nobody has given. */
export const isWaiting = ({ state }: Pick<Alarm, 'state'>): boolean =>
  state === 'unacknowledged' || state === 'returned-unacknowledged'

/** Put aside, it can be acknowledged before it comes back. */
export const isAcknowledgeable = (alarm: Pick<Alarm, 'state' | 'acknowledged'>): boolean =>
  isWaiting(alarm) || (alarm.state === 'shelved' && alarm.acknowledged === null)

/** It stands on every page, and sounds, until a person acknowledges it. */
export const isUrgent = (alarm: Pick<Alarm, 'state' | 'severity'>): boolean =>
  isWaiting(alarm) && (alarm.severity === 'high' || alarm.severity === 'critical')

// Made once: to make one takes longer than to draw a row.
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 })

/** `35.2 ppm` */
export const valueOf = ({ value, unit }: Pick<Alarm, 'value' | 'unit'>): string | null =>
  value === null ? null : withUnit(numbers.format(value), unit)

/** `3 times`; null: once. */
export const timesOf = ({ count }: Pick<Alarm, 'count'>): string | null => (count > 1 ? counted(count, 'time') : null)
