// People counting as a manager and whoever stands at an entrance meet it: a counter placed, a limit worked out, a number
// corrected, and a screen at the door that says when to wait and when it does not know.
import { expectAccessible } from '../kit/axe.ts'
import { tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

test('a counter is placed, its zone has a limit and a range, and the screen at its entrance says when to wait', async ({
  page,
  anotherPage,
  company,
}) => {
  const hall = await company.aZone('Reading room')
  const entrance = await company.aCounter({ name: 'Entrance', zone: hall })
  await entrance.counts({})
  await company.enter(page, await company.aPerson({ role: 'admin', name: 'Ada Okafor' }))

  await page.goto('/people-count/counters')
  await page.getByRole('grid', { name: 'Counters and doors' }).getByRole('link', { name: 'Entrance' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Place it' }).click()
  const placing = page.getByRole('dialog', { name: 'Place Entrance' })
  await placing.getByRole('combobox', { name: 'Goes into' }).click()
  await page.getByRole('option', { name: 'Reading room' }).click()
  await placing.getByRole('button', { name: 'Place it' }).click()
  const counter = page.getByRole('dialog', { name: 'Entrance' })
  await expect(counter.getByText('Outside → Reading room')).toBeVisible()
  await expectAccessible(page)
  await counter.getByRole('button', { name: 'Close' }).click()
  await expect(counter).toBeHidden()

  await page.getByRole('tab', { name: 'Limits' }).click()
  await page
    .getByRole('grid', { name: 'Limits of sites, floors and zones' })
    .getByRole('link', { name: 'Reading room' })
    .click()
  const limits = page.getByRole('dialog', { name: 'Limits of Reading room' })
  await limits.getByRole('combobox', { name: 'Use', exact: true }).click()
  await page.getByRole('option', { name: /^Classroom/ }).click()
  await limits.getByLabel('Area').fill('20')
  await limits.getByRole('button', { name: 'Take 10 as the limit' }).click()
  await expectAccessible(page)
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(limits).toBeHidden()

  await page.getByRole('tab', { name: 'Now' }).click()
  const row = page.getByTestId('occupancy-Reading room')
  await expect(row.getByText('Never counted')).toBeVisible()
  await row.getByRole('link', { name: 'Correct Reading room' }).click()
  const correcting = page.getByRole('dialog', { name: 'Correct Reading room' })
  await correcting.getByLabel('People there now').fill('7')
  await correcting.getByLabel('Why').fill('Counted before opening')
  await correcting.getByRole('button', { name: 'Correct' }).click()
  await expect(row.getByTestId('people')).toHaveText('7')
  await expect(row.getByText('Exactly 7')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/people-count/displays?display=new')
  const adding = page.getByRole('dialog', { name: 'Add a display' })
  await adding.getByRole('combobox', { name: 'Shows the people in' }).click()
  await page.getByRole('option', { name: 'Reading room' }).click()
  await adding.getByLabel('Title').fill('Reading room, north door')
  await adding.getByRole('button', { name: 'Add display' }).click()
  const link = await page.getByRole('dialog', { name: 'Display added' }).getByText('/display?secret=').textContent()

  const screen = await anotherPage({ viewport: phone, colorScheme: 'dark' })
  await screen.goto(link ?? '')
  await expect(screen.getByText('Come in', { exact: true })).toBeVisible()
  await expect(screen.getByTestId('people')).toContainText('7 of 10')
  await expectAccessible(screen)
  expect(await tooWide(screen)).toEqual([])

  await page.goto('/people-count')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await entrance.counts({ in: 3 })
  await expect(screen.getByText('Please wait')).toBeVisible()
  await expect(screen.getByText('One in, one out')).toBeVisible()
  await expect(row.getByText('At the limit')).toBeVisible()

  await entrance.goesOffline()
  await expect(screen.getByText('Not counted now')).toBeVisible()
  await expect(row.getByText('Not counting: Entrance')).toBeVisible()
  await expect(row.getByText('Not current')).toBeVisible()
})
