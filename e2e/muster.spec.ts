// A roll-call with two wardens on phones, one of whom loses the connection and then the page: every mark arrives, once.
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { enter } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { unreachable } from './watch.ts'

const home = '/entry-exit/dashboard/muster'
const names = ['Alva', 'Bror', 'Cato', 'Doris', 'Embla']

/** People whom nobody but this test moves. */
const putInside = async (store: Pool) => {
  for (const name of names)
    await store.query(
      `with made as (insert into users (id, company_id, email, first_name, last_name)
         select gen_random_uuid(), z.company_id, lower($1) || '@muster.example', $1, 'Mustermann' from zone z
         where z.name = 'Lobby' and z.company_id = (select id from company where name = 'Meridian Tower') returning id, company_id)
       insert into presence (user_id, company_id, zone_id, at)
       select made.id, made.company_id, z.id, now() from made join zone z on z.company_id = made.company_id and z.name = 'Lobby'`,
      [name],
    )
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'On the list' }).getByRole('listitem').filter({ hasText: name })
const safe = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Safe/ })

test('two wardens, one connection lost: no mark is lost and none counts twice', async ({
  page,
  context,
  anotherPage,
  store,
  watch,
}) => {
  watch.expect(unreachable)
  await putInside(store)
  await page.setViewportSize(phone)
  await enter(page, 'guard')
  await page.goto(`${home}?start=new`)
  await page.getByLabel('Why').fill('Drill of the browser tests')
  await page.getByLabel('Assembly points').fill('North car park\nRiver walk')
  await page.getByRole('button', { name: /^Start the drill for \d+ people$/ }).click()
  await expect(page).toHaveURL(/\/muster\/[0-9a-f-]{36}$/)
  const address = new URL(page.url()).pathname
  const musterId = address.split('/').at(-1)
  await page.getByLabel('Search by name').fill('mustermann')
  await expect(safe(page, 'Alva')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const other = await anotherPage({ viewport: phone })
  await enter(other, 'supervisor')
  await other.goto(`${address}?q=mustermann`)
  await expect(safe(other, 'Alva')).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-live', 'live')

  // Both at once, each sees the other's.
  await safe(page, 'Alva').click()
  await safe(other, 'Bror').click()
  await expect(row(page, 'Bror')).toContainText('Safe')
  await expect(row(other, 'Alva')).toContainText('North car park')

  await context.setOffline(true)
  await safe(page, 'Cato').click()
  await row(page, 'Doris').getByRole('link').click()
  await page.getByLabel('Note').fill('Was in the lift')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Missing', exact: true }).click()
  await page.getByRole('link', { name: 'Add somebody who is not on the list' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Vera Mustermann')
  await page.getByRole('button', { name: 'Put on the list' }).click()
  await expect(page.getByTestId('waiting')).toContainText('3 marks wait to be sent')
  await expect(row(page, 'Vera')).toContainText(/Waits|Waiting to be sent/)
  await expect(row(other, 'Cato')).toContainText('Not seen yet')
  // Said later, and known earlier: it is the last word all the same.
  await safe(other, 'Doris').click()
  await expect(row(other, 'Doris')).toContainText('Safe')

  // The page is gone before there is a connection again; what it kept is sent by the next.
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${address}?q=mustermann`)
  await expect(row(next, 'Vera')).toContainText('Safe')
  await expect(next.getByTestId('waiting')).toHaveCount(0)
  for (const name of ['Cato', 'Vera', 'Doris']) await expect(row(other, name)).toContainText('Safe')

  await row(other, 'Doris').getByRole('link').click()
  await expect(other.getByText('Was in the lift')).toBeVisible()
  await expect(other.getByText(/this holds/)).toHaveCount(1)
  const { rows } = await store.query<{ said: string; marks: number }>(
    `select p.name || ' ' || string_agg(k.status, ', ' order by k.at, k.id) as said, count(*)::int as marks
     from muster_mark k join muster_person p on p.muster_id = k.muster_id and p.id = k.person_id
     where k.muster_id = $1 and p.name like '%Mustermann' group by p.name order by p.name`,
    [musterId],
  )
  expect(rows.map(({ said }) => said)).toEqual([
    'Alva Mustermann safe',
    'Bror Mustermann safe',
    'Cato Mustermann safe',
    'Doris Mustermann missing, safe',
    'Vera Mustermann safe',
  ])

  await next.getByRole('button', { name: 'End' }).click()
  await next.getByLabel('How it went').fill('The tests went well')
  await next.getByRole('button', { name: 'End it' }).click()
  await next.getByRole('link', { name: 'See how it went' }).click()
  await expect(next.getByText('The tests went well')).toBeVisible()
  await expect(next.getByRole('region', { name: 'Missing' }).first()).toContainText('Doris Mustermann')
  expect(await violationsOn(next)).toEqual([])
  await next.goto(`${address}/print`)
  await expect(next.getByRole('table', { name: /Lobby/ })).toContainText('Embla Mustermann')
  expect(await violationsOn(next)).toEqual([])
})
