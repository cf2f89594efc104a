import { expect, test } from 'vitest'
import { currentIn, entriesPerPage, pageCount, pageOf } from './nav-pages.ts'

test('four entries are on a page', () => {
  expect(entriesPerPage).toBe(4)
  expect([0, 1, 4, 5, 8, 9].map(pageCount)).toEqual([1, 1, 1, 2, 2, 3])
  expect([0, 3, 4, 7, 8].map(pageOf)).toEqual([0, 0, 1, 1, 2])
})

test('a page belongs to the entry that is nearest to it', () => {
  const entries = [{ path: '/staff' }, { path: '/products' }, { path: '/products/ai-solutions' }, { path: '/settings' }]
  expect(currentIn(entries, '/staff')).toBe(0)
  expect(currentIn(entries, '/staff/guard@gatehouse.example')).toBe(0)
  expect(currentIn(entries, '/staffing')).toBe(-1)
  expect(currentIn(entries, '/products/ios-design')).toBe(1)
  expect(currentIn(entries, '/products/ai-solutions')).toBe(2)
  expect(currentIn(entries, '/')).toBe(-1)
})
