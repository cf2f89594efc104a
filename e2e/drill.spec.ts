// A lockdown drill with a roll-call: begun by holding a thumb on a phone, with a door that does not do as it is told; two
// wardens, one of whom loses the connection; the door told again, the release, and how it went.
import * as lockdowns from '@gatehouse/contract/lockdowns'
import type { Locator, Page } from '@playwright/test'
import { send, type Signed } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { follow } from './follow.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { unreachable } from './watch.ts'

const home = '/entry-exit/dashboard/muster'
const names = ['Freya Drillsen', 'Gustav Drillsen', 'Hedda Drillsen']
const drill = 'Drill of the quarter'

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'On the list' }).getByRole('listitem').filter({ hasText: name })
const safe = (page: Page, name: string) => row(page, name).getByRole('button', { name: /^Safe/ })

/** As a thumb holds it, until it counts, however late a slow page sees that. */
const holdByTouch = async (page: Page, button: Locator, counts: Locator) => {
  const box = await button.boundingBox()
  if (!box) throw new Error('There is nothing to hold')
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(counts).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Of these doors, which who has the role may release. */
const aScenario = async (page: Page, admin: Signed, doorIds: string[], releaseRoleId: string) => {
  const { scenario } = await send(page, admin, lockdowns.createScenario, {
    name: drill,
    doorIds,
    releaseRoleIds: [releaseRoleId],
  })
  return scenario
}

test('a lockdown drill with a roll-call: a door that refuses is told again, no mark of two wardens is lost or counts twice', async ({
  page: admins,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(unreachable)
  const telephone = { viewport: phone, hasTouch: true, isMobile: true }
  const [page, other] = [await anotherPage(telephone), await anotherPage(telephone)]
  const context = page.context()
  const lobby = await company.aZone('Lobby')
  for (const name of names) await company.isInside(await company.aPerson({ name }), lobby)
  const refusing = await company.aDoor({ name: 'Goods corridor', leadsTo: lobby })
  const canteen = await company.aDoor({ name: 'Canteen', leadsTo: lobby })
  const admin = await company.enter(admins, await company.aPerson({ role: 'admin' }))
  await company.enter(page, await company.aPerson({ role: 'guard' }))
  await company.enter(other, await company.aPerson({ role: 'supervisor' }))
  const release = await company.aRole('supervisor')
  const { id: scenarioId } = await aScenario(admins, admin, [refusing.id, canteen.id], release)
  const answered = Promise.withResolvers<void>()
  await page.route(`**/api/lockdowns/scenarios/${scenarioId}/doors`, async (route) => {
    await answered.promise
    await route.continue()
  })
  await follow(page, `/doors/lockdowns?start=${scenarioId}`)
  const question = page.getByRole('dialog', { name: `Lock down ${drill}?` })
  await question.getByLabel('Why').fill('Drill of the quarter')
  const begin = question.getByRole('button', { name: 'Lock down', exact: true })
  // Whoever is quicker than the list of doors finds the button where it was.
  const before = await begin.boundingBox()
  answered.resolve()
  await expect(question.getByRole('listitem')).toHaveCount(2)
  expect(await begin.boundingBox()).toEqual(before)
  refusing.refuses()
  const held = question.locator('[data-hold="done"]').or(page.getByRole('dialog', { name: drill, exact: true }))
  await holdByTouch(page, begin, held.first())
  const lockdown = page.getByRole('dialog', { name: drill })
  await expect(lockdown).toContainText('1 of 2 doors locked down')
  await expect(lockdown).toContainText('Not confirmed: 1 refused')
  await expect(lockdown.getByRole('listitem').filter({ hasText: 'Goods corridor' })).toContainText('Refused')
  expect(await violationsOn(page)).toEqual([])
  expect([...(await tooWide(page)), ...(await tooSmall(page))]).toEqual([])
  const lockedDown = page.url()

  await follow(page, `${home}?start=new`)
  await page.getByLabel('Why').fill('Drill of the browser tests')
  await page.getByLabel('Assembly points').fill('North car park\nRiver walk')
  await page.getByRole('button', { name: /^Start the drill for \d+ people$/ }).click()
  await expect(page).toHaveURL(/\/muster\/[0-9a-f-]{36}$/)
  const address = new URL(page.url()).pathname
  await page.getByLabel('Search by name').fill('drillsen')
  await expect(safe(page, 'Freya')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await follow(other, `${address}?q=drillsen`)
  await expect(safe(other, 'Freya')).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-live', 'live')

  // Both at once, each sees the other's.
  await safe(page, 'Freya').click()
  await safe(other, 'Gustav').click()
  await expect(row(page, 'Gustav')).toContainText('Safe')
  await expect(row(other, 'Freya')).toContainText('North car park')

  await context.setOffline(true)
  await safe(page, 'Hedda').click()
  await expect(page.getByTestId('waiting')).toContainText('1 mark waits to be sent')
  await expect(row(other, 'Hedda')).toContainText('Not seen yet')
  await context.setOffline(false)
  await expect(row(other, 'Hedda')).toContainText('Safe')
  await expect(page.getByTestId('waiting')).toHaveCount(0)

  // The drill is over: the door that refused is told again, and who may release does.
  await follow(page, lockedDown)
  const again = page.getByRole('button', { name: 'Tell 1 door again' })
  await expect(again).toBeVisible()
  refusing.obeys()
  await again.click()
  await expect(lockdown).toContainText('2 of 2 doors locked down')
  await follow(other, lockedDown)
  await other.getByRole('button', { name: 'Release…' }).click()
  await other.getByLabel('Why it is over').fill('The drill is over')
  await other.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByRole('dialog', { name: drill })).toContainText('2 of 2 doors released')
  await follow(page, address)
  await page.getByRole('button', { name: 'End' }).click()
  await page.getByLabel('How it went').fill('The tests went well')
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByRole('link', { name: 'See how it went' }).click()
  await expect(page.getByText('The tests went well')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
