// Gas monitoring as a guard meets it, from the first reading of an alarm to its end, and a receptionist, who is offered nothing
// of it: what a role may not do is neither shown nor obeyed.
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as service from '@gatehouse/contract/safety/detector-service'
import * as gas from '@gatehouse/contract/safety/gas'
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import { send } from '../kit/accounts.ts'
import type { Detector } from '../kit/devices.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const dayMs = 24 * 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

test('a guard sees a value rise, acknowledges its alarm and resolves it once the air is clear; what a guard may not do is neither shown nor obeyed', async ({
  page,
  company,
  store,
  watch,
}) => {
  watch.expect(failedWith(403))
  const boiler = await company.aDetector({ name: 'Boiler', zone: await company.aZone('Plant room') })
  const fan = await company.anActuator({ name: 'Fan 1' })
  await boiler.reads(3, 'ppm')
  const guard = await company.enter(page, await company.aPerson({ role: 'guard', name: 'Kwame Mensah' }))
  await page.goto('/desk')
  await page.getByRole('button', { name: 'All pages' }).click()
  await page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Gas monitoring' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const card = page.getByRole('region', { name: 'Channels now' }).getByRole('listitem').first()
  await expect(card).toContainText(/CO Boiler.*3\.0.*Normal/)
  await boiler.reads(41, 'ppm')
  await expect(card).toContainText(/41.*Above low/)
  const bar = page.getByTestId('alarm-bar')
  await expect(bar).toContainText(/High.*Carbon monoxide: low alarm.*Boiler/)
  await bar.getByRole('link', { name: 'Carbon monoxide: low alarm' }).click()
  const sheet = page.getByRole('dialog', { name: 'Carbon monoxide: low alarm' })
  const facts = sheet.getByTestId('alarm-facts')
  await sheet.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(facts).toContainText('By Kwame Mensah')
  await expect(bar).toHaveCount(0)
  await expect(sheet.getByText('Its condition still holds')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Resolve…' })).toHaveCount(0)

  // It is over once it has been so for half a minute, which is moved here.
  await boiler.reads(4, 'ppm')
  await passOffDelay(store, boiler)
  await expect(facts).toContainText(/Latched.*Returned to normal/)
  await sheet.getByRole('button', { name: 'Resolve…' }).click()
  const resolving = page.getByRole('dialog', { name: /^Resolve Carbon monoxide: low alarm/ })
  await resolving.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(resolving.getByText('Say why it is over')).toBeVisible()
  await resolving.getByRole('textbox', { name: 'Reason' }).fill('A van was left running')
  await resolving.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(resolving).toBeHidden()
  expect((await guard.ask(alarms.list, { state: 'open' })).alarms).toEqual([])
  await follow(page, '/gas-monitoring')
  await expect(card).toContainText(/4\.0.*Normal/)

  // A guard switches fans, and changes nothing else.
  await expect(page.getByRole('tab')).toHaveText([
    'Now',
    'Compare',
    'Shift report',
    'Cause and effect',
    'Actuators',
    'Set points',
    'Detectors',
  ])
  await page.getByRole('tab', { name: 'Set points' }).click()
  await expect(page.getByRole('link', { name: 'Carbon monoxide: low alarm: 35 ppm' })).toBeVisible()
  for (const name of ['New area', 'Proposals', 'Apply a profile', 'Require a second person'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Detectors' }).click()
  await page.getByRole('grid', { name: 'Gas detectors' }).getByRole('link', { name: 'Boiler' }).click()
  const detector = page.getByRole('dialog', { name: 'Boiler' })
  await expect(detector.getByText('Nothing recorded yet')).toBeVisible()
  await expect(detector.getByRole('link', { name: /Record service/ })).toHaveCount(0)
  await expect(detector.getByRole('button', { name: /Take out of service/ })).toHaveCount(0)
  await follow(page, '/gas-monitoring/exposure')
  await expect(page.getByText('You may not see this')).toBeVisible()
  const change = { kind: 'second-person', wanted: true } as const
  const now = new Date().toISOString()
  for (const refused of [
    () => send(page, guard, setPoints.apply, { change, reason: 'Asked for' }),
    () => send(page, guard, actuators.update, { actuatorId: fan.id, purpose: 'horn' }),
    () =>
      send(page, guard, service.recordEntry, {
        deviceId: boiler.id,
        channel: 'CO',
        kind: 'inspection',
        at: now,
        remark: '',
      }),
    () => guard.ask(exposure.people, { deviceId: boiler.id, from: ago(dayMs), to: now, reason: 'Curious' }),
  ])
    await expect(refused()).rejects.toThrow('403')
})

test('a receptionist is offered nothing of gas, is kept out of its pages with what is missing, and refused by the server', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(failedWith(403))
  const boiler = await company.aDetector({ name: 'Boiler', zone: await company.aZone('Plant room') })
  await boiler.reads(80, 'ppm')
  const desk = await company.enter(page, await company.aPerson({ role: 'receptionist', name: 'Ada Byron' }))
  await page.goto('/visitors')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await page.getByRole('button', { name: 'All pages' }).click()
  const all = page.getByRole('dialog', { name: 'All pages' })
  await expect(all.getByRole('link', { name: 'Visitors' })).toBeVisible()
  for (const name of ['Gas monitoring', 'People counting', 'Alarms'])
    await expect(all.getByRole('link', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // An alarm of gas asks for no response of hers.
  await expect(page.getByTestId('alarm-bar')).toHaveCount(0)
  for (const path of ['', '/exposure', '/set-points', `?gas=${boiler.id}.CO`]) {
    await follow(page, `/gas-monitoring${path}`)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('Missing required permissions: view_gas_detection')).toBeVisible()
    await expect(page.getByText('Boiler')).toHaveCount(0)
  }
  const span = { from: ago(dayMs), to: new Date().toISOString() }
  for (const refused of [
    () => desk.ask(gas.channels, {}),
    () => desk.ask(gas.history, { deviceId: boiler.id, channel: 'CO', ...span }),
    () => desk.ask(gas.shiftReport, span),
    () => desk.ask(setPoints.list, {}),
    () => desk.ask(service.list, {}),
    () => desk.ask(actuators.list, {}),
    () => desk.ask(exposure.people, { deviceId: boiler.id, ...span, reason: 'Curious' }),
  ])
    await expect(refused()).rejects.toThrow('403')
})

/** What a set point has to be short of for half a minute has been so for that long, once the server has found it short of it. */
const passOffDelay = (
  store: { query(sql: string, values: unknown[]): Promise<{ rowCount: number | null }> },
  { id }: Detector,
) =>
  expect
    .poll(
      async () =>
        (
          await store.query(`update alarm_condition set due_at = now() where device_id = $1 and state = 'returning'`, [
            id,
          ])
        ).rowCount,
    )
    .toBe(1)
