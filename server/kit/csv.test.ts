import { unguarded } from '@gatehouse/contract/csv-guard'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv.ts'

test('what a spreadsheet would take for a formula is written as text', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
    expect(csvLine([`${sign}HYPERLINK("x")`]), JSON.stringify(sign)).toMatch(/^"'/)
  expect(csvLine(['=1+1', 'Ada', ''])).toBe("'=1+1,Ada,\r\n")
})

test('a line is read back as it was written, whatever is in its cells', () => {
  const cell = fc.string().map((text) => `x${text.trim()}x`)
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
      const [, read] = readCsv(`a,b\r\n${csvLine(cells)}`, 10)
      expect(read?.cells).toEqual(cells)
    }),
  )
})

test('a name that begins as a formula does comes back without the guard', () => {
  for (const name of ['=cmd()', '+49 30', '-', '@home']) {
    const [, read] = readCsv(`a,b\r\n${csvLine([name, 'x'])}`, 10)
    expect(read?.cells.map(unguarded)).toEqual([name, 'x'])
  }
})
