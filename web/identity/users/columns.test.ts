import { importColumns } from '@gatehouse/contract/identity/users'
import { expect, test } from 'vitest'
import { columnName, exampleLine } from './columns.ts'

test('the line of the template has as many values as an import has columns', () => {
  expect(exampleLine).toHaveLength(importColumns.length)
})

test('columns are called as people call them', () => {
  expect(['email', 'firstName', 'roles'].map(columnName)).toEqual(['Email', 'First name', 'Roles'])
})
