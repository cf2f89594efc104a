// A roll-call with two wardens on phones, one of whom loses the connection and then the page, the other the session: every
// mark arrives, once.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { violationsOn } from '../kit/axe.ts'
import type { Company } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { beginCounted } from '../kit/presses.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pollEnded, unreachable } from '../kit/watch.ts'

const home = '/entry-exit/dashboard/muster'
const names = ['Alva', 'Bror', 'Cato', 'Doris', 'Embla']

/** Everybody of them in the lobby, and a visitor with a pass, whom Alva expects. */
const putInside = async (company: Company, store: Pool) => {
  const lobby = await company.aZone('Lobby')
  for (const name of names) {
    const person = await company.aPerson({ name: `${name} Mustermann` })
    await company.isInside(person, lobby)
    if (name === 'Alva') await putVisitorInside(store, company, person.id, lobby)
  }
}

const putVisitorInside = (store: Pool, company: Company, hostId: string, zoneId: string) =>
  store.query(
    `with pass as (insert into visitor_pass (id, company_id, visitor_name, visitor_company, host_id, valid_from, valid_to)
       values (gen_random_uuid(), $1, 'Kwame Mensah', 'Brightwater', $2, now(), now() + interval '8 hours') returning id)
     insert into visitor_presence (pass_id, company_id, zone_id, at) select id, $1, $3, now() from pass`,
    [company.id, hostId, zoneId],
  )

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'On the list' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) })
const safe = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Safe/ })

test('two wardens, one connection lost: no mark is lost and none counts twice', async ({
  page,
  context,
  anotherPage,
  company,
  store,
  watch,
}) => {
  watch.expect(unreachable)
  watch.expect(failedWith(401))
  watch.expect(pollEnded)
  await putInside(company, store)
  const supervisor = await company.aPerson({ role: 'supervisor' })
  const incident = randomUUID()
  await page.setViewportSize(phone)
  await company.enter(page, await company.aPerson({ role: 'guard' }))
  await follow(page, `${home}?start=new&for=${incident}&why=Smoke+in+the+archive`)
  const reason = page.getByLabel('Reason (optional)')
  await expect(reason).toHaveValue('Smoke in the archive')
  await page.getByRole('button', { name: 'Drill', exact: true }).click()
  await reason.fill('Drill of the browser tests')
  await page.getByLabel('Assembly points').fill('North car park\nRiver walk')
  await page.getByRole('button', { name: /^Start the drill for \d+ people$/ }).click()
  await expect(page).toHaveURL(/\/muster\/[0-9a-f-]{36}$/)
  const address = new URL(page.url()).pathname
  const musterId = address.split('/').at(-1)
  await page.getByLabel('Search by name').fill('mustermann')
  await expect(safe(page, 'Alva')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const other = await anotherPage({ viewport: phone })
  await company.enter(other, supervisor)
  await follow(other, `${address}?q=mustermann`)
  await expect(safe(other, 'Alva')).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-live', 'live')

  // Both at once, each sees the other's.
  await safe(page, 'Alva').click()
  await safe(other, 'Bror').click()
  await expect(row(page, 'Bror')).toContainText('Safe')
  await expect(row(other, 'Alva')).toContainText('North car park')

  // A visitor is on it with whom they came to see, and is found by that name; a wrong mark is taken back.
  await expect(row(page, 'Kwame')).toContainText('Visitor of Alva Mustermann')
  await safe(page, 'Kwame').click()
  await expect(row(other, 'Kwame')).toContainText('North car park')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(other, 'Kwame')).toContainText('Unaccounted')
  await row(page, 'Kwame').getByRole('link').click()
  await expect(page.getByRole('dialog', { name: 'Kwame Mensah' })).toContainText('Brightwater')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Alva Mustermann' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Safe', exact: true }).click()
  await expect(row(other, 'Kwame')).toContainText('Safe')

  // A session that runs out takes no mark with it.
  await other.context().setOffline(true)
  await safe(other, 'Embla').click()
  await expect(other.getByTestId('waiting')).toContainText('1 mark waits to be sent')
  await store.query('update session set revoked_at = now() where user_id = $1', [supervisor.id])
  await other.context().setOffline(false)
  // The live connection or a refused call, whichever says so first: home, or the sign-in page.
  await expect(other).toHaveURL(/:\d+\/(signin.*)?$/)
  await expect(row(page, 'Embla')).toContainText('Unaccounted')
  await company.enter(other, supervisor)
  await follow(other, `${address}?q=mustermann`)
  await expect(row(other, 'Embla')).toContainText('Safe')
  await expect(row(page, 'Embla')).toContainText('Safe')
  await expect(other.getByTestId('waiting')).toHaveCount(0)

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
  await expect(row(other, 'Cato')).toContainText('Unaccounted')
  // Said later, and known earlier: it is the last word all the same.
  await safe(other, 'Doris').click()
  await expect(row(other, 'Doris')).toContainText('Safe')

  // The page is gone before there is a connection again; what it kept is sent by the next.
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await follow(next, `${address}?q=mustermann`)
  await expect(row(next, 'Vera')).toContainText('Safe')
  await expect(next.getByTestId('waiting')).toHaveCount(0)
  for (const name of ['Cato', 'Vera', 'Doris']) await expect(row(other, name)).toContainText('Safe')

  await row(other, 'Doris').getByRole('link').click()
  await expect(other.getByText('Was in the lift')).toBeVisible()
  await expect(other.getByText(/this holds/)).toHaveCount(1)
  const marked = async () => {
    const { rows } = await store.query<{ said: string }>(
      `select p.name || ' ' || string_agg(k.status, ', ' order by k.at, k.id) as said
       from muster_mark k join muster_person p on p.muster_id = k.muster_id and p.id = k.person_id
       where k.muster_id = $1 and p.name like '%Mustermann' group by p.name order by p.name`,
      [musterId],
    )
    return rows.map(({ said: text }) => text)
  }
  // A row says “Safe” as soon as it was pressed: what the other warden said last may still be on its way.
  await expect
    .poll(marked)
    .toEqual([
      'Alva Mustermann safe',
      'Bror Mustermann safe',
      'Cato Mustermann safe',
      'Doris Mustermann missing, safe',
      'Embla Mustermann safe',
      'Vera Mustermann safe',
    ])

  await next.getByRole('button', { name: 'End' }).click()
  await next.getByLabel('Summary').fill('The tests went well')
  await next.getByRole('button', { name: 'End it' }).click()
  await next.getByRole('link', { name: 'See how it went' }).click()
  await expect(next.getByText('The tests went well')).toBeVisible()
  await expect(next.getByRole('region', { name: 'Missing' }).first()).toContainText('Doris Mustermann')
  expect(await violationsOn(next)).toEqual([])
  await follow(next, `${address}/print`)
  await expect(next.getByRole('table', { name: /Lobby/ })).toContainText('Embla Mustermann')
  await expect(next.getByRole('table', { name: /Lobby/ })).toContainText('Visitor of Alva Mustermann, Brightwater')
  expect(await violationsOn(next)).toEqual([])
  // On paper there is nothing of the application, and every page says whose it is.
  await next.emulateMedia({ media: 'print' })
  await expect(next.getByText(new RegExp(`^${company.name}: .+ \\(drill\\), as of `))).toBeVisible()
  await expect(next.getByRole('banner')).toBeHidden()
  await expect(next.getByRole('button', { name: 'Print' })).toBeHidden()
  await next.emulateMedia({ media: 'screen' })
  // It stands with what it was begun for.
  await follow(next, `/doors/timeline/${incident}`)
  const entries = next.getByRole('list', { name: 'In order of time' })
  await expect(entries).toContainText(/Drill of a roll-call at .+ started/)
  await expect(entries).toContainText(/Drill of a roll-call at .+ ended/)
  expect(await violationsOn(next)).toEqual([])
})

test('on a phone an emergency roll-call runs after two taps from the page after signing in, and gets its reason by another', async ({
  page,
  company,
}) => {
  await company.isInside(await company.aPerson({ name: 'Alva Mustermann' }), await company.aZone('Lobby'))
  await page.setViewportSize(phone)
  const presses = await beginCounted(page, await company.aPerson({ role: 'guard' }), '/desk')
  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Muster' }).click()
  await page.getByRole('button', { name: 'Start emergency roll-call' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emergency roll-call' })).toBeVisible()
  await expect(row(page, 'Alva')).toContainText('Unaccounted')
  presses.atMost(2)
  await page.getByRole('button', { name: 'Fire' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fire' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
