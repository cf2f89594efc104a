import { describe, expect, test } from 'vitest'
import { anEvent } from './an-event.testing.ts'
import { countFilters, type Filters, inputOf, noFilters, passes, readFilters, writeFilters } from './event-filters.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const zone = 'Europe/London'
const siteId = '11111111-1111-4111-8111-111111111111'
const zoneId = '22222222-2222-4222-8222-222222222222'
const places = {
  devices: new Map([['door-1', { zoneId, site: 'Tower' }]]),
  sites: new Map([[siteId, 'Tower']]),
}
const passesWith = (filters: Partial<Filters>, event = anEvent()) =>
  passes({ ...noFilters, ...filters }, event, places, now, zone)

describe('the filters of the stream', () => {
  test('stand in the URL and come back from there', () => {
    const filters: Filters = {
      ...noFilters,
      period: 'days',
      fromDay: '2026-11-01',
      q: 'forced',
      severity: 'high',
      kind: 'door',
      type: 'door.forced-open',
      zoneId,
    }
    expect(readFilters(writeFilters(filters))).toEqual(filters)
    expect(countFilters(filters)).toBe(6)
    expect(writeFilters(noFilters).toString()).toBe('')
  })

  test('make nothing of what is not known', () => {
    const query = new URLSearchParams('period=ever&severity=dire&kind=lamp&zone=all&from=soon')
    expect(readFilters(query)).toEqual(noFilters)
  })

  test('ask the server for as much as they say', () => {
    expect(inputOf({ ...noFilters, period: 'hour', severity: 'warning', siteId }, now, zone)).toEqual({
      from: '2026-11-22T11:00:00.000Z',
      severity: 'warning',
      siteId,
    })
  })

  test('let through live what the server would have answered', () => {
    const high = anEvent({ severity: 'high', type: 'door.forced-open' })
    expect(passesWith({ severity: 'warning' }, high)).toBe(true)
    expect(passesWith({ severity: 'critical' }, high)).toBe(false)
    expect(passesWith({ q: 'forced open' }, high)).toBe(true)
    expect(passesWith({ q: 'main' })).toBe(true)
    expect(passesWith({ q: 'lift' })).toBe(false)
    expect(passesWith({ zoneId })).toBe(true)
    expect(passesWith({ siteId })).toBe(true)
    expect(passesWith({ siteId: zoneId })).toBe(false)
    expect(passesWith({ zoneId }, anEvent({ deviceId: 'elsewhere' }))).toBe(false)
    expect(passesWith({ kind: 'gas' })).toBe(false)
    expect(passesWith({ period: 'hour' }, anEvent({ at: '2026-11-22T10:59:59.000Z' }))).toBe(false)
    expect(passesWith({ period: 'today' }, anEvent({ at: '2026-11-22T00:00:00.000Z' }))).toBe(true)
  })
})
