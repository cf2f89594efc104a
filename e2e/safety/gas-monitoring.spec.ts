// Gas monitoring as a safety manager meets it: the worst channel first and in full, set points that two persons change, service
// that is due, a fan switched by hand, who was exposed, the report of a shift; and every part of it as it is seen.
import { text } from 'node:stream/consumers'
import type { Permission } from '@gatehouse/contract/permissions'
import * as activity from '@gatehouse/contract/record/activity'
import * as service from '@gatehouse/contract/safety/detector-service'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Page } from '@playwright/test'
import { send, type Signed } from '../kit/accounts.ts'
import { expectAccessible } from '../kit/axe.ts'
import type { Detector } from '../kit/devices.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { sizesOf } from '../kit/sizes.ts'
import { desktop, phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

/** What a safety manager may do, and what of the building they see. */
const safetyManager: readonly Permission[] = [
  'view_gas_detection',
  'manage_gas',
  'view_gas_exposure',
  'operate_actuators',
  'acknowledge_alarms',
  'read_dashboard',
  'read_doors',
]

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const dayIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)

// They only look, and each at a company of its own: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' })

test('a safety manager finds the worst channel first, reads its history, saves what is drawn, and compares it', async ({
  page,
  company,
}) => {
  const sump = await company.aDetector({ name: 'Sump', zone: await company.aZone('Drainage') })
  const boiler = await company.aDetector({ name: 'Boiler', zone: await company.aZone('Plant room') })
  for (const [minutes, value] of [
    [100, 11],
    [50, 31],
    [40, 21],
  ] as const)
    await boiler.reads(value, 'ppm', 'CO', { at: ago(minutes * minuteMs) })
  await sump.reads(0.4, 'ppm', 'H2S')
  await boiler.reads(44, 'ppm', 'CO')
  await company.enter(page, await company.aPerson({ can: safetyManager, name: 'Gul Ahmed' }))
  // Where the browser can write to the disk it asks where, which no test could answer.
  await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }))
  await page.goto('/gas-monitoring')
  const channels = page.getByRole('region', { name: 'Channels now' })
  await expect(channels.getByRole('heading', { level: 2 })).toHaveText(['Plant room', 'Drainage'])
  await expect(channels.getByText('1 of 2 not normal')).toBeVisible()
  await expect(channels.getByRole('listitem').first()).toContainText(/CO Boiler.*44.*ppm.*Above low/)

  // By the keyboard alone: into the channel, out of it, and on to the next tab.
  const link = channels.getByRole('link', { name: 'CO Boiler' })
  await link.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'CO, Boiler' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(link).toBeFocused()
  await page.getByRole('tab', { name: 'Now' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Compare' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await link.click()

  await expect(sheet.getByText(/^At or above 35 ppm, normal again at 33.25 ppm/)).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'Marked on the chart' })).toContainText('Carbon monoxide: low alarm')
  await sheet.getByRole('button', { name: 'Last 8 hours' }).click()
  await page.getByRole('dialog', { name: 'Time range' }).getByRole('button', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/range=24h/)
  await sheet.getByRole('button', { name: 'Table' }).click()
  const drawn = sheet.getByRole('table').getByRole('row')
  await expect(drawn.filter({ hasText: '31' })).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^gas-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = (await text(await download.createReadStream())).trim().split(/\r?\n/)
  expect(head).toBe('Time,Detector,Zone,Channel,Unit,Mean,Lowest,Highest,Readings,Without a value')
  // The minute that is not over yet is in neither of them.
  expect(rows.slice(0, 3).map((row) => row.split(',').slice(1).join(','))).toEqual(
    [11, 31, 21].map((value) => `Boiler,Plant room,CO,ppm,${value},${value},${value},1,0`),
  )
  for (const row of rows) await expect(drawn.filter({ hasText: `${row.split(',')[5]}.0` })).toHaveCount(1)

  await sheet.getByRole('link', { name: 'Compare with other channels' }).click()
  const chosen = page.getByRole('combobox', { name: 'Channels' })
  await chosen.fill('Sump')
  await page.getByRole('option', { name: 'H₂S, Sump' }).click()
  await page.keyboard.press('Escape')
  const chart = page.getByRole('figure', { name: 'Channels in ppm' })
  await expect(chart.getByText('CO, Boiler')).toBeVisible()
  await expect(chart.getByText('H₂S, Sump')).toBeVisible()
})

test('set points of a zone are drafted by one person and approved by another; service that was overdue is recorded, and a test that fails is seen to fail', async ({
  page,
  request,
  company,
}) => {
  const sump = await company.aDetector({ name: 'Sump', zone: await company.aZone('Drainage') })
  await sump.reads(0.4, 'ppm', 'CO')
  const [gul, ida] = [
    await company.aPerson({ can: safetyManager, name: 'Gul Ahmed' }),
    await company.aPerson({ can: safetyManager, name: 'Ida Okafor' }),
  ]
  const manager = await company.enter(page, gul)
  await isServiced(page, manager, sump)
  await send(page, manager, setPoints.apply, {
    change: { kind: 'second-person', wanted: true },
    reason: 'Rule of the house',
  })

  await page.goto('/gas-monitoring')
  await page.getByRole('tab', { name: 'Set points' }).click()
  await page.getByRole('link', { name: 'New area' }).click()
  const drafting = page.getByRole('dialog', { name: 'New area' })
  await drafting.getByRole('combobox', { name: 'Profile' }).click()
  await page.getByRole('option', { name: 'EN 50545-1' }).click()
  await drafting.getByRole('checkbox', { name: /^Drainage/ }).check()
  const preview = drafting.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('60 ppm, EN 50545-1, car parks, mean of 15 minutes')).toBeVisible()
  const isMeant = drafting.getByRole('checkbox', { name: 'The looser values are meant: they ask for a response later' })
  if (await isMeant.isVisible()) await isMeant.check()
  await drafting.getByRole('textbox', { name: 'Reason' }).fill('The drain runs below the car park')
  await drafting.getByRole('button', { name: 'Propose change' }).click()
  await expect(drafting).toBeHidden()
  const proposed = page.getByRole('article').filter({ hasText: 'Apply EN 50545-1' })
  await expect(proposed.getByText('You proposed this: somebody else has to approve it.')).toBeVisible()
  await expect(proposed.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const second = await company.signIn(request, ida)
  const [proposal] = (await second.ask(setPoints.proposals, { pending: 'true' })).proposals
  await send({ request }, second, setPoints.approve, { id: proposal?.id ?? '', reason: 'Agreed with the fire officer' })
  await expect(proposed).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Carbon monoxide: 15-minute average: 30 ppm' })).toBeVisible()

  await page.getByRole('tab', { name: 'Detectors' }).click()
  const row = page.getByRole('grid', { name: 'Gas detectors' }).getByRole('row', { name: /^Sump/ })
  await expect(row).toContainText('Overdue')
  await row.getByRole('link', { name: 'Sump' }).click()
  await page.getByRole('dialog', { name: 'Sump' }).getByRole('link', { name: 'Record service of CO' }).click()
  const recording = page.getByRole('dialog', { name: 'Record service' })
  await recording.getByRole('combobox', { name: 'Work' }).click()
  await page.getByRole('option', { name: 'Bump test' }).click()
  await recording.getByLabel('Concentration').fill('100')
  await recording.getByLabel('Lot').fill('EG-2609-290')
  await recording.getByLabel('Expires on').fill(dayIn(90 * dayMs))
  await recording.getByLabel('Span after').fill('60')
  const result = recording.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Pass band: 10 % of the concentration, 90 to 110 ppm')
  await expect(result).toContainText('Fails: the reading under gas is outside the pass band')
  await recording.getByLabel('Span after').fill('97')
  await expect(result).toContainText('Passes')
  await expectAccessible(page)
  await recording.getByRole('button', { name: 'Record entry' }).click()
  const detector = page.getByRole('dialog', { name: 'Sump' })
  await expect(detector.getByRole('region', { name: 'Ledger' }).getByRole('listitem').first()).toContainText(
    /Bump test, CO.*Passed.*Recorded by Gul Ahmed/,
  )
  await detector.getByRole('button', { name: 'Close' }).click()
  await expect(row).toContainText('In time')
})

test('a fan is switched by hand with a reason, people’s exposure is looked up with one, the shift is printed, and both looks are on the record', async ({
  page,
  company,
}) => {
  const plant = await company.aZone('Plant room')
  const boiler = await company.aDetector({ name: 'Boiler', zone: plant })
  const door = await company.aDoor({ name: 'Plant room door', leadsTo: plant })
  const fan = await company.anActuator({ name: 'Fan 1', zone: plant })
  const priya = await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' })
  const gul = await company.aPerson({ can: [...safetyManager, 'view_activity_logs'], name: 'Gul Ahmed' })
  await door.admits(priya.card, { at: ago(20 * minuteMs) })
  await boiler.reads(52, 'ppm', 'CO', { at: ago(10 * minuteMs) })
  await door.admits(priya.card, { direction: 'exit', at: ago(5 * minuteMs) })
  const manager = await company.enter(page, gul)

  await page.goto('/gas-monitoring/actuators')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const card = page.getByRole('region', { name: 'Actuators' }).getByRole('listitem')
  await expect(card.getByText('Off', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Switch on…' }).click()
  const switching = page.getByRole('dialog', { name: 'Switch Fan 1 on?' })
  await switching.getByRole('button', { name: 'Switch on' }).click()
  await expect(switching.getByText('Say why, in a few words')).toBeVisible()
  await switching.getByLabel('Why').fill('Welding in the plant room')
  await switching.getByRole('button', { name: 'Switch on' }).click()
  await expect(card.getByText('On', { exact: true })).toBeVisible()
  await expect(card).toContainText(/Switched on by Gul Ahmed until .*: Welding in the plant room/)
  // It is shown as it reports, and not as it was commanded to be.
  await fan.reports(false)
  await expect(card.getByText('Off, should be on')).toBeVisible()
  await fan.reports(true)
  await expect(card.getByText('On', { exact: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Exposure' }).click()
  const asking = page.getByRole('form', { name: 'Look up exposure' })
  await asking.getByRole('button', { name: 'Show people' }).click()
  await expect(asking.getByText('Say why, in a few words')).toBeVisible()
  await asking.getByLabel('Reason').fill('Incident 7')
  await asking.getByRole('button', { name: 'Show people' }).click()
  const person = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: priya.name }) })
  await expect(person).toContainText('15 min there')
  await expect(person).toContainText('Highest 52 ppm')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Shift report' }).click()
  await expect(page.getByRole('heading', { name: 'CO, Boiler Plant room' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printed') }))
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('Printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Checked by, date:')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Shift report' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const record = async (action: string) =>
    (await manager.ask(activity.list, { action })).entries.map(({ actor, subject, reason }) => ({
      actor,
      subject,
      reason,
    }))
  expect(await record('actuators.override')).toEqual([
    { actor: gul.email, subject: 'Fan 1', reason: 'Welding in the plant room' },
  ])
  expect(await record('gasExposure.people')).toEqual([
    { actor: gul.email, subject: 'Plant room', reason: 'Incident 7' },
  ])
  await follow(page, '/activity-logs')
  await expect(page.getByText('Switched Fan 1 by hand').first()).toBeVisible()
})

test('every part of gas monitoring is accessible in light and dark, and fits desks and phones', async ({
  page,
  company,
}) => {
  const plant = await company.aZone('Plant room', await company.aFloor('Basement', -1))
  const boiler = await company.aDetector({ name: 'Boiler', zone: plant })
  const sump = await company.aDetector({ name: 'Drainage sump', zone: await company.aZone('Drainage') })
  const fan = await company.anActuator({ name: 'Fan 1', zone: plant })
  await boiler.reads(70, 'ppm', 'CO')
  await boiler.reads(20.9, '%vol', 'O2')
  await boiler.sends('reading', { channel: 'LEL', value: null, unit: '%LEL', quality: 'fault' })
  await sump.reads(0, 'ppm', 'H2S', { at: ago(10 * minuteMs) })
  const manager = await company.enter(page, await company.aPerson({ can: safetyManager, name: 'Gul Ahmed' }))
  await isServiced(page, manager, boiler)
  const size = await sizesOf(page)
  for (const [path, opened] of [
    ['', null],
    [`?gas=${boiler.id}.CO`, 'CO, Boiler'],
    [`/compare?channels=${boiler.id}.CO,${boiler.id}.O2,${sump.id}.H2S`, null],
    ['/shift', null],
    ['/effects', null],
    ['/actuators', null],
    [`/actuators?actuator=${fan.id}`, 'Fan 1'],
    ['/set-points', null],
    ['/set-points?sheet=value:company:CO:low', 'Carbon monoxide: low alarm'],
    ['/detectors', null],
    [`/detectors?detector=${boiler.id}`, 'Boiler'],
    ['/exposure', null],
  ] as const)
    await test.step(path, async () => {
      await size(desktop, 'mouse')
      await follow(page, `/gas-monitoring${path}`)
      if (opened) await expect(page.getByRole('dialog', { name: opened })).toBeVisible()
      else await expect(page.getByRole('tabpanel')).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await useTheme(page, 'light')
      await expectAccessible(page)
      await expect.poll(() => tooWide(page)).toEqual([])
      await size(phone, 'touch')
      await useTheme(page, 'dark')
      await expectAccessible(page)
      await expect.poll(async () => [...(await tooWide(page)), ...(await tooSmall(page))]).toEqual([])
    })
})

const useTheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

/** A calibration that passed four months ago: the next is not due yet, and a bump test is overdue. */
const isServiced = async (page: Page, manager: Signed, { id: deviceId }: Pick<Detector, 'id'>) => {
  await send(page, manager, service.recordEntry, {
    deviceId,
    channel: 'CO',
    kind: 'calibration',
    at: ago(120 * dayMs),
    gas: { concentration: 100, lot: 'EG-2601-100', expiresOn: dayIn(365 * dayMs) },
    span: { before: null, after: 99 },
    remark: '',
  })
}
