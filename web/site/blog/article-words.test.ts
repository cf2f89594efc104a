import { expect, test } from 'vitest'
import { blogPath, changedDay, dayText, pageIn, statusOf } from './article-words.ts'

test('days are the same wherever they are rendered', () => {
  expect(dayText('2026-11-16T23:30:00.000Z')).toBe('16 November 2026')
})

test('a change is told of where it came on another day', () => {
  const publishedAt = '2026-11-16T08:00:00.000Z'
  expect(changedDay({ publishedAt, updatedAt: '2026-11-16T18:00:00.000Z' })).toBeNull()
  expect(changedDay({ publishedAt, updatedAt: '2026-11-18T00:00:00.000Z' })).toBe('18 November 2026')
})

test('what is published where that is not allowed is not called public', () => {
  const words = (publishes: boolean) =>
    (['draft', 'scheduled', 'published'] as const).map((status) => statusOf({ status, publishes }).word)
  expect(words(true)).toEqual(['Draft', 'Scheduled', 'Published'])
  expect(words(false)).toEqual(['Draft', 'Held back', 'Held back'])
})

test('pages and tags have addresses', () => {
  expect(blogPath({})).toBe('/blog')
  expect(blogPath({ page: 2 })).toBe('/blog?page=2')
  expect(blogPath({ tag: 'gas & air', page: 3 })).toBe('/blog?tag=gas+%26+air&page=3')
})

test.each([
  ['', 1],
  ['page=2', 2],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1.5', 1],
  ['page=abc', 1],
  ['page=99999', 1],
])('%j asks for page %i', (search, page) => {
  expect(pageIn(new URLSearchParams(search))).toBe(page)
})
