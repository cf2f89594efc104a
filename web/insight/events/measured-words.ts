// How what was measured beside an incident is put into words: gas that came to another level, and people who went by.
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import { measureOfGas, measures } from '@gatehouse/contract/safety/measures'
import { unitWord } from '../../kit/gas-words.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import type { ShownEntry } from './timeline-words.ts'

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>
type Level = Of<'gas'>['level']

const levelStates: Record<Level, StateWord> = {
  normal: { state: 'normal', word: 'Normal' },
  low: { state: 'information', word: 'Low' },
  medium: { state: 'warning', word: 'Medium' },
  high: { state: 'high', word: 'High' },
  critical: { state: 'critical', word: 'Critical' },
  fault: { state: 'fault', word: 'Fault' },
  'over-range': { state: 'critical', word: 'Over range' },
}

export const levelState = ({ level }: Of<'gas'>): StateWord => levelStates[level]

const valueOf = ({ value, unit }: Of<'gas'>): string | null =>
  value === null ? null : `${value.toLocaleString('en-GB', { maximumFractionDigits: 3 })} ${unitWord(unit)}`

const becomes: Record<Level, string> = {
  normal: 'normal again',
  low: 'at low level',
  medium: 'at medium level',
  high: 'at high level',
  critical: 'at critical level',
  fault: 'cannot be measured, detector fault',
  'over-range': 'beyond the range of the detector',
}

export const ofGas = (entry: Of<'gas'>): ShownEntry => {
  const { device, channel, level, before, at } = entry
  const value = valueOf(entry)
  return {
    key: `gas ${device.id} ${channel} ${at}`,
    icon: 'chart',
    kind: 'Gas',
    what: [`${measures[measureOfGas(channel)].title} ${becomes[level]}`, value].filter(Boolean).join(': '),
    who: `${device.name}, before: ${levelStates[before].word.toLowerCase()}`,
    to: null,
    needs: [],
  }
}

const people = (n: number): string => (n === 1 ? '1 person' : `${n} people`)

export const ofCount = ({ device, entries, exits, minutes, at }: Of<'count'>): ShownEntry => ({
  key: `count ${device.id} ${at}`,
  icon: 'people',
  kind: 'People count',
  what: `${people(entries)} in, ${people(exits)} out`,
  who: `${device.name}, within ${minutes} min from then on`,
  to: null,
  needs: [],
})
