// What is said of each page of the site: of a length that is shown whole, and said of no other page.
import { expect, test } from 'vitest'
import { publicPages } from '../../public-pages.ts'
import { footerLinks } from '../frame/footer-links.ts'
import { products } from './products.ts'

const heads = await Promise.all(
  publicPages
    .filter(({ path, data }) => data === undefined && !path.includes(':'))
    .map(async ({ path, load }) => ({ path, ...(await load()).head(undefined) })),
)
const own = heads.filter(({ path }) => /^\/($|home$|about$|contact$|products|solutions$)/.test(path))

test('every page of the site is there', () => {
  expect(own.map(({ path }) => path).sort()).toEqual(
    ['/', '/home', '/about', '/contact', '/products', '/solutions', ...products.map(({ to }) => to)].sort(),
  )
})

test.each(own)('$path has a title and a description that are shown whole', ({ title, description }) => {
  expect(`${title} · Gatehouse`.length).toBeLessThanOrEqual(60)
  expect(description.length).toBeGreaterThanOrEqual(120)
  expect(description.length).toBeLessThanOrEqual(160)
})

test('no two pages say the same of themselves', () => {
  const pages = heads.filter(({ path, canonical }) => canonical === undefined || canonical === path)
  expect(pages.length).toBeGreaterThan(12)
  for (const message of ['title', 'description'] as const)
    expect(new Set(pages.map((page) => page[message])).size, message).toBe(pages.length)
})

test('a page below another says where it stands', () => {
  for (const { path, jsonLd = [] } of own.filter(({ path: at }) => at.startsWith('/products')))
    expect(JSON.stringify(jsonLd), path).toContain(`"BreadcrumbList"`)
})

test('the foot leads to pages that there are', () => {
  const known = new Set([...publicPages.map(({ path }) => path), '/company/register', '/api/docs', '/blog'])
  const links = Object.values(footerLinks).flatMap((section) => Object.keys(section))
  expect(links.filter((to) => !known.has(to))).toEqual([])
  expect(new Set(links).size).toBe(links.length)
})
