import { afterEach, expect, test, vi } from 'vitest'
import { chunkTimeoutMs, createPart, isNotArrived } from './part.ts'

afterEach(() => vi.useRealTimers())

const lost = new TypeError('Failed to fetch dynamically imported module: http://gatehouse.example/assets/menu.js')

const aPart = (...answers: (string | Error)[]) => {
  let asked = 0
  const load = async () => {
    const answer = answers[asked++]
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  }
  return { part: createPart(load, async () => {}), asked: () => asked }
}

test('a part is asked for once, and stays', async () => {
  const { part, asked } = aPart('menu')
  expect(part.state()).toEqual({ is: 'wanted' })
  await Promise.all([part.fetch(), part.fetch()])
  await part.fetch()
  expect(part.state()).toEqual({ is: 'there', part: 'menu' })
  expect(asked()).toBe(1)
})

test('a part that did not arrive is missing until it is asked for again', async () => {
  const { part } = aPart(lost, lost, 'menu')
  await part.fetch()
  expect(part.state()).toEqual({ is: 'missing', error: lost })
  await part.fetch()
  expect(part.state().is).toBe('missing')
  await part.fetch()
  expect(part.state()).toEqual({ is: 'there', part: 'menu' })
})

test('fetched ahead of time and not arrived, it is simply wanted again', async () => {
  const { part } = aPart(lost, 'menu')
  await part.fetch()
  part.forget()
  expect(part.state()).toEqual({ is: 'wanted' })
  await part.fetch()
  part.forget()
  expect(part.state()).toEqual({ is: 'there', part: 'menu' })
})

test('a part that takes longer than two minutes is missing, in the words of the specification', async () => {
  vi.useFakeTimers()
  const part = createPart(
    () => new Promise<string>(() => {}),
    async () => {},
  )
  const asked = part.fetch()
  expect(chunkTimeoutMs).toBe(120_000)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(part.state().is).toBe('wanted')
  await vi.advanceTimersByTimeAsync(1)
  await asked
  const state = part.state()
  expect(state.is === 'missing' && String(state.error)).toContain('Loading chunk failed')
  expect(state.is === 'missing' && isNotArrived(state.error)).toBe(true)
})

test.each([
  'Failed to fetch dynamically imported module: http://gatehouse.example/assets/menu.js',
  'error loading dynamically imported module: http://gatehouse.example/assets/menu.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/menu.css',
])('not to have arrived is told from a fault of the part itself: %s', (message) => {
  expect(isNotArrived(new TypeError(message))).toBe(true)
  expect(isNotArrived(new TypeError('undefined is not a function'))).toBe(false)
})
