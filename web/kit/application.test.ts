import { expect, test } from 'vitest'
import { createApplication, singleton, startApplication } from './application.ts'

const createCounter = () => {
  let count = 0
  return { next: () => ++count }
}
const counter = singleton(createCounter)
const pair = singleton((use) => ({ counter: use(counter) }))

test('an application has one of each part, and another has its own', () => {
  const [one, other] = [createApplication(), createApplication()]
  expect([one.use(counter).next(), one.use(counter).next(), other.use(counter).next()]).toEqual([1, 2, 1])
})

test('parts that need each other are of the same application, whichever is current', () => {
  const former = startApplication()
  expect(pair().counter).toBe(former.use(counter))
  const { counter: ofFormer } = pair()
  startApplication()
  expect(counter()).not.toBe(ofFormer)
  expect(former.use(pair).counter).toBe(ofFormer)
})

test('a part is made when it is first used, and once', () => {
  let made = 0
  const part = singleton(() => {
    made += 1
    return undefined
  })
  expect(made).toBe(0)
  part()
  part()
  expect(made).toBe(1)
})
