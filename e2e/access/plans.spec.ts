// A floor gets its place, its plan and its first door: by who manages doors, in the browser; and a guard watches it live.
import { connectAsync } from 'mqtt'
import { randomUUID } from 'node:crypto'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
  <rect x="20" y="20" width="560" height="360" fill="none" stroke="#334155" stroke-width="6"/>
  <line x1="300" y1="20" x2="300" y2="380" stroke="#334155" stroke-width="6"/></svg>`

test('a floor is added, drawn and arranged by keys, and undone; a guard sees the plan live, at the desk and on the phone; a new door connects, and ticks its list off', async ({
  page,
  anotherPage,
  company,
  place,
}) => {
  const fireExit = await company.aDoor({ name: 'Fire exit, rear stair' })
  await company.furtherDoors(9)
  await company.aZone('Lobby')
  const bicycles = `bicycle-store-${randomUUID()}`
  await company.enter(page, await company.aPerson({ role: 'manager' }))
  await follow(page, '/door-management/places')
  await page.getByRole('link', { name: 'Add floor' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add a floor' })
  await form.getByLabel('Name').fill('Mezzanine')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add floor' }).click()
  await page.getByRole('link', { name: 'Plan of Mezzanine' }).click()

  await page.getByRole('link', { name: 'Upload a plan' }).click()
  const sheet = page.getByRole('dialog', { name: 'The plan of Mezzanine' })
  const file = sheet.getByLabel(/Choose a file/)
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no plan') })
  await expect(sheet.getByText('Please use a PNG, JPEG, WebP, GIF or SVG picture, or a PDF.')).toBeVisible()
  await file.setInputFiles({ name: 'mezzanine.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
  await expect(sheet.getByRole('img', { name: 'How Mezzanine will look' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Use as plan' }).click()
  const frame = page.getByRole('region', { name: /^Plan of Mezzanine/ })
  await expect(frame.getByRole('img')).toBeVisible()

  await page.getByLabel('Search devices').fill('fire exit')
  await page.getByRole('button', { name: /^Place Fire exit/ }).click()
  const door = frame.getByRole('button', { name: /^Fire exit/ })
  await expect(door).toHaveAccessibleName(/50 % from the left, 50 % from the top, 0 degrees/)
  // The keyboard goes with what was put there.
  await expect(door).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('r')
  await expect(door).toHaveAccessibleName(/51 % from the left, 60 % from the top, 15 degrees/)
  await page.keyboard.press('Control+z')
  await expect(door).toHaveAccessibleName(/60 % from the top, 0 degrees/)
  // Into the corner: it and its name stay on the plan.
  for (const key of ['ArrowRight', 'ArrowDown'])
    for (let times = 0; times < 5; times++) await page.keyboard.press(`Shift+${key}`)
  await expect(door).toHaveAccessibleName(/100 % from the left, 100 % from the top/)
  await door.scrollIntoViewIfNeeded()
  const box = await door.boundingBox()
  const word = await door.getByText('Fire exit').boundingBox()
  const within = await frame.boundingBox()
  if (!box || !word || !within) throw new Error('the door is not drawn')
  expect(box.x + box.width).toBeLessThanOrEqual(within.x + within.width)
  expect(word.x + word.width).toBeLessThanOrEqual(within.x + within.width)
  expect(word.y + word.height).toBeLessThanOrEqual(box.y + box.height / 2)
  // Waits until it stands still and in the window, as a hand does.
  await door.hover()
  await page.mouse.down()
  await page.mouse.move(within.x + within.width / 3, within.y + within.height / 3, { steps: 4 })
  await page.mouse.up()
  await expect(door).not.toHaveAccessibleName(/100 % from the top/)
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByText('The plan of Mezzanine is saved.')).toBeVisible()

  const guards = await anotherPage()
  await company.enter(guards, await company.aPerson({ role: 'guard' }))
  await follow(guards, '/doors/plan')
  const seen = guards.getByRole('region', { name: /^Plan of Mezzanine/ })
  const shown = seen.getByRole('link', { name: /^Fire exit/ })
  await expect(shown).toContainText('Locked')
  await fireExit.stands({ contact: 'Open', alarm: 'DoorForcedOpen' })
  await expect(shown).toContainText('Forced open')
  await expect(guards.getByRole('region', { name: 'On this plan, as a list' })).toContainText('Forced open')
  await expect(guards.getByRole('link', { name: 'Arrange this plan' })).toHaveCount(0)
  await expectAccessible(guards)
  await guards.setViewportSize(phone)
  // The plan is drawn anew in the frame after.
  await expect.poll(() => tooWide(guards)).toEqual([])
  await shown.click()
  await expect(guards.getByRole('dialog', { name: /^Fire exit/ })).toBeVisible()

  // A door that was never there.
  await follow(page, '/door-management/doors')
  await page.getByRole('link', { name: 'Add door' }).first().click()
  const first = page.getByRole('dialog', { name: 'Add a door' })
  await first.getByLabel('Name').fill('Bicycle store')
  await first.getByLabel('Key').fill(bicycles)
  await first.getByRole('button', { name: 'Add door' }).click()
  const added = page.getByRole('dialog', { name: 'Bicycle store is added' })
  const notified = async (label: string) =>
    (await added.getByRole('listitem').filter({ hasText: label }).locator('code').textContent()) ?? ''
  const [username, password] = [await notified('User name'), await notified('Password')]
  await expectAccessible(page)
  await added.getByRole('link', { name: 'Continue to test' }).click()
  const setup = page.getByRole('dialog', { name: 'Bicycle store' })
  await expect(setup.getByText('Nothing was heard of it yet.')).toBeVisible()

  const controller = await connectAsync(place.mqtt, { username, password })
  const send = (kind: string, more: object) =>
    controller.publishAsync(
      `gatehouse/v1/${bicycles}/${kind}`,
      JSON.stringify({ id: randomUUID(), at: new Date().toISOString(), ...more }),
      { qos: 1 },
    )
  await send('status', { online: true })
  await send('state', { mode: 'Locked', lock: 'Locked', contact: 'Ajar' })
  await send('state', { mode: 'Locked', lock: 'Locked', contact: 'Closed' })
  await expect(setup.getByText(/Locked, lock locked, contact closed/)).toBeVisible()
  await expect(setup.getByText(/contact: Invalid option/)).toBeVisible()
  await controller.subscribeAsync(`gatehouse/v1/${bicycles}/command`, { qos: 1 })
  controller.on('message', (_, payload) => {
    const { commandId }: { commandId: string } = JSON.parse(payload.toString())
    void send('ack', { commandId, result: 'done' })
  })
  await setup
    .getByRole('listitem')
    .filter({ hasText: 'Command test' })
    .getByRole('button', { name: /^Unlock Bicycle store/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Unlock Bicycle store?' })
  await question.getByRole('button', { name: 'Unlock for 5 s' }).click()
  await expect(question.getByRole('status')).toContainText('Unlocked for 5 s')
  await question.getByRole('button', { name: 'Close' }).click()
  await expect(setup.getByRole('listitem').filter({ hasText: 'Command test' })).toContainText('Done')
  await expectAccessible(page)
  await controller.endAsync()
  await page.setViewportSize(phone)
  await expect.poll(() => tooWide(page)).toEqual([])
})
