// Who looks after all companies lets one publish, and changes their mind while the first choice is on its way.
import * as companies from '@gatehouse/contract/identity/companies'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { announcedNow } from '../../kit/testing/announced.testing.ts'

const northwind: companies.Company = {
  id: uuid(2),
  name: 'Northwind',
  timeZone: 'Europe/London',
  country: null,
  address: null,
  phone: null,
  website: null,
  publishes: true,
  createdAt: beganAt,
  people: 1,
  sites: 0,
  devices: 0,
}

const aCompanysPage = async () => {
  const browser = aBrowser()
  const { server } = browser
  let company = northwind
  browser.signedIn({ permissions: ['read_company', 'read_company_details', 'manage_companies'] })
  server.hangsOtherwise()
  server.answers(companies.byName, () => ({ company, administrators: [], sites: [] }))
  server.answers(companies.setPublishing, ({ publishes }) => {
    company = { ...company, publishes }
    return { company }
  })
  await browser.open('/company/Northwind')
  const allowed = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Northwind may publish' })
  const sent = () => server.asked(companies.setPublishing).map(({ publishes }) => publishes)
  return { browser, allowed, sent }
}

test('a company may publish or not, and the page says what follows', async () => {
  const { browser, allowed } = await aCompanysPage()
  expect(allowed().checked).toBe(true)
  await browser.user.click(allowed())
  await advance('500 ms')
  expect(screen.getByText('Nothing of it is public', { exact: false })).toBeTruthy()
  expect(allowed().checked).toBe(false)
  await browser.user.click(allowed())
  await advance('500 ms')
  expect(announcedNow()).toContainEqual(expect.stringContaining('Northwind may publish now.'))
  expect(allowed().checked).toBe(true)
})

test('the last choice is sent after one that is on its way, and holds', async () => {
  const { browser, allowed, sent } = await aCompanysPage()
  const release = browser.server.hangs(companies.setPublishing)
  await browser.user.click(allowed())
  expect(sent()).toEqual([false])
  await browser.user.click(allowed())
  expect(allowed().checked).toBe(true)
  expect(sent()).toEqual([false])
  release()
  await browser.open('/company/Northwind')
  expect(sent()).toEqual([false, true])
  expect(allowed().checked).toBe(true)
})
