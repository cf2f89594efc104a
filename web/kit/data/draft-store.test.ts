import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { basisOf, draftKey, dropDraft, dropDraftsOfOthers, moveDraft, readDraft, writeDraft } from './draft-store.ts'

const mine = draftKey('ana', '/profile', 'profile')

beforeEach(() => {
  const stored: Record<string, string> = {}
  // Kept as properties of itself, as the browser's is.
  const store = Object.create({
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => void (store[key] = value),
    removeItem: (key: string) => void delete store[key],
  })
  Object.assign(store, stored)
  vi.stubGlobal('sessionStorage', store)
})
afterEach(() => void vi.unstubAllGlobals())

test('a draft is there until it is dropped', () => {
  writeDraft(mine, { firstName: 'An' })
  expect(readDraft(mine)).toEqual({ firstName: 'An' })
  dropDraft(mine)
  expect(readDraft(mine)).toBeNull()
})

test('whoever signs in next finds nothing of another', () => {
  writeDraft(mine, { firstName: 'An' })
  writeDraft(draftKey('ben', '/profile', 'profile'), { firstName: 'Be' })
  sessionStorage.setItem('cameFrom', '/doors')
  dropDraftsOfOthers('ben')
  expect(readDraft(mine)).toBeNull()
  expect(readDraft(draftKey('ben', '/profile', 'profile'))).toEqual({ firstName: 'Be' })
  expect(sessionStorage.getItem('cameFrom')).toBe('/doors')
})

test('what cannot be read is no draft', () => {
  sessionStorage.setItem(mine, '{half')
  expect(readDraft(mine)).toBeNull()
})

test('where storage is forbidden, a draft lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  writeDraft(mine, { firstName: 'An' })
  expect(readDraft(mine)).toEqual({ firstName: 'An' })
  dropDraftsOfOthers('ben')
  expect(readDraft(mine)).toBeNull()
})

test('a draft knows what it goes on from, and takes that along', () => {
  writeDraft(mine, { firstName: 'An' })
  expect(basisOf(mine)).toBeNull()
  writeDraft(mine, { firstName: 'An' }, { id: 'a', revision: 4 })
  const there = draftKey('ana', '/blog/edit/a', 'article')
  moveDraft(mine, there)
  expect([readDraft(mine), basisOf(mine)]).toEqual([null, null])
  expect(basisOf(there)).toEqual({ id: 'a', revision: 4 })
  expect(readDraft(there)).toEqual({ firstName: 'An' })
  moveDraft(mine, there)
  expect(basisOf(there)).toEqual({ id: 'a', revision: 4 })
})
