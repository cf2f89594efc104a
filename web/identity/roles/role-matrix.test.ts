import { allPermissions } from '@gatehouse/contract/permissions'
import { expect, test } from 'vitest'
import { areas, beyond, changesOf, copyName, peopleText } from './role-matrix.ts'

test('the matrix shows every permission once, in words, under its area', () => {
  const shown = areas.flatMap(({ permissions }) => permissions)
  expect(shown.map(({ name }) => name).toSorted()).toEqual(allPermissions.toSorted())
  expect(new Set(areas.map(({ name }) => name)).size).toBe(areas.length)
  expect(shown.every(({ description: text }) => /^[A-Z].{5,}/.test(text))).toBe(true)
  expect(areas.find(({ name }) => name === 'Gas')?.permissions.map(({ name }) => name)).toEqual([
    'view_gas_detection',
    'view_gas_exposure',
    'operate_actuators',
    'manage_gas',
  ])
})

test('a change of a role is summed up in words', () => {
  const before = { name: 'guard', description: '', permissions: ['read_doors', 'operate_doors'] }
  expect(changesOf(before, before)).toEqual([])
  expect(changesOf(before, { ...before, name: 'guard ' })).toEqual([])
  expect(
    changesOf(before, { name: 'night guard', description: 'At night', permissions: ['read_doors', 'manage_gas'] }),
  ).toEqual([
    'It will be called “night guard”.',
    'Its description changes.',
    'Holders will be able to: change set points, calibration and actuators.',
    'Holders without another role that allows it will no longer be able to: unlock and lock doors.',
  ])
})

test('a role with a permission that one does not hold is out of one’s hands', () => {
  expect(beyond(['read_doors', 'manage_gas'], new Set(['read_doors']))).toEqual(['manage_gas'])
  expect(beyond(['read_doors'], new Set(['read_doors', 'manage_gas']))).toEqual([])
})

test('a copy gets a name that is free', () => {
  expect(copyName('guard', ['guard'])).toBe('Copy of guard')
  expect(copyName('guard', ['guard', 'copy of guard', 'Copy of guard 2'])).toBe('Copy of guard 3')
  expect(copyName('x'.repeat(60), []).length).toBeLessThanOrEqual(60)
})

test('people are counted in words', () => {
  expect([0, 1, 2].map(peopleText)).toEqual(['nobody', '1 person', '2 people'])
})
