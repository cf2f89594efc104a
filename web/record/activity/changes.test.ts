import { describe, expect, test } from 'vitest'
import { changesOf, fieldsOf, fieldText } from './changes.ts'

const show = (moment: string) => `at ${moment}`
const between = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  changesOf(before, after, show)

describe('what an entry changed', () => {
  test('is only what is different', () => {
    expect(
      between({ name: 'Guard', description: 'At night' }, { name: 'Night guard', description: 'At night' }),
    ).toEqual([{ field: 'Name', is: 'value', before: 'Guard', after: 'Night guard' }])
    expect(between(null, null)).toEqual([])
  })

  test('of a list is what came and what went', () => {
    expect(between({ labels: ['East', 'West'] }, { labels: ['West', 'North'] })).toEqual([
      { field: 'Labels', is: 'list', added: ['North'], removed: ['East'] },
    ])
    expect(between(null, { labels: ['North'] })).toEqual([
      { field: 'Labels', is: 'list', added: ['North'], removed: [] },
    ])
  })

  test('of a list that is only in another order, says both orders', () => {
    expect(between({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([
      { field: 'Tags', is: 'value', before: 'a, b', after: 'b, a' },
    ])
  })

  test('calls permissions by their words, things by their names, and moments by the clock of the site', () => {
    expect(between({ permissions: [] }, { permissions: ['read_doors'] })).toEqual([
      { field: 'Permissions', is: 'list', added: ['See doors and their state'], removed: [] },
    ])
    expect(between({ roles: [{ id: '1', name: 'guard' }] }, { roles: [] })).toEqual([
      { field: 'Roles', is: 'list', added: [], removed: ['guard'] },
    ])
    expect(between({ validTo: null }, { validTo: '2026-11-22T10:00:00Z' })).toEqual([
      { field: 'Valid to', is: 'value', before: null, after: 'at 2026-11-22T10:00:00Z' },
    ])
  })

  test('goes into what lies within', () => {
    expect(
      between(
        { address: { street: 'Mill Lane', city: 'Leeds' } },
        { address: { street: 'High Street', city: 'Leeds' } },
      ),
    ).toEqual([{ field: 'Address, street', is: 'value', before: 'Mill Lane', after: 'High Street' }])
  })

  test('is not one way of holding nothing for another', () => {
    expect(between({ phone: null, labels: null }, { phone: '', labels: [], job: null })).toEqual([])
  })

  test('says yes and no, and nothing where there is nothing', () => {
    expect(between({ publishes: false }, { publishes: true })).toEqual([
      { field: 'Publishes', is: 'value', before: 'no', after: 'yes' },
    ])
    expect(between({ phone: '' }, { phone: '+44 20' })).toEqual([
      { field: 'Phone', is: 'value', before: null, after: '+44 20' },
    ])
  })
})

test('what was asked for stands as names and values', () => {
  expect(fieldsOf({ userIds: ['a', 'b'], reason: null, page: 1, token: '(not kept)', add: [] }, show)).toEqual([
    { field: 'People', value: 'a, b' },
    { field: 'Reason', value: 'nothing' },
    { field: 'Page', value: '1' },
    { field: 'Token', value: '(not kept)' },
    { field: 'Add', value: 'none' },
  ])
})

test('fields are called by words', () => {
  expect(['firstName', 'second_factor', 'address.zipCode', 'alarm-medium.email', 'recovery'].map(fieldText)).toEqual([
    'First name',
    'Second factor',
    'Address, zip code',
    'Alarm medium, email',
    'Recovery codes',
  ])
})
