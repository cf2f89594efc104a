import { describe, expect, test } from 'vitest'
import { assetsIn, isAway, keepable, type Way, wayOf } from './way-of.ts'

const origin = 'https://gatehouse.example'
const way = (path: string, { method = 'GET', mode = 'cors', isPart = false } = {}): Way =>
  wayOf({ method, url: new URL(path, origin).href, mode, isPart }, origin)

describe('what is private is left to the server', () => {
  test.each([
    '/api/check-session',
    '/api/profile-picture/1?size=small',
    '/api',
    '/api/assets/x.js',
    '/socket.io/?EIO=4&transport=polling',
    '/metrics',
  ])('%s', (path) => {
    expect(way(path)).toBe('pass')
    expect(way(path, { mode: 'navigate' })).toBe('pass')
  })
})

test('what changes something is left to the server, wherever it goes', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
    expect(way('/assets/index-1.js', { method })).toBe('pass')
    expect(way('/dashboard', { method, mode: 'navigate' })).toBe('pass')
  }
})

test('other origins and parts of files are left to the browser', () => {
  expect(way('https://elsewhere.example/assets/index-1.js')).toBe('pass')
  expect(way('/assets/film-1.mp4', { isPart: true })).toBe('pass')
})

test('files of the build are kept: their name changes with what they say', () => {
  expect(way('/assets/index-1a2b3c4.js')).toBe('kept')
  expect(way('/assets/inter-latin-wght-normal-Dx4k.woff2')).toBe('kept')
})

test.each(['/theme.js', '/favicon.svg', '/offline.js'])('%s is asked for, and kept for when that fails', (path) => {
  expect(way(path)).toBe('fresh')
})

test('whether there is a new build is never answered from what was kept', () => {
  expect(way('/build.json')).toBe('pass')
  expect(way('/sw.js')).toBe('pass')
  expect(way('/manifest.webmanifest')).toBe('pass')
})

test.each([
  '/',
  '/dashboard',
  '/staff/anna%40gatehouse.example',
  '/staff/anna@gatehouse.example',
  '/verify-email?token=x',
])('the document at %s comes from the server first', (path) => expect(way(path, { mode: 'navigate' })).toBe('page'))

test.each(['/sitemap.xml', '/blog/rss.xml', '/pictures/dashboard.png', '/robots.txt'])(
  '%s is a file, and no page stands in for it',
  (path) => expect(way(path, { mode: 'navigate' })).toBe('pass'),
)

test('a page can have nothing kept but files of the build', () => {
  const asked = [`${origin}/assets/a-1.js`, `${origin}/api/users`, 'https://elsewhere.example/assets/a.js', 7, null]
  expect(keepable(asked, origin)).toEqual([`${origin}/assets/a-1.js`])
})

test('what a document is made of is read out of it, each once', () => {
  const html = `<script type="module" src="/assets/index-1a.js"></script><link href="/assets/index-1a.js">
    <link rel="stylesheet" href="/assets/index-9_z.css"><img src="/favicon.svg">`
  expect(assetsIn(html)).toEqual(['/assets/index-1a.js', '/assets/index-9_z.css'])
  expect(assetsIn('<p>nothing</p>')).toEqual([])
})

test('a gateway that answers for a server that is away is no answer of the server', () => {
  expect([200, 404, 500, 502, 503, 504].filter(isAway)).toEqual([502, 503, 504])
})
