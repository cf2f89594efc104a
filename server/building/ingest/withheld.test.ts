import { expect, test } from 'vitest'
import { withoutPins } from './withheld.ts'

const hash = `pin:${'0'.repeat(64)}`
const redacted = (text: string) => Buffer.from(withoutPins(Buffer.from(text))).toString()

test('the digits of a PIN are not kept, whichever way they were sent; all else is, byte for byte', () => {
  expect(redacted('{"credential":"pin:4711","direction":"entry"}')).toBe(
    '{"credential":"pin:(not kept)","direction":"entry"}',
  )
  expect(redacted('{"credential":"card:0012345678","pin": "12345678"}')).toBe(
    '{"credential":"card:0012345678","pin": "(not kept)"}',
  )
  const hashed = `{"credential":"pin:${'0'.repeat(64)}","note":"Überprüft"}`
  expect(redacted(hashed)).toBe(hashed)
  expect(redacted('{"pin":4711}')).toBe('{"pin":"(not kept)"}')
  expect(redacted('{"credential":" PIN: 4711","userPIN":"47 11","more":[{"p\\u0069n":"4711"}]}')).toBe(
    '{"credential":"(not kept)","userPIN":"(not kept)","more":[{"pin":"(not kept)"}]}',
  )
  const fine = `{"gpio":{"pin":14},"pin":"${hash}"}`
  expect(redacted(fine)).toBe(fine)
  const bytes = Buffer.from([0xff, 0x22, 0x00, 0xc3])
  expect(withoutPins(bytes)).toBe(bytes)
})
