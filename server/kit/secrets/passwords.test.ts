// Hashing in threads of its own: right, in turn, and survived by whoever asks for nonsense.
import { expect, test } from 'vitest'
import { hashPassword, passwordMatches, passwordOfNobody, stretched } from './passwords.ts'

test('a password matches its own hash only, each hash being different', async () => {
  const [one, two] = await Promise.all([hashPassword('Correct horse 7!'), hashPassword('Correct horse 7!')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  const matches = await Promise.all(
    ['Correct horse 7!', 'correct horse 7!', '', 'Correct horse 7! '].map((password) => passwordMatches(one, password)),
  )
  expect(matches).toEqual([true, false, false, false])
  expect(await passwordOfNobody('Correct horse 7!')).toBe(false)
})

test('what is no hash is an error, and the next question is answered all the same', async () => {
  await expect(passwordMatches('nonsense', 'x')).rejects.toThrow()
  await expect(passwordMatches('nonsense', 'x')).rejects.toThrow()
  expect(await passwordMatches(await hashPassword('x'), 'x')).toBe(true)
})

test('a stretched secret is the same for the same salt', async () => {
  const salt = Buffer.from('sixteen bytes ok')
  const [one, two] = await Promise.all([stretched('abcd-1234', salt), stretched('abcd-1234', salt)])
  expect(one.equals(two)).toBe(true)
  expect(one.equals(await stretched('abcd-1234', Buffer.from('sixteen other by')))).toBe(false)
})

test('more at once than there are threads wait their turn', async () => {
  const hashed = await hashPassword('x')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => passwordMatches(hashed, n % 2 ? 'x' : 'y')))
  expect(answers).toEqual(Array.from({ length: 12 }, (_, n) => n % 2 === 1))
})
