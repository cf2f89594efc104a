import { expect, test } from 'vitest'
import { companyPath, factsIn, fieldsOf, websiteRule } from './company-fields.ts'

test('what was left empty is sent as nothing, and a web address gets its scheme', () => {
  expect(factsIn({ ...fieldsOf(null, 'UTC'), name: ' Aurora ', website: 'aurora.example' })).toEqual({
    name: 'Aurora',
    timeZone: 'UTC',
    country: null,
    address: null,
    phone: null,
    website: 'https://aurora.example',
  })
})

test('what the server knows comes back as it was', () => {
  const facts = { name: 'Aurora', timeZone: 'UTC', country: 'NO', address: null, phone: '1', website: null }
  const known = {
    ...facts,
    id: '1',
    publishes: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    people: 1,
    sites: 0,
    devices: 0,
  }
  expect(factsIn(fieldsOf(known, 'Europe/Oslo'))).toEqual(facts)
})

test('only web addresses are web addresses', () => {
  for (const good of ['', 'aurora.example', 'http://aurora.example/about']) expect(websiteRule(good)).toBeNull()
  for (const bad of ['javascript:alert(1)', 'aurora', 'ftp://aurora.example', 'https://']) {
    expect(websiteRule(bad), bad).toBe('Enter a web address')
  }
})

test('a name may hold what addresses may not', () => {
  expect(companyPath('Bær & Søn / 50 %')).toBe('/company/B%C3%A6r%20%26%20S%C3%B8n%20%2F%2050%20%25')
})
