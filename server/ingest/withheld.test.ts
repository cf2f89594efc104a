import { expect, test } from 'vitest'
import { withoutPins } from './withheld.ts'

const kept = (text: string) => Buffer.from(withoutPins(Buffer.from(text))).toString()

test('the digits of a PIN are not kept, whichever way they were sent; all else is, byte for byte', () => {
  expect(kept('{"credential":"pin:4711","direction":"entry"}')).toBe(
    '{"credential":"pin:(not kept)","direction":"entry"}',
  )
  expect(kept('{"credential":"card:0012345678","pin": "12345678"}')).toBe(
    '{"credential":"card:0012345678","pin": "(not kept)"}',
  )
  const hashed = `{"credential":"pin:${'0'.repeat(64)}","note":"Überprüft"}`
  expect(kept(hashed)).toBe(hashed)
  const bytes = Buffer.from([0xff, 0x22, 0x00, 0xc3])
  expect(withoutPins(bytes)).toBe(bytes)
})
