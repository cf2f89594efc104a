import { expect, test } from 'vitest'
import { keyList } from '../../system/help/key-list.tsx'
import { chooseSingleKeys, shortcutOf } from './shortcuts.ts'

const key = (name: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

test('Ctrl-K, Cmd-K and / search', () => {
  expect(shortcutOf(key('k', { ctrlKey: true }), false)).toBe('search')
  expect(shortcutOf(key('K', { metaKey: true }), false)).toBe('search')
  expect(shortcutOf(key('/'), false)).toBe('search')
})

test('? opens help', () => {
  expect(shortcutOf(key('?'), false)).toBe('help')
  expect(keyList.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(['Ctrl K', '/', '?', 'Esc']))
})

test('A acknowledges the alarm that has the focus, and does nothing elsewhere', () => {
  expect(shortcutOf(key('a'), false)).toBe('acknowledge')
  // Caps Lock is on, or it was read off the list of keys.
  expect(shortcutOf(key('A'), false)).toBe('acknowledge')
  expect(shortcutOf(key('a'), true)).toBeNull()
  expect(shortcutOf(key('a', { ctrlKey: true }), false)).toBeNull()
})

test('what is typed into a field stays there, but Ctrl-K works from it', () => {
  expect(shortcutOf(key('/'), true)).toBeNull()
  expect(shortcutOf(key('?'), true)).toBeNull()
  expect(shortcutOf(key('k', { ctrlKey: true }), true)).toBe('search')
})

test('other keys, and those of the browser, are none of ours', () => {
  expect(shortcutOf(key('k'), false)).toBeNull()
  expect(shortcutOf(key('/', { ctrlKey: true }), false)).toBeNull()
  expect(shortcutOf(key('?', { altKey: true }), false)).toBeNull()
})

test('keys that work alone can be turned off, and on again; Ctrl-K stays', () => {
  chooseSingleKeys(false)
  expect([key('/'), key('?')].map((pressed) => shortcutOf(pressed, false))).toEqual([null, null])
  expect(shortcutOf(key('k', { ctrlKey: true }), false)).toBe('search')
  chooseSingleKeys(true)
  expect([key('/'), key('?')].map((pressed) => shortcutOf(pressed, false))).toEqual(['search', 'help'])
})
