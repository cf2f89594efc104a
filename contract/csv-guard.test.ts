import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, isFormula, unguarded } from './csv-guard.ts'

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const unseen = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\u00A0',
  '\u200B',
  '\uFEFF',
  '\u2060',
  '\u202E',
  '\u3000',
  '\u0000',
  ' \u200B\uFEFF ',
]

test('a sign of a formula is guarded, whatever unseen stands before it', () => {
  for (const sign of signs)
    for (const before of unseen) expect(guarded(`${before}${sign}1+1`), JSON.stringify(before + sign)).toMatch(/^'/)
  for (const text of ['Ada', '12:30', '(=1)', 'a=b', '', ' Ada', '“=”']) expect(guarded(text)).toBe(text)
})

test('what is written begins with no sign of a formula, and comes back as it was', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...signs, ...unseen, `'`, 'a', '7'), fc.string({ maxLength: 2 })), { maxLength: 6 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (one) => {
      const cell = guarded(one)
      expect(cell.startsWith(`'`) || !isFormula(cell)).toBe(true)
      expect(unguarded(cell)).toBe(one)
    }),
    { numRuns: 2000 },
  )
})
