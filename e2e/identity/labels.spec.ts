// Labels in the browser: the plant room is there for those who hold its label, and for nobody else, by any way.
import { inflateRawSync } from 'node:zlib'
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as labels from '@gatehouse/contract/identity/labels'
import * as plans from '@gatehouse/contract/building/plans'
import { messages as searchWords } from '@gatehouse/contract/insight/search'
import type { Page } from '@playwright/test'
import { send, type Signed } from '../kit/accounts.ts'
import { follow } from '../kit/follow.ts'
import { receivedBy } from '../kit/received.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

test('a guard of one floor meets nothing of the others by any way, a supervisor with their label everything: list, plan, search, events, log, files, roll-call, sockets', async ({
  page: guards,
  anotherPage,
  request,
  company,
  watch,
}) => {
  watch.expect(failedWith(404))
  const supervisors = await anotherPage()
  const [third, ground] = [await company.aFloor('Floor 3', 3), await company.aFloor('Ground floor')]
  const offices = await company.aZone('Floor 3 offices', third)
  const basement = await company.aZone('Basement', ground)
  const floor3 = await company.aDoor({ name: 'Floor 3 lift lobby', zone: offices, leadsTo: offices })
  const terrace = await company.aDoor({ name: 'Roof terrace', zone: offices })
  const server = await company.aDoor({ name: 'Server room', zone: offices, leadsTo: offices })
  const archive = await company.aDoor({ name: 'Archive', zone: basement, leadsTo: basement })
  const canteen = await company.aDoor({ name: 'Canteen', zone: basement })
  const boiler = await company.aDetector({ name: 'Boiler', zone: basement })
  const insider = await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' })
  const other = await company.aPerson({ name: 'Tomas Lind', card: 'card:0000000002' })
  const admin = await company.signIn(request, await company.aPerson({ role: 'admin' }))
  const desk = { request }
  const { _id: label } = (await send(desk, admin, labels.create, { name: 'Not floor 3' })).label
  const supervisor = await company.enter(supervisors, await company.aPerson({ role: 'supervisor', labels: [label] }))
  const guard = await company.enter(guards, await company.aPerson({ role: 'guard' }))
  const staff = await company.signIn(request, await company.aPerson({ role: 'staff' }))
  await drawsAPlan(desk, admin, third)
  const spot = { x: 0.5, y: 0.5, rotation: 0 }
  await send(desk, admin, plans.arrange, { floorId: third, placed: [{ deviceId: server.id, ...spot }], removed: [] })
  await send(desk, admin, plans.arrange, { floorId: ground, placed: [{ deviceId: archive.id, ...spot }], removed: [] })
  const theirs = async () => (await guard.ask(doors.list, {})).doors.map(({ name }) => name)
  const own = [floor3, terrace, server].map(({ name }) => name)
  expect(await theirs()).toEqual(['Archive', 'Canteen', ...own])
  await send(desk, admin, labels.setMarks, { id: label, siteIds: [], zoneIds: [basement], deviceIds: [] })
  await expect.poll(theirs).toEqual(own)
  const keysFor = async ({ ask }: Signed) => (await ask(devices.list, {})).devices.map(({ key }) => key).toSorted()
  const keysOf = (...all: { key: string }[]) => all.map(({ key }) => key).toSorted()
  expect(await keysFor(supervisor)).toEqual(keysOf(floor3, terrace, server, archive, canteen, boiler))
  expect(await keysFor(guard)).toEqual(keysOf(floor3, terrace, server))
  expect(await keysFor(staff)).toEqual([])
  const foreign = new RegExp(
    [archive, canteen, boiler].flatMap(({ id, key, name }) => [id, `"${key}"`, `\\b${name}\\b`]).join('|'),
  )

  const received = receivedBy(guards, /\/(socket\.io|api)\//)
  await guards.goto('/doors')
  await expect(guards.locator('html')).toHaveAttribute('data-live', 'live')
  const listed = guards.getByRole('grid', { name: 'Doors' }).getByRole('row')
  await expect(listed).toHaveCount(own.length + 1)
  await supervisors.goto('/doors?q=archive')
  await expect(supervisors.locator('html')).toHaveAttribute('data-live', 'live')
  for (const door of [archive, server]) {
    await door.forcedOpen()
    await door.denies(insider.card, 'escort needed')
  }
  await expect(supervisors.getByRole('row', { name: 'Archive' })).toContainText('Forced open')
  await expect(guards.getByRole('row', { name: 'Server room' })).toContainText('Forced open')
  for (const door of [archive, server]) await door.closes()
  await archive.admits(insider.card)
  await floor3.admits(other.card)

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
    ['/notifications', 'Door forced open: Server room'],
    ['/entry-exit/dashboard', 'Server room'],
    ['/entry-exit/dashboard/muster', 'Floor 3 offices'],
    [`/doors/${archive.id}`, 'There is no such door'],
    ['/entry-exit/report', 'Server room'],
  ]
  for (const [path, text] of shows) {
    await follow(guards, path)
    await expect(guards.getByText(text).first(), path).toBeVisible()
    await expect(guards.locator('[aria-busy="true"]')).toHaveCount(0)
    expect(await guards.locator('main').innerText(), path).not.toMatch(foreign)
  }

  // The log, as it comes: no row, no filter, and none by its address.
  await guards.getByRole('combobox', { name: 'Door' }).click()
  await expect(guards.getByRole('option', { name: 'Server room' })).toBeVisible()
  await expect(guards.getByRole('option', { name: 'Archive' })).toHaveCount(0)
  await guards.keyboard.press('Escape')
  await follow(supervisors, '/entry-exit/report?q=archive')
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Archive')
  await archive.denies(insider.card, 'not-authorised')
  await expect(supervisors.getByRole('row').nth(1)).toContainText('Not authorised for this door')
  await server.denies('card:0000000004', 'lockdown')
  await expect(guards.getByRole('row').filter({ hasText: 'Lockdown' })).toContainText('Server room')
  await expect(guards.getByRole('row').filter({ hasText: 'Archive' })).toHaveCount(0)
  // What the page was ever told, by answers and over its connections; what came by polling is read a moment later.
  await expect.poll(() => received.join('\n')).toContain('lockdown')
  expect(received.join('\n')).toContain('Server room')
  expect(received.flatMap((text) => foreign.exec(text)?.[0] ?? [])).toEqual([])
  await guards.getByLabel('Person or door').fill('Archive')
  await expect(guards.getByText('Nothing passes these filters')).toBeVisible()
  const { logs } = await supervisor.ask(entryExit.logs, { q: 'Archive', limit: 1 })
  await follow(guards, `/log-details/${logs[0]?.id}`)
  await expect(guards.getByText('There is no such entry or exit')).toBeVisible()
  await follow(supervisors, `/log-details/${logs[0]?.id}`)
  await expect(supervisors.getByText('Not authorised for this door').first()).toBeVisible()

  const headers = { authorization: `Bearer ${guard.token}` }
  const file = async (path: string) => (await request.get(`/api/entry-exit/${path}`, { headers })).body()
  const csv = String(await file('logs.csv?columns=door,person,result'))
  expect(csv).toContain('Server room')
  expect(csv).not.toMatch(foreign)
  const workbook = textOf(await file('logs.xlsx?columns=door&result=denied'))
  expect(workbook).toContain('Server room')
  expect(workbook).not.toMatch(foreign)
})

test('the other company sees nothing of this one', async ({ page, company, anotherCompany }) => {
  const plant = await company.aDoor({ name: 'Plant room' })
  const boiler = await company.aDetector({ name: 'Boiler' })
  const server = await company.aDoor({ name: 'Server room' })
  const other = await anotherCompany()
  const dock = await other.aDoor({ name: 'Dock' })
  const store = await other.aDetector({ name: 'Store' })
  const received = receivedBy(page)
  await other.enter(page, await other.aPerson({ role: 'admin' }))
  await follow(page, '/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByTestId(`health-${dock.key}`)).toBeVisible()
  const health = page.locator('[data-testid^="health-"]')
  await expect(health).toHaveCount(2)
  await boiler.reads(12, 'ppm')
  await plant.forcedOpen()
  await server.opens()
  // What comes after these has come after anything of these.
  await store.reads(35, 'ppm')
  await expect(page.getByTestId(`gas-${store.key}-CO`)).toHaveText(/^35/)
  await expect(health).toHaveCount(2)
  expect(received.filter((frame) => frame.includes(store.key)).length).toBeGreaterThan(0)
  const foreign = new RegExp([plant, boiler, server].flatMap(({ id, key }) => [id, key]).join('|'))
  expect(received.filter((frame) => foreign.test(frame))).toEqual([])
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'

const drawsAPlan = async ({ request }: Pick<Page, 'request'>, { token }: Signed, floorId: string) => {
  const { csrfToken }: { csrfToken: string } = await (await request.get('/api/auth/csrf-token')).json()
  const made = await request.post(`/api/plans/${floorId}/picture/1`, {
    headers: { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken },
    multipart: { plan: { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) } },
  })
  expect(made.ok(), await made.text()).toBe(true)
}

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
