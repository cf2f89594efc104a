// What is done most often and in a hurry costs few presses, from the page after signing in to the answer on the screen.
// Those of a visitor pass: visitors.spec.ts; of a roll-call: muster.spec.ts.
import * as access from '@gatehouse/contract/access/access'
import type { Page } from '@playwright/test'
import { send } from '../kit/accounts.ts'
import { expectAccessible } from '../kit/axe.ts'
import type { Person } from '../kit/company.ts'
import type { Door } from '../kit/devices.ts'
import { beginCounted } from '../kit/presses.ts'
import { expect, test } from '../kit/test.ts'

/** The card is known to the server a moment after it is written; until then it is denied as nobody's, and that too often blocks the reader. */
const isDenied = (door: Door, { card }: Person) =>
  expect.poll(async () => (await door.asks(card)).reason, { intervals: [1000, 2000] }).toBe('not authorised')

test('a guard acknowledges a forced door with two clicks at most', async ({ page, company }) => {
  const door = await company.aDoor({ name: 'Roof terrace' })
  await door.forcedOpen()
  const presses = await beginCounted(page, await company.aPerson({ role: 'guard', name: 'Kwame Mensah' }), '/desk')
  const acknowledge = page.getByRole('button', { name: /^Acknowledge.*Roof terrace$/ })
  await acknowledge.click()
  await expect(acknowledge).toHaveCount(0)
  presses.atMost(2)
})

const ways = {
  'four clicks, found by name': {
    most: 4,
    async find(page: Page) {
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).pressSequentially('give access priya')
      await page.getByRole('option', { name: /Give access to Priya Raghavan/ }).click()
    },
  },
  'five clicks, from their page': {
    most: 5,
    async find(page: Page) {
      await page.getByRole('navigation').getByRole('link', { name: 'Staff' }).first().click()
      await page.getByRole('grid').getByRole('link', { name: 'Priya Raghavan' }).click()
      await page.getByRole('link', { name: 'Give access' }).click()
    },
  },
} as const
for (const [within, { most, find }] of Object.entries(ways))
  test(`a manager gives somebody access with at most ${within}`, async ({ page, company, request }) => {
    const door = await company.aDoor({ name: 'Archive' })
    const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan', card: 'card:0000000001' })
    const manager = await company.aPerson({ role: 'manager' })
    const { level } = await send({ request }, await company.signIn(request, manager), access.createLevel, {
      name: 'Guests',
      doorIds: [door.id],
    })
    const presses = await beginCounted(page, manager, '/desk')
    await find(page)
    const sheet = page.getByRole('dialog', { name: 'Access of Priya Raghavan' })
    await sheet
      .getByRole('group', { name: /^Levels/ })
      .getByRole('checkbox', { name: level.name })
      .check()
    await expect(sheet.getByRole('region', { name: 'Preview' })).toContainText('1 person gets it')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('What Priya Raghavan may open is changed.')).toBeVisible()
    presses.atMost(most)
    await expect.poll(async () => (await door.asks(person.card)).result).toBe('granted')
  })

test('a guard reads why somebody was denied after three clicks at most', async ({ page, company }) => {
  const door = await company.aDoor({ name: 'Archive' })
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan', card: 'card:0000000001' })
  const guard = await company.aPerson({ role: 'guard' })
  await isDenied(door, person)
  const presses = await beginCounted(page, guard, '/desk')
  await page.getByRole('navigation').getByRole('link', { name: 'Entry and exit' }).first().click()
  await page
    .getByRole('grid')
    .getByRole('link', { name: /Priya Raghavan/ })
    .first()
    .click()
  await expect(page.getByText('No access level of Priya Raghavan has this door.').first()).toBeVisible()
  presses.atMost(3)
})

test('a manager asks why somebody was denied, and reads it after three clicks at most', async ({ page, company }) => {
  const door = await company.aDoor({ name: 'Archive' })
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan', card: 'card:0000000001' })
  const manager = await company.aPerson({ role: 'manager' })
  await isDenied(door, person)
  const presses = await beginCounted(page, manager, '/desk')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('why denied')
  await page.getByRole('option', { name: /Find out why somebody was denied/ }).click()
  await page.getByRole('link', { name: person.name }).first().click()
  const sheet = page.getByRole('dialog', { name: `Why ${person.name} was denied` })
  await expect(sheet).toContainText(`No access level of ${person.name} has this door.`)
  presses.atMost(3)
})
