// What is urgent is heard, looked at or not, once; the rest is seen only.
import { expect, test, vi } from 'vitest'
import { aNotification } from './a-notification.testing.ts'
import { createNews } from './news.ts'

const someNews = () => {
  const sound = vi.fn(async () => undefined)
  const add = vi.fn()
  return { sound, add, news: createNews({ sound, acts: { actSeen: vi.fn() }, toasts: { add } }) }
}

test('the alarm is sounded for what is new and high, once for all that comes together', () => {
  const { sound, news } = someNews()
  const high = aNotification({ id: 'n1', priority: 'high' })
  news.show([aNotification({ id: 'n2', priority: 'high' }), high, aNotification({ id: 'n3', priority: 'medium' })])
  news.show([high])
  expect(sound.mock.calls).toEqual([['n1']])
})

test('it is heard where nobody looks, and shown where somebody does', () => {
  const { sound, add, news } = someNews()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  news.show([aNotification({ id: 'n1', priority: 'high' })])
  expect([sound.mock.calls.length, add.mock.calls.length]).toEqual([1, 0])
})

test('nothing is heard of what is not high', () => {
  const { sound, news } = someNews()
  news.show([aNotification({ id: 'n1', priority: 'medium' }), aNotification({ id: 'n2', priority: 'low' })])
  expect(sound).not.toHaveBeenCalled()
})
