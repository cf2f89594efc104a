// A lockdown from the desk to the doors: begun by a guard who holds the button, followed door by door, with one that refuses
// at first, and released by a supervisor on a phone. Whoever may do one of these may not do the other. That one is
// prepared in the browser: access-levels.spec.ts.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Page } from '@playwright/test'
import { send } from '../kit/accounts.ts'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const door = 'Canteen'
const banner = (page: Page, name: string) => page.getByRole('status').filter({ hasText: `Lockdown: ${name}` })

test('a lockdown is begun by holding, shown door by door, a door that refuses is commanded again, none opens, and it is released', async ({
  page: guards,
  anotherPage,
  request,
  company,
  watch,
}) => {
  watch.expect(failedWith(409))
  const name = 'Drill of the gate'
  await company.aDoor({ name: door })
  const refusing = await company.aDoor({ name: 'Goods corridor' })
  // What a label hides of it is locked with the others, and counted.
  const hidden = await company.aDoor({ name: 'Bullion store' })
  await company.aLabel({ device: hidden.id })
  const supervisor = await company.aPerson({ role: 'supervisor' })
  const manager = await company.signIn(request, await company.aPerson({ role: 'manager' }))
  await send({ request }, manager, lockdowns.createScenario, {
    name,
    everywhere: true,
    releaseRoleIds: [await company.aRole('supervisor')],
  })

  await company.enter(guards, await company.aPerson({ role: 'guard' }))
  await follow(guards, '/doors/lockdowns')
  await expect(guards.locator('html')).toHaveAttribute('data-live', 'live')
  const listed = Promise.withResolvers<void>()
  await intercept(guards, '**/api/lockdowns/scenarios/*/doors', async (route) => {
    await listed.promise
    await route.continue()
  })
  await guards.getByRole('link', { name: `Lock down ${name}` }).click()
  const question = guards.getByRole('dialog', { name: `Lock down ${name}?` })
  await expect(question).toContainText('never blocks the way out')
  const button = question.getByRole('button', { name: 'Lock down', exact: true })
  // Whoever is quicker than the list of doors finds the button where it was.
  const before = await button.boundingBox()
  listed.resolve()
  await expect(question.getByRole('listitem')).toHaveCount(3)
  await expect(question).toContainText('and 1 more door that labels hide from you')
  await expect(question).not.toContainText('Bullion store')
  await expect(question).toContainText(door)
  await expect.poll(() => button.boundingBox()).toEqual(before)
  // Until it counts, however late a slow page sees that: the button is done then, or what came of it is there.
  const held = question.locator('[data-hold="done"]').or(guards.getByRole('dialog', { name, exact: true }))
  const hold = async () => {
    await button.focus()
    await guards.keyboard.down('Enter')
    await expect(held.first()).toBeVisible()
    await guards.keyboard.up('Enter')
  }
  // A click is not enough; a reason is not needed, and follows.
  await button.click()
  await expect(guards.getByRole('dialog', { name, exact: true })).toHaveCount(0)
  await expectAccessible(guards)
  refusing.refuses()
  await hold()
  const sheet = guards.getByRole('dialog', { name })
  await expect(sheet).toContainText('2 of 3 doors locked down')
  await expect(sheet).toContainText('Not confirmed: 1 refused')
  await sheet.getByRole('button', { name: 'Intruder' }).click()
  await expect(sheet.getByRole('button', { name: 'Change reason' })).toBeVisible()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Goods corridor' })).toContainText('Refused')
  await expect(sheet.getByRole('listitem').filter({ hasText: door })).toContainText('Locked down')
  await expect(sheet.getByRole('listitem').last()).toHaveText(/and 1 more door that labels hide from you.*Locked down/)
  await expect(sheet.getByRole('button', { name: 'Release…' })).toHaveCount(0)
  // Guards run roll-calls too: one that belongs to it can be begun from here.
  await expect(sheet.getByRole('link', { name: 'Start a roll-call' })).toHaveAttribute(
    'href',
    /muster\?start=new&for=[0-9a-f-]{36}&why=Lockdown/,
  )
  await expectAccessible(guards)

  refusing.obeys()
  await sheet.getByRole('button', { name: 'Send again to 1 door' }).click()
  await expect(sheet).toContainText('3 of 3 doors locked down')

  // The door itself says so, and does not open.
  await sheet.getByRole('link', { name: door }).click()
  const doorSheet = guards.getByRole('dialog', { name: door })
  await expect(doorSheet.getByTestId('reported')).toContainText('Locked down')
  await expect(doorSheet.getByTestId('under-lockdown')).toContainText(/No unlock is taken until it is released/)
  await expect(doorSheet.getByTestId('under-lockdown').getByRole('link', { name })).toBeVisible()
  await doorSheet.getByRole('button', { name: `Unlock ${door}` }).click()
  const unlock = guards.getByRole('dialog', { name: `Unlock ${door}?` })
  await expect(unlock.getByRole('button', { name: /^Unlock for/ }).last()).toBeFocused()
  await guards.keyboard.press('Enter')
  await expect(unlock.getByText(`${door} is locked down (${name})`).first()).toBeVisible()
  await guards.keyboard.press('Escape')
  // The sheet hides the page below it from assistive technology: what that says is read when it is shut.
  await doorSheet.getByRole('button', { name: 'Close' }).click()
  await expect(banner(guards, name)).toContainText('3 of 3 doors locked down')

  const supervisors = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  await company.enter(supervisors, supervisor)
  await follow(supervisors, '/doors/lockdowns')
  await supervisors.getByRole('link', { name: `Open or release ${name}` }).click()
  await expect(supervisors.getByRole('dialog', { name })).toContainText('3 of 3 doors locked down')
  await expect.poll(async () => [...(await tooWide(supervisors)), ...(await tooSmall(supervisors))]).toEqual([])
  await supervisors.getByRole('button', { name: 'Release…' }).click()
  // A reason is not needed, and follows by one tap.
  await expectAccessible(supervisors)
  await supervisors.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(supervisors.getByRole('dialog', { name })).toContainText('3 of 3 doors released')
  await supervisors.getByRole('button', { name: 'False alarm' }).click()
  await expect(supervisors.getByRole('button', { name: 'Change release reason' })).toBeVisible()
  await expectAccessible(supervisors)
  await expect(banner(guards, name)).toHaveCount(0)
})
