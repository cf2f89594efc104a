// A door forced at night: a guard with a phone is told, says so, looks behind the door and locks it; at the desk all of it
// stands on one page as it happens, and on the record with who did it.
import * as activity from '@gatehouse/contract/record/activity'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { desktop, phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

const name = 'Fire exit, rear stair'
const forNow = 'Unlock for 5 s'

test('a door forced at night is one incident, from the alarm on a phone to the lock, and for the desk one page; it is unlocked from the dashboard with the reason it asks for, by those who may', async ({
  page: admins,
  anotherPage,
  company,
}) => {
  const guards = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  const door = await company.aDoor({ name, reasonAsked: 'always' })
  const kwame = await company.aPerson({ role: 'guard', name: 'Kwame Mensah' })
  const administrator = await company.aPerson({ role: 'admin', card: 'card:0000000001' })
  await door.admits(administrator.card)
  const admin = await company.enter(admins, administrator)
  await company.enter(guards, kwame)
  await Promise.all([admins.goto('/doors'), guards.goto('/entry-exit/dashboard')])
  for (const page of [admins, guards]) await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const row = admins.getByRole('grid', { name: 'Doors' }).getByRole('row', { name })
  await expect(row).toContainText('Locked')
  await expectAccessible(admins)

  await door.forcedOpen()
  await expect(row).toContainText('Forced open')
  await row.getByRole('link', { name }).click()
  await admins.getByRole('dialog', { name }).getByRole('link', { name: 'Timeline of this incident' }).click()

  // On patrol, on whatever page: from the bell to the alarm, and on to its door.
  await guards.getByRole('button', { name: /^Notifications, \d+ unread$/ }).tap()
  const notified = guards.getByRole('listitem').filter({ hasText: `Door forced open: ${name}` })
  await notified.getByRole('button', { expanded: false }).tap()
  await notified.getByRole('link', { name: 'View alarm' }).tap()
  const alarm = guards.getByRole('dialog', { name: 'Door forced open' })
  await expect.poll(async () => [...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await alarm.getByLabel('Note').fill('On my way')
  await alarm.getByRole('button', { name: 'Acknowledge' }).tap()
  await expect(alarm.getByText('Acknowledged by Kwame Mensah').first()).toBeVisible()
  await alarm.getByRole('link', { name }).first().tap()
  const sheet = guards.getByRole('dialog', { name })
  await expect(sheet.getByTestId('reported')).toContainText('Contact open')
  await expect(sheet.getByText('Acknowledged by Kwame Mensah')).toBeVisible()
  // This one asks why with every unlock.
  await sheet.getByRole('button', { name: `Unlock ${name}` }).tap()
  const question = guards.getByRole('dialog', { name: `Unlock ${name}?` })
  await question.getByLabel('Why').fill('To look behind it')
  await question.getByRole('button', { name: forNow }).tap()
  await expect(question.getByRole('status').filter({ hasText: 'Unlocked for 5 s' })).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).tap()
  await sheet.getByRole('button', { name: `Lock ${name} now` }).tap()
  await expect(sheet.getByRole('status').filter({ hasText: /^Locked$/ })).toBeVisible()
  await expectAccessible(guards)
  await door.closes()

  // The desk has looked on: nothing was loaded anew there.
  const entries = admins.getByRole('list', { name: 'In order of time' })
  const steps = [
    'Door forced open: raised',
    'Forced open',
    'Door forced open: acknowledged',
    `Unlock ${name} for 5 s`,
    `Lock ${name}`,
    'Closed',
  ]
  const headings = entries.locator('strong').filter({ hasText: new RegExp(`^(${steps.join('|')})$`) })
  await expect(headings).toHaveText(steps)
  await expect(entries).toContainText('Kwame Mensah: “To look behind it”')
  await expect(entries).toContainText('by Kwame Mensah: “On my way”')
  await expectAccessible(admins)
  const correlationId = new URL(admins.url()).pathname.split('/').at(-1) ?? ''
  const { entries: recorded } = await admin.ask(activity.list, { correlationId })
  const deeds = ['alarms.acknowledge', 'doors.unlock', 'doors.unlock.confirmed', 'doors.lock', 'doors.lock.confirmed']
  expect(recorded.filter(({ action }) => deeds.includes(action)).toReversed()).toMatchObject(
    deeds.map((action) => ({
      action,
      actor: kwame.email,
      subject: action === 'alarms.acknowledge' ? `Door forced open at ${name}` : name,
      outcome: 'done',
    })),
  )
  await expect(entries).toContainText(`Commanded ${name} to unlock`)
  await admins.setViewportSize(phone)
  // What is drawn by the width of the window is drawn anew a moment later.
  await expect.poll(() => tooWide(admins)).toEqual([])
  await follow(guards, '/doors')
  await expect(guards.getByRole('row', { name })).toContainText('Locked')
  await expect.poll(() => tooWide(guards)).toEqual([])

  // From where it is shown.
  await admins.setViewportSize(desktop)
  await follow(admins, '/dashboard')
  await expect(admins.locator('html')).toHaveAttribute('data-live', 'live')
  const tile = admins.getByTestId(`door-${door.key}`)
  await tile.hover()
  const button = tile.getByRole('button', { name: `Unlock ${name}…` })
  await button.click()
  const asked = admins.getByRole('dialog', { name: `Unlock ${name}?` })
  const unlock = asked.getByRole('button', { name: forNow })
  await unlock.click()
  await expect(asked).toContainText('Say why, in a few words')
  await asked.getByLabel('Why').fill('A delivery at the back')
  await expectAccessible(admins)
  await unlock.click()
  await expect(asked.getByRole('status').filter({ hasText: 'Unlocked for 5 s' })).toBeVisible()
  await asked.getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()

  // Who may not unlock it is offered nothing of the kind.
  const { logs } = await admin.ask(entryExit.logs, { limit: 1 })
  await company.enter(guards, await company.aPerson({ role: 'auditor' }))
  await guards.goto(`/log-details/${logs[0]?.id}`)
  await expect(guards.getByText('Person and door')).toBeVisible()
  await expect(guards.getByRole('button', { name: /^Unlock/ })).toHaveCount(0)
})

test('a door that was forced and fell shut waits for a guard, who acknowledges it with one tap or one key; by whom is seen everywhere', async ({
  page: admins,
  anotherPage,
  company,
}) => {
  const guards = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  const desk = await anotherPage({ viewport: desktop })
  const [cellar, roof] = [await company.aDoor({ name: 'Cellar' }), await company.aDoor({ name: 'Roof terrace' })]
  await company.aDoor({ name: 'Archive' })
  const kwame = await company.aPerson({ role: 'guard', name: 'Kwame Mensah' })
  await company.enter(guards, kwame)
  await company.enter(desk, await company.aPerson({ role: 'guard', name: 'Ingrid Sørensen' }))
  await company.enter(admins, await company.aPerson({ role: 'admin' }))
  await Promise.all([guards.goto('/doors'), desk.goto('/doors'), admins.goto('/alarms')])
  for (const page of [guards, desk, admins]) await expect(page.locator('html')).toHaveAttribute('data-live', 'live')

  for (const _ of [1, 2, 3]) {
    await roof.forcedOpen()
    await roof.closes()
  }
  await cellar.forcedOpen()
  const first = (page: typeof guards) => page.getByRole('row').nth(1)
  await expect(first(desk)).toContainText(/Cellar.*Forced open/)
  await expect(desk.getByRole('row').nth(2)).toContainText(
    /Roof terrace.*Returned, unacknowledged.*Door forced open 3 times/,
  )
  const listed = admins.getByRole('grid', { name: 'Alarms' }).getByRole('row')
  const needing = listed.filter({ hasText: 'Roof terrace' })
  await expect(needing).toContainText(/Door forced open.*3 times.*Returned, unacknowledged/)
  await expectAccessible(desk)
  await desk.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(desk)

  // One tap on the phone, one key at the desk.
  await expect(first(guards)).toContainText('Cellar')
  await expect.poll(async () => [...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await expectAccessible(guards)
  await first(guards).getByRole('button', { name: 'Acknowledge the alarm of Cellar' }).tap()
  await expect(desk.getByRole('row', { name: 'Cellar' })).toContainText('acknowledged by Kwame Mensah')
  await expect(listed.filter({ hasText: 'Cellar' })).toContainText('Acknowledged by Kwame Mensah')
  await expect(first(desk)).toContainText('Roof terrace')
  await first(desk).focus()
  await desk.keyboard.press('a')
  await expect(desk.getByRole('row', { name: 'Roof terrace' })).not.toContainText('Returned')
  await expect(needing.filter({ hasText: 'Returned' })).toHaveCount(0)

  // What everybody was notified of is read, and says who deals with it.
  await follow(desk, '/notifications')
  const notified = desk.getByRole('listitem').filter({ hasText: 'Door forced open: Roof terrace' })
  await expect(notified).toHaveCount(1)
  await expect(notified).toContainText(/3 times, last.*Acknowledged by Ingrid Sørensen/)
  await expect(notified).not.toHaveAttribute('data-unread')
})
