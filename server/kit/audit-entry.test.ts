import { describe, expect, test } from 'vitest'
import { factsOf, sentOf } from './audit-entry.ts'

const canary = 'canary-4f1c'
const names = ['password', 'currentPassword', 'newPassword', 'token', 'sessionToken', 'secret', 'code', 'otp', 'pin']

describe('what of a call is put on record', () => {
  test('never holds what is called a password, a token, a secret, a code or a PIN, however deep it lies', () => {
    for (const name of [...names, 'endpoint', 'keys', 'PASSWORD', 'PIN']) {
      for (const sent of [{ [name]: canary }, { list: [{ deep: { [name]: canary } }] }, { [name]: { of: [canary] } }]) {
        for (const refused of [true, false]) expect(JSON.stringify(sentOf(sent, refused)), name).not.toContain(canary)
        expect(JSON.stringify(factsOf(sent)), name).not.toContain(canary)
      }
    }
  })

  test('holds all else, so that it is known what was done', () => {
    expect(sentOf({ name: 'Ada', pinned: true, seconds: 5, roles: ['guard'] }, false)).toEqual({
      name: 'Ada',
      pinned: true,
      seconds: 5,
      roles: ['guard'],
    })
  })

  test('tells of an address where it is and whether it is another, without the whole of it', () => {
    const one = JSON.stringify(sentOf({ url: `https://hooks.example/${canary}` }, false))
    expect(one).toContain('https://hooks.example')
    expect(one).not.toContain(canary)
    expect(one).not.toBe(JSON.stringify(sentOf({ url: 'https://hooks.example/other' }, false)))
  })
})
