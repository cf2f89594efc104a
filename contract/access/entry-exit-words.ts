// What the entry and exit report is made of and how it puts things: on the screen and in its files the same.
import type { Log, Method } from './entry-exit.ts'

/** What of the log can be shown and taken away, in the order of the report. */
export const columnWords = {
  time: 'Time',
  person: 'Person',
  door: 'Door',
  zone: 'Zone',
  type: 'Type',
  result: 'Result',
  reason: 'Reason',
  method: 'Method',
  taken: 'Passage',
  source: 'Source',
  deviceTime: 'Device time',
  serverTime: 'Server time',
  correlationId: 'Correlation id',
  id: 'Log id',
} as const
export type Column = keyof typeof columnWords

/** Whether the report has such a column. */
export const isColumn = (name: string): name is Column => Object.hasOwn(columnWords, name)

export const columns: readonly Column[] = Object.keys(columnWords).filter(isColumn)

export const typeWords: Readonly<Record<Log['type'], string>> = { entry: 'Entry', exit: 'Exit' }

export const resultWords: Readonly<Record<Log['result'], string>> = { granted: 'Granted', denied: 'Denied' }

export const methodWords: Readonly<Record<Method, string>> = {
  card: 'Card',
  pin: 'PIN',
  mobile: 'Mobile',
  pass: 'Visitor pass',
  manual: 'By hand',
  other: 'Other',
}

export const sourceWords: Readonly<Record<Log['source'], string>> = {
  device: 'Reported by the door',
  manual: 'Logged by hand',
  import: 'Imported',
}

/** Whether the person went through. */
export const passageWords = { yes: 'Yes', no: 'No, although granted', unknown: 'Not known', denied: 'No' } as const

/** By the reason in lower case, with spaces alone between its words. */
export const reasonTexts: Readonly<Record<string, string>> = {
  'unknown credential': 'Unknown credential',
  'not active': 'Credential not active',
  expired: 'Credential expired',
  'wrong pin': 'Wrong PIN',
  'outside schedule': 'Outside the schedule',
  'not authorised': 'Not authorised for this door',
  'anti passback': 'Anti-passback: already inside or outside',
  lockdown: 'Lockdown',
  'locked out': 'Locked out after failed attempts',
  'escort needed': 'Escort required',
}
