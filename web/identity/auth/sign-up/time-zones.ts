// The time zones of the world, as the browser knows them.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import { once } from '../../../kit/data/once.ts'
import type { Choice } from './choice-field.tsx'

/** Where this browser is. */
export const ownTimeZone = (): string => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return all().some(({ value }) => value === own) ? own : 'UTC'
}

/** By a part of the name, in any way of writing it: `new york` finds America/New_York. */
export const findTimeZones = (typed: string): readonly Choice[] => {
  const sought = typed.trim().toLowerCase().replaceAll(/\s+/g, '_')
  return sought === '' ? all() : all().filter(({ value }) => value.toLowerCase().includes(sought))
}

export const timeZoneRule: Rule = (value) => (all().some((zone) => zone.value === value) ? null : 'Choose a time zone')

const all = once((): readonly Choice[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zone) => ({
    value: zone,
    name: zone.replaceAll('_', ' '),
  })),
)
