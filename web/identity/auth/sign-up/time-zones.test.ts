import { expect, test } from 'vitest'
import { findTimeZones, ownTimeZone, timeZoneRule } from './time-zones.ts'

test('a time zone is found by any part of its name', () => {
  expect(findTimeZones('new york').map(({ value }) => value)).toEqual(['America/New_York'])
  expect(findTimeZones('')).toContainEqual({ value: 'UTC', name: 'UTC' })
  expect(findTimeZones('middle earth')).toEqual([])
})

test('only one that exists is taken', () => {
  expect(timeZoneRule('Europe/Lisbon')).toBeNull()
  expect(timeZoneRule(ownTimeZone())).toBeNull()
  expect(timeZoneRule('Lisbon')).toBe('Choose a time zone')
})
