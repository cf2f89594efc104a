// The rules of the form, what a refusal means, and when the work for a message is done.
import { messages as common } from '@gatehouse/contract/identity/auth'
import * as contact from '@gatehouse/contract/site/contact'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../kit/data/api.ts'
import { checked, type Typed } from './contact-rules.ts'
import { faultsIn, messageOf } from './contact-sending.ts'
import { createProofs, NotSecure } from './proof-of-work.ts'

const typed: Typed = {
  name: 'Kwame Mensah',
  email: 'kwame@example.org',
  company: '',
  topic: 'product',
  message: 'We have a building with a car park.',
  website: '',
}

describe('a message', () => {
  test('that is whole is sent', () => expect(checked(typed)).toEqual({}))

  test('is held against every rule at once', () => {
    expect(checked({ ...typed, name: 'K', email: '', message: 'Hello' })).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Email is required',
      message: 'Message must be at least 20 characters',
    })
    expect(checked({ ...typed, email: 'kwame' })).toEqual({ email: 'Invalid email format' })
    expect(checked({ ...typed, message: 'x'.repeat(4001) }).message).toBe('Message must be at most 4000 characters')
  })

  test('that the server refuses says so at its fields, or above all', () => {
    const refused = new ApiError(422, {
      code: 'VALIDATION',
      message: 'x',
      details: [{ field: 'email', message: 'Invalid email format' }],
    })
    expect(faultsIn(refused)).toEqual({ email: 'Invalid email format' })
    expect(messageOf(refused)).toBeNull()
    expect(messageOf(new ApiError(429, { code: 'TOO_MANY', message: contact.messages.tooMany }))).toBe(
      contact.messages.tooMany,
    )
    expect(messageOf(new ApiError(0, { code: 'NETWORK', message: 'x' }))).toBe(common.network)
    expect(messageOf(new NotSecure())).toContain('https')
  })
})

describe('the work for a message', () => {
  const proofs = () => {
    let at = 0
    const made: string[] = []
    const work = vi.fn(async () => {
      const signature = String(made.length)
      made.push(signature)
      return { challenge: { signature }, solution: { counter: 1, derivedKey: '' } } as never
    })
    return { work, made: createProofs(work, () => at), pass: (ms: number) => void (at += ms) }
  }
  const refused = (code: string) => new ApiError(400, { code, message: '' })

  test('is begun once, when the form is touched', async () => {
    const { made, work, pass } = proofs()
    made.prepare()
    made.prepare()
    pass(5_000)
    await made.take()
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('is not given before the server takes it', async () => {
    vi.useFakeTimers()
    try {
      const { made } = proofs()
      let given = false
      void made.take().then(() => (given = true))
      await vi.advanceTimersByTimeAsync(3_000)
      expect(given).toBe(false)
      await vi.advanceTimersByTimeAsync(500)
      expect(given).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is kept where no answer came, and done anew where it was refused or has grown old', async () => {
    const { made, work, pass } = proofs()
    made.prepare()
    pass(5_000)
    made.settle(new ApiError(0, { code: 'NETWORK', message: '' }))
    await made.take()
    expect(work).toHaveBeenCalledTimes(1)
    made.settle(refused('USED'))
    made.prepare()
    expect(work).toHaveBeenCalledTimes(2)
    pass(contact.latestSeconds * 1000)
    made.prepare()
    expect(work).toHaveBeenCalledTimes(3)
  })

  test('that failed is tried again', async () => {
    const work = vi.fn().mockRejectedValue(new ApiError(0, { code: 'NETWORK', message: '' }))
    const made = createProofs(work, () => 0)
    await expect(made.take()).rejects.toThrow()
    await expect(made.take()).rejects.toThrow()
    expect(work).toHaveBeenCalledTimes(2)
  })
})
