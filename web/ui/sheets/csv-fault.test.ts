import { expect, test } from 'vitest'
import { csvFault } from './csv-fault.ts'

test('what is no CSV file of a fair size is refused before it is sent', () => {
  expect(csvFault({ name: 'people.csv', size: 200 }, 1)).toBeNull()
  expect(csvFault({ name: 'people.xlsx', size: 200 }, 1)).toBe('Choose a CSV file: spreadsheets can save as one')
  expect(csvFault({ name: 'people.csv', size: 1_000_001 }, 1)).toBe('The file is too large: 1 MB at most')
  expect(csvFault({ name: 'people.csv', size: 1_000_001 }, 8)).toBeNull()
  expect(csvFault({ name: 'people.csv', size: 0 }, 1)).toBe('The file is empty')
})
