// What is sealed for a browser, held against the example of the standard and opened from the browser's side.
import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { areKeys, newServerKeys, sealFor, vapidHeader } from './encrypt.ts'
import { claimsIn, opened } from './push.testing.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('is, byte for byte, the example of RFC 8291 (appendix A)', () => {
  const sealed = sealFor(
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    'When I grow up, I want to be a watermelon',
    { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('is opened by that browser and no other', () => {
  const [browser, other] = [createECDH('prime256v1'), createECDH('prime256v1')]
  browser.generateKeys()
  other.generateKeys()
  const auth = randomBytes(16)
  const text = `Tor 3 – ouvert ${'é'.repeat(500)}`
  const sealed = sealFor({ p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }, text)
  expect(opened(sealed, browser, auth)).toBe(text)
  expect(() => opened(sealed, other, auth)).toThrow()
  expect(() => opened(sealed, browser, randomBytes(16))).toThrow()
})

test('says who sends it, to that push service, for half a day', () => {
  const keys = newServerKeys()
  const now = new Date('2026-11-22T10:00:00Z')
  const header = vapidHeader(keys, 'https://push.example:8443/send/abc', 'mailto:ops@gatehouse.example', now)
  expect(claimsIn(header)).toEqual({
    key: keys.publicKey,
    claims: {
      aud: 'https://push.example:8443',
      exp: now.getTime() / 1000 + 12 * 3600,
      sub: 'mailto:ops@gatehouse.example',
    },
  })
  expect(() => claimsIn(header.replace(/k=.*/, `k=${newServerKeys().publicKey}`))).toThrow()
})

test('keys that are none are known as such', () => {
  const { publicKey } = newServerKeys()
  const auth = randomBytes(16).toString('base64url')
  expect(areKeys({ p256dh: publicKey, auth })).toBe(true)
  for (const wrong of [publicKey.slice(0, 40), `A${publicKey.slice(1)}`, randomBytes(65).toString('base64url')])
    expect(areKeys({ p256dh: wrong, auth })).toBe(false)
  expect(areKeys({ p256dh: publicKey, auth: randomBytes(12).toString('base64url') })).toBe(false)
})
