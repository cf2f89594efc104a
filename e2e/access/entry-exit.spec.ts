// Who is inside and what does not match: the dashboard live, a forgotten badge put right, the report kept as a view and
// taken away as a file.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { columnWords } from '@gatehouse/contract/access/entry-exit-words'
import { text } from 'node:stream/consumers'
import { violationsOn } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a guard sees who comes and goes by the hour, puts right who came in twice, and saves a view and its file', async ({
  page,
  company,
}) => {
  const door = await company.aDoor({ name: 'Main entrance', leadsTo: await company.aZone('Lobby') })
  const person = await company.aPerson({ role: 'guard', card: 'card:0000000001' })
  const forgetful = await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000002' })
  await door.admits(person.card)
  await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }))
  const guard = await company.enter(page, person)
  await follow(page, '/entry-exit/dashboard')
  await expect(page.getByRole('heading', { name: 'Occupancy', level: 1 })).toBeVisible()
  const hours = page.getByRole('region', { name: 'In and out by hour' })
  await expect(hours.getByRole('img')).toBeVisible()
  const before = await guard.ask(entryExit.dashboard, {})
  const denied = page.getByRole('region', { name: 'Denied and forced' })
  await door.denies('card:0000000007', 'escort needed', { taken: false })
  await expect(denied.getByRole('link', { name: 'Escort required' })).toBeVisible()
  await hours.getByRole('button', { name: 'Table' }).click()
  await expect(hours.getByRole('row')).toHaveCount(before.hours.length + 1)
  expect(await violationsOn(page)).toEqual([])
  await denied.getByRole('link', { name: 'Escort required' }).click()
  await expect(page).toHaveURL(/period=today&result=denied&reason=escort\+needed|reason=escort%20needed/)
  await expect(page.getByRole('grid', { name: 'Entries and exits' })).toContainText('Escort required')

  // Who came in twice stands in the queue, and is put right with the exit between.
  const second = minutesAgo(5)
  await door.admits(forgetful.card, { at: minutesAgo(50), direction: 'exit' })
  await door.admits(forgetful.card, { at: minutesAgo(40) })
  await door.admits(forgetful.card, { at: second })
  const newest = async () => (await guard.ask(entryExit.unmatchedList, { limit: 20 })).unmatched
  const found = async () => (await newest()).find(({ log }) => log.timestamp === second)
  await expect.poll(found).toBeDefined()
  const item = await found()
  await follow(page, '/entry-exit/report/unmatched')
  await expect(page.getByRole('link', { name: forgetful.name }).first()).toBeVisible()
  await follow(page, `/entry-exit/report/unmatched/${item?.id}`)
  const sheet = page.getByRole('dialog', { name: forgetful.name })
  await sheet.getByLabel('Why').fill('Went out with a delivery')
  expect(await violationsOn(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Add the missing exit' }).click()
  await expect(page.getByText(entryExit.messages.created('exit'))).toBeVisible()
  await expect(sheet).toHaveCount(0)
  const settled = await guard.ask(entryExit.unmatchedById, { id: item?.id ?? '' })
  expect(settled.unmatched).toMatchObject({ status: 'corrected', reason: 'Went out with a delivery' })
  await follow(page, `/log-details/${settled.unmatched.correctionId}`)
  await expect(page.getByText('Went out with a delivery')).toBeVisible()
  await page.getByRole('link', { name: 'What the door reported' }).click()
  await expect(page.getByRole('link', { name: 'One added by hand' })).toBeVisible()

  // A view comes back, and the file holds what is shown.
  await follow(page, '/entry-exit/report?result=denied&type=entry&columns=time,person,door,reason')
  const grid = page.getByRole('grid', { name: 'Entries and exits' })
  await expect(grid.getByRole('columnheader')).toHaveText(['Time', 'Person', 'Door', 'Reason'])
  await page.getByRole('link', { name: 'Views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  const name = 'Refused'
  await views.getByLabel('Name').fill(name)
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('link', { name })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await follow(page, '/entry-exit/report?views=open')
  await views.getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/entry-exit\/report\?result=denied&type=entry&columns=/)
  await expect(grid.getByRole('columnheader')).toHaveText(['Time', 'Person', 'Door', 'Reason'])

  const placeOfExport = () => page.getByRole('button', { name: 'Export', exact: true }).boundingBox()
  const placeBefore = await placeOfExport()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^entry-exit-\d{4}-\d\d-\d\d\.csv$/)
  const [head, first] = (await text(await download.createReadStream())).split('\n')
  expect(head).toBe((['time', 'person', 'door', 'reason'] as const).map((column) => columnWords[column]).join(','))
  const { logs } = await guard.ask(entryExit.logs, { result: 'denied', type: 'entry', limit: 1 })
  expect(first).toContain(logs[0]?.door)
  await expect(page.getByText(/Download complete/)).toBeVisible()
  expect(await placeOfExport()).toEqual(placeBefore)
})
