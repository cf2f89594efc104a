import { describe, expect, test } from 'vitest'
import { aLog } from './a-log.testing.ts'
import { gapWords, passageText } from './log-words.tsx'

describe('an entry or exit in words', () => {
  test('says whether the person went through, and leaves the decision to the result', () => {
    expect(passageText(aLog({ result: 'denied', taken: false }))).toBe('No')
    expect(passageText(aLog({ taken: true }))).toBe('Yes')
    expect(passageText(aLog({ taken: false }))).toBe('No, although granted')
    expect(passageText(aLog({ taken: null }))).toBe('Not known: the door cannot tell, or not yet')
  })

  test('says how long before or after another it happened', () => {
    const at = (timestamp: string) => aLog({ timestamp })
    const noon = at('2026-11-21T12:00:00.000Z')
    expect(gapWords(at('2026-11-21T11:59:48.000Z'), noon)).toBe('12 s before')
    expect(gapWords(at('2026-11-21T12:03:30.000Z'), noon)).toBe('3 min after')
    expect(gapWords(at('2026-11-20T10:00:00.000Z'), noon)).toBe('26 h before')
    expect(gapWords(at('2026-11-21T12:00:00.400Z'), noon)).toBe('Just after')
    expect(gapWords(at('2026-11-21T12:00:00.000Z'), noon)).toBe('Just before')
  })
})
