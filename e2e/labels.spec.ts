// Labels in the browser: the plant room is there for those who hold its label, and for nobody else, by any way.
import { inflateRawSync } from 'node:zlib'
import * as devices from '@gatehouse/contract/devices'
import * as doors from '@gatehouse/contract/doors'
import * as entryExit from '@gatehouse/contract/entry-exit'
import * as labels from '@gatehouse/contract/labels'
import { messages as searchWords } from '@gatehouse/contract/search'
import * as sites from '@gatehouse/contract/sites'
import type { Page } from '@playwright/test'
import { type Account, enter, enterAs, send, strangerEmail } from './accounts.ts'
import { unique } from './people.ts'
import { expect, test } from './test.ts'
import { failedWith } from './watch.ts'

const plantRoom = /Plant room|door-plant-room|gas-boiler|gas-chiller|camera-plant-room/

test('the plant room appears for a supervisor, not for a guard, and nothing for staff', async ({
  page,
  anotherPage,
}) => {
  const namesFor = async (account: Account, on: Page) =>
    (await (await enter(on, account)).ask(devices.list, {})).devices.map(({ key, zone }) => `${key} in ${zone}`)
  expect((await namesFor('supervisor', page)).filter((name) => plantRoom.test(name)).length).toBe(4)
  expect((await namesFor('guard', await anotherPage())).filter((name) => plantRoom.test(name))).toEqual([])
  expect(await namesFor('staff', await anotherPage())).toEqual([])
})

test('the log of a guard has no row, no filter and no live news of the plant room', async ({
  page,
  anotherPage,
  gateway,
  watch,
}) => {
  watch.expect(failedWith(404))
  const supervisors = await anotherPage()
  const supervisor = await enter(supervisors, 'supervisor')
  await supervisors.goto('/entry-exit/report?q=plant')
  await expect(supervisors.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Plant room')

  const heard = listen(page)
  await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByRole('combobox', { name: 'Door' }).click()
  await expect(page.getByRole('option', { name: 'Server room' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Plant room' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await gateway.access('door-plant-room', 'card:0000000003', { result: 'denied', reason: 'not-authorised' })
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Not authorised for this door')
  await gateway.access('door-server-room', 'card:0000000004', { result: 'denied', reason: 'lockdown' })
  // During another test's lockdown others may have been kept out, elsewhere.
  await expect(page.getByRole('row').filter({ hasText: 'Lockdown' }).first()).toContainText('Server room')
  await expect(page.getByRole('row').filter({ hasText: 'Plant room' })).toHaveCount(0)
  // What came by polling is read a moment after the page has it.
  await expect.poll(() => heard.join('\n')).toContain('Server room')
  expect(heard.filter((frame) => plantRoom.test(frame))).toEqual([])

  await page.getByLabel('Person or door').fill('Plant room')
  await expect(page.getByText('Nothing passes these filters')).toBeVisible()
  const { logs } = await supervisor.ask(entryExit.logs, { q: 'Plant room', limit: 1 })
  await page.goto(`/log-details/${logs[0]?.id}`)
  await expect(page.getByText('There is no such entry or exit')).toBeVisible()
  await supervisors.goto(`/log-details/${logs[0]?.id}`)
  await expect(supervisors.getByText('Not authorised for this door').first()).toBeVisible()
})

test('the other company sees nothing of this one', async ({ anotherPage }) => {
  const page = await anotherPage()
  const heard = listen(page)
  await enterAs(page, strangerEmail)
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByTestId('health-northwind-door-dock')).toBeVisible()
  await expect(page.locator('[data-testid^="health-"]:not([data-testid^="health-northwind-"])')).toHaveCount(0)
  // Its own readings come every five seconds: by then the other's have come many times.
  await expect.poll(() => heard.filter((frame) => frame.includes('northwind-gas-store')).length).toBeGreaterThan(1)
  expect(heard.filter((frame) => /"(door|gas|counter|camera|intercom)-/.test(frame))).toEqual([])
})

test('a guard of one floor meets no door of the others: list, plan, search, events, log, files, roll-call, sockets', async ({
  page: guards,
  anotherPage,
  gateway,
  store,
  watch,
}) => {
  watch.expect(failedWith(404))
  const admins = await anotherPage()
  const [admin, guard] = await Promise.all([enter(admins, 'admin'), enter(guards, 'guard')])
  const { sites: places } = await admin.ask(sites.list, {})
  const floor = places.flatMap(({ floors }) => floors).find(({ name }) => name === 'Floor 3')
  const elsewhere = places.flatMap(({ zones }) => zones).filter(({ floorId }) => floorId !== floor?.id)
  const { doors: all } = await admin.ask(doors.list, {})
  const made = await send(admins, admin, labels.create, { name: `Not floor 3 ${unique()}` })
  const { _id: labelId } = made.label
  try {
    const zoneIds = elsewhere.map(({ id }) => id)
    await send(admins, admin, labels.setMarks, { id: labelId, siteIds: [], zoneIds, deviceIds: [] })
    const theirs = async () => (await guard.ask(doors.list, {})).doors.map(({ name }) => name)
    const own = ['Floor 3 lift lobby', 'Roof terrace', 'Server room']
    await expect.poll(theirs).toEqual(own)
    const others = all.filter(({ name }) => !own.includes(name))
    const archive = others.find(({ key }) => key === 'door-archive')
    expect(others.length).toBeGreaterThan(8)
    const foreign = new RegExp(others.flatMap(({ id, key, name }) => [id, `"${key}"`, `\\b${name}\\b`]).join('|'))

    const heard = listen(guards, /\/(socket\.io|api)\//)
    await guards.goto('/doors')
    await expect(guards.locator('html')).toHaveAttribute('data-live', 'live')
    const listed = guards.getByRole('grid', { name: 'Doors' }).getByRole('row')
    await expect(listed).toHaveCount(own.length + 1)
    await admins.goto('/doors?q=archive')
    await expect(admins.locator('html')).toHaveAttribute('data-live', 'live')
    for (const key of ['door-archive', 'door-server-room']) {
      await gateway.say(key, 'event', { type: 'forced-open' })
      await gateway.access(key, 'card:0000000003', { result: 'denied', reason: 'escort needed' })
    }
    await expect(admins.getByRole('row', { name: 'Archive' })).toContainText('Forced open')
    await expect(guards.getByRole('row', { name: 'Server room' })).toContainText('Forced open')
    for (const key of ['door-archive', 'door-server-room']) await gateway.say(key, 'event', { type: 'closed' })
    const { rows: cards } = await store.query<{ value: string }>(
      `select c.value from credential c join users u on u.id = c.user_id join company o on o.id = u.company_id
       where o.name = 'Meridian Tower' and c.kind = 'card' and c.revoked_at is null order by u.email limit 2`,
    )
    for (const [at, key] of ['door-archive', 'door-floor-3'].entries())
      await gateway.access(key, cards[at]?.value ?? '')

    await guards.getByRole('button', { name: 'Search', exact: true }).click()
    await guards.getByRole('combobox', { name: 'Search anything...' }).fill('Server room')
    await expect(guards.getByRole('option').filter({ hasText: 'Server room' }).first()).toBeVisible()
    await guards.getByRole('combobox', { name: 'Search anything...' }).fill('Archive')
    await expect(guards.getByRole('dialog', { name: 'Search' }).getByRole('status')).toHaveText(
      searchWords.nothing('Archive'),
    )
    await guards.keyboard.press('Escape')

    const shows: readonly [path: string, text: string | RegExp][] = [
      ['/doors/plan', 'Server room'],
      ['/events', 'Server room'],
      ['/notifications', 'Server room was forced open'],
      ['/entry-exit/dashboard', 'Server room'],
      ['/entry-exit/report', 'Server room'],
      ['/entry-exit/dashboard/muster', 'Floor 3 offices'],
      [`/doors/${archive?.id}`, 'There is no such door'],
    ]
    for (const [path, text] of shows) {
      await guards.goto(path)
      await expect(guards.getByText(text).first(), path).toBeVisible()
      await expect(guards.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await guards.locator('main').innerText(), path).not.toMatch(foreign)
    }
    // What the page was ever told, by answers and over its connections.
    expect(heard.join('\n')).toContain('Server room')
    expect(heard.flatMap((said) => foreign.exec(said)?.[0] ?? [])).toEqual([])

    const headers = { authorization: `Bearer ${guard.token}` }
    const file = async (path: string) => (await guards.request.get(`/api/entry-exit/${path}`, { headers })).body()
    const csv = String(await file('logs.csv?columns=door,person,result'))
    expect(csv).toContain('Server room')
    expect(csv).not.toMatch(foreign)
    const workbook = textOf(await file('logs.xlsx?columns=door&result=denied'))
    expect(workbook).toContain('Server room')
    expect(workbook).not.toMatch(foreign)
  } finally {
    await send(admins, admin, labels.remove, { id: labelId })
  }
})

/** What is written in the files of an archive, by the list at its end. */
const textOf = (archive: Buffer): string => {
  let at = archive.readUInt32LE(archive.length - 6)
  const files: string[] = []
  for (let n = archive.readUInt16LE(archive.length - 12); n > 0; n--) {
    const start = archive.readUInt32LE(at + 42)
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
    files.push(inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(at + 20))).toString())
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files.join('\n')
}

/** Everything the page's live connection receives, over both of its transports; and whatever else is wanted. */
const listen = (page: Page, wanted = /\/socket\.io\//): string[] => {
  const heard: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(payload.toString()))
  })
  page.on('response', (response) => {
    if (!wanted.test(response.url()) || response.status() !== 200) return
    response.text().then(
      (text) => heard.push(text),
      () => undefined,
    )
  })
  return heard
}
