import { expect, test } from 'vitest'
import { isWhole, sizeText } from './exporting.ts'

const last = (text: string) => new TextEncoder().encode(text).at(-1) ?? 0

test('a file that was cut off in the middle is known by its end', () => {
  expect(isWhole('csv', last('at,actor\r\n'))).toBe(true)
  expect(isWhole('csv', last('at,actor\r\n2026-11-22T'))).toBe(false)
  expect(isWhole('json', last('[]'))).toBe(true)
  expect(isWhole('json', last('[{}]\n'))).toBe(true)
  expect(isWhole('json', last('[{"action":"roles.up'))).toBe(false)
  expect(isWhole('csv', 0)).toBe(false)
  expect(isWhole('pdf', last('%%EOF'))).toBe(true)
  expect(isWhole('pdf', last('endobj'))).toBe(false)
})

test('sizes are said as short as they can be', () => {
  expect([1, 812, 12_400, 3_400_000].map(sizeText)).toEqual(['1 byte', '812 bytes', '12 kB', '3.4 MB'])
})
