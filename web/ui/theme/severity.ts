// How urgent alarms are, in the product's one vocabulary of states.
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { State } from './tokens.ts'

export const severityWords: Record<Severity, { readonly state: State; readonly word: string }> = {
  critical: { state: 'critical', word: 'Critical' },
  high: { state: 'high', word: 'High' },
  medium: { state: 'warning', word: 'Medium' },
  low: { state: 'information', word: 'Low' },
}

/** The most urgent first. */
export const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export const isSeverity = (text: string): text is Severity => Object.hasOwn(severityWords, text)
