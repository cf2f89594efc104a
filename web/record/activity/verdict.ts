// What a check of the record has found, in plain words. Nothing is good before the check has finished.
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import type { Answer } from './verification.ts'

export type Broken = NonNullable<Answer['firstBroken']>

export interface Verdict {
  readonly state: State
  readonly icon: IconName
  readonly text: string
}

/** `years`: of which; null: of all. */
export const verdictOf = ({ ok, checked, logs, firstBroken }: Answer, years: string | null): Verdict => {
  const entries = `${countText(checked)} ${checked === 1 ? 'entry' : 'entries'}`
  const sealed = logs === 0 ? '' : `; and ${countText(logs)} ${logs === 1 ? 'entry or exit' : 'entries and exits'}`
  const within = years === null ? '' : ` of ${years}`
  if (!ok || firstBroken) {
    const text = firstBroken
      ? `The record does not hold: ${faultText(firstBroken)}`
      : 'The record does not hold. The server did not say where.'
    return { state: 'critical', icon: 'critical', text }
  }
  if (checked === 0) {
    return { state: 'information', icon: 'information', text: `Nothing was checked: there is no entry${within}.` }
  }
  return { state: 'normal', icon: 'normal', text: `${entries}${within} checked, every link holds${sealed}.` }
}

/** `Entry 1,204 of its chain was changed after it was written.` */
export const faultText = ({ seq, fault }: Pick<Broken, 'seq' | 'fault'>): string => {
  const entry = seq === null ? 'an entry' : `entry ${countText(seq)}`
  const message = faults[fault] ?? ((one: string) => `${one} does not hold (${fault}).`)
  return message(entry)
}

const faults: Readonly<Record<Broken['fault'], (entry: string) => string>> = {
  changed: (entry) => `${entry} was changed after it was written.`,
  missing: (entry) => `${entry} is missing.`,
  'out of order': (entry) => `${entry} does not stand where it was written.`,
  'not linked': (entry) => `${entry} is not linked into the chain.`,
  'chain broken': (entry) => `the link of ${entry} to the one before it is broken.`,
  'signature wrong': (entry) => `the signature over ${entry} is not ours.`,
  'shorter than its checkpoint': (entry) =>
    `entries are missing at the end: a checkpoint proves that there were more after ${entry}.`,
  'not ours': (entry) => `${entry} was not written by Gatehouse.`,
}

const countText = (count: number): string => count.toLocaleString('en-GB')

/** `0:07`, `12:30` */
export const elapsedText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
