import { monitorEventLoopDelay } from 'node:perf_hooks'
import { unguarded } from '@gatehouse/contract/csv-guard'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv.ts'

test('what a spreadsheet would take for a formula is written as text', () => {
  for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
    expect(csvLine([`${sign}HYPERLINK("x")`]), JSON.stringify(sign)).toMatch(/^"'/)
  expect(csvLine(['=1+1', 'Ada', ''])).toBe("'=1+1,Ada,\r\n")
})

test('a line is read back as it was written, whatever is in its cells', async () => {
  const cell = fc.string().map((text) => `x${text.trim()}x`)
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 5 }), async (cells) => {
      const [, read] = await readCsv('us', `a,b\r\n${csvLine(cells)}`, 10)
      expect(read?.cells).toEqual(cells)
    }),
  )
})

test('a name that begins as a formula does comes back without the guard', async () => {
  for (const name of ['=cmd()', '+49 30', '-', '@home']) {
    const [, read] = await readCsv('us', `a,b\r\n${csvLine([name, 'x'])}`, 10)
    expect(read?.cells.map(unguarded)).toEqual([name, 'x'])
  }
})

test('a long file is read in order, and one more line than may be is told of', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => csvLine([`${n}`, 'x'])).join('')
  const read = await readCsv('us', `a,b\r\n\r\n${lines}`, 4000)
  expect(read).toHaveLength(4002)
  expect(read.slice(1).map(({ cells: [first] }) => Number(first))).toEqual(Array.from({ length: 4001 }, (_, n) => n))
  expect(read[1]?.line).toBe(3)
})

test('what is no CSV file is refused, and the next one is read', async () => {
  await expect(readCsv('us', 'a,b\n"x', 10)).rejects.toMatchObject({ status: 422, details: [{ field: 'csv' }] })
  expect(await readCsv('us', 'a;b', 10)).toEqual([{ line: 1, cells: ['a', 'b'] }])
})

test('a file made to be slow holds nobody up', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [header] = await readCsv('us', ','.repeat(8_000_000).concat('x'), 10)
  delay.disable()
  // Two seconds, where it is read on the thread that everybody waits for.
  expect(delay.max / 1e6).toBeLessThan(500)
  // More than any file of ours has.
  expect(header?.cells).toHaveLength(40)
})
