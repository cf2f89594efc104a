// What is wrong with a field whose schema has no words of its own for it.
import type { z } from 'zod'

/** For `safeParse`; undefined leaves the library's words. */
export const inWords = (issue: Parameters<z.core.$ZodErrorMap>[0]): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? fillIn : kinds[issue.expected]
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? fillIn : `At least ${counted(issue, issue.minimum)}.`
    case 'too_big':
      return `At most ${counted(issue, issue.maximum)}.`
    case 'invalid_format':
      return formats[issue.format] ?? 'Please check how this is written.'
    case 'invalid_value':
      return `One of these: ${issue.values.join(', ')}.`
    default:
      return undefined
  }
}

const fillIn = 'Please fill in this field.'

const counted = ({ origin }: { origin: string }, limit: number | bigint): string => {
  const [one, many] = units[origin] ?? ['', '']
  return `${limit}${limit === 1 || limit === 1n ? one : many}`
}

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
  set: [' entry', ' entries'],
}

const kinds: Readonly<Record<string, string>> = {
  string: 'This should be text.',
  number: 'This should be a number.',
  int: 'This should be a whole number.',
  boolean: 'This should be true or false.',
  array: 'This should be a list.',
  object: 'This should have fields of its own.',
  date: 'This should be a date.',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Please enter a valid email address.',
  uuid: 'This is not an id.',
  url: 'Please enter a valid address (https://…).',
  datetime: 'Please give a time in ISO 8601 (2026-05-01T12:00:00Z).',
  date: 'Please give a date in ISO 8601 (2026-05-01).',
}
