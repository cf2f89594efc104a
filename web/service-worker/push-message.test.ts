import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageIn, shownIn } from './push-message.ts'

const origin = 'https://gatehouse.example'

test('a message is shown as it says, and replaces itself', () => {
  const message = {
    id: 'n1',
    title: 'Gas',
    message: 'CO 120 ppm',
    path: '/dashboard?x=1#y',
    priority: 'high',
    token: 't',
  }
  const { title, options } = messageIn(JSON.stringify(message), origin)
  expect(title).toBe('Gas')
  expect(options).toMatchObject({
    body: 'CO 120 ppm',
    tag: 'n1',
    requireInteraction: true,
    data: { path: '/dashboard?x=1#y', token: 't' },
  })
  expect(existsSync(join(import.meta.dirname, '..', 'public', options.icon))).toBe(true)
})

test.each([undefined, '', 'no JSON', 'null', '[]', '{"title":7,"path":{}}'])(
  'of %s something is shown all the same',
  (text) => {
    const { title, options } = messageIn(text, origin)
    expect(title).toBe('Gatehouse')
    expect(options.data).toEqual({ path: '/notifications', token: null })
    expect(options.requireInteraction).toBe(false)
  },
)

test.each(['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example', 'javascript:alert(1)', ''])(
  'it leads nowhere but into the application: %s',
  (path) => {
    expect(messageIn(JSON.stringify({ path }), origin).options.data.path).toBe('/notifications')
    expect(shownIn({ path }, origin).path).toBe('/notifications')
  },
)

test('what was kept with a notification is read with the same care', () => {
  expect(shownIn({ path: '/staff', token: 't' }, origin)).toEqual({ path: '/staff', token: 't' })
  expect(shownIn(null, origin)).toEqual({ path: '/notifications', token: null })
})
