import { importColumns } from '@gatehouse/contract/identity/users'
import { expect, test } from 'vitest'
import { columnName, fileFault, templateCsv } from './csv.ts'

test('the template has every column of an import, and a line of as many values', () => {
  const [header = '', example = '', ...rest] = templateCsv().split('\r\n')
  expect(header.split(',')).toEqual([...importColumns])
  expect(example.split(',')).toHaveLength(importColumns.length)
  expect(rest).toEqual([''])
})

test('what is no CSV file of a fair size is refused before it is sent', () => {
  expect(fileFault({ name: 'people.csv', size: 200 })).toBeNull()
  expect(fileFault({ name: 'people.xlsx', size: 200 })).toBe('Choose a CSV file: spreadsheets can save as one')
  expect(fileFault({ name: 'people.csv', size: 1_000_001 })).toBe('The file is too large: 1 MB at most')
  expect(fileFault({ name: 'people.csv', size: 0 })).toBe('The file is empty')
})

test('columns are called as people call them', () => {
  expect(['email', 'firstName', 'roles'].map(columnName)).toEqual(['Email', 'First name', 'Roles'])
})
