import { describe, expect, test } from 'vitest'
import { countFilters, inputOf, noFilters, readFilters, writeFilters } from './activity-filters.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-11-22T10:00:00Z')
const id = '01a1fd0c-2096-715e-aa47-35799673b790'
const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the filters of the activity log', () => {
  test('are none where the address says nothing: all time, everybody', () => {
    expect(read('')).toEqual(noFilters)
    expect(writeFilters(noFilters).toString()).toBe('')
    expect(inputOf(noFilters, now, zone)).toEqual({})
    expect(countFilters(noFilters)).toBe(0)
  })

  test('stand in the address, and are read from there as they were', () => {
    for (const query of [
      'range=7d',
      'range=today',
      'range=yesterday',
      'range=24h',
      'from=2026-11-01T06%3A00Z&to=2026-11-02T06%3A00Z',
      `user=${id}&action=roles&outcome=refused&address=10.0.0.7&q=Night+guard&correlation=${id}`,
    ]) {
      expect(writeFilters(read(query)).toString(), query).toBe(query)
    }
    expect(countFilters(read(`range=7d&user=${id}&outcome=done`))).toBe(3)
  })

  test('leave out what the server could not read', () => {
    expect(read('user=nobody&outcome=perhaps&correlation=1&range=soon').outcome).toBe('')
    expect(read('user=nobody').user).toBe('')
    expect(read('correlation=1').correlation).toBe('')
    expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(200)
  })

  test('ask for everything since a moment where the range goes on with the clock', () => {
    expect(inputOf(read('range=24h'), now, zone)).toEqual({ from: '2026-11-21T10:00:00.000Z' })
    expect(inputOf(read('range=today'), now, zone)).toEqual({ from: '2026-11-21T23:00:00.000Z' })
  })

  test('ask for a day as it is at the site', () => {
    expect(inputOf(read('range=yesterday'), now, zone)).toEqual({
      from: '2026-11-20T23:00:00.000Z',
      to: '2026-11-21T23:00:00.000Z',
    })
  })

  test('are named as the server names them', () => {
    expect(inputOf(read(`user=${id}&action=roles.update&outcome=failed&correlation=${id}&q=guard`), now, zone)).toEqual(
      {
        userId: id,
        action: 'roles.update',
        outcome: 'failed',
        correlationId: id,
        q: 'guard',
      },
    )
  })
})
