// The question before a door is unlocked: it names the door and the effect, Enter confirms, Escape leaves, and a door
// that no command reaches is not unlocked.
import { byId as commandById } from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { aDoor, aDoorState, aDoorAlarm } from './a-door.testing.ts'

const withDoor = async (more: Partial<Door> = {}) => {
  const browser = aBrowser()
  const door = aDoor(uuid(11), {
    name: 'Fire exit',
    state: { ...aDoorState({ deviceId: uuid(11) }), contactSince: null },
    ...more,
  })
  browser.signedIn({ permissions: ['read_doors', 'operate_doors', 'acknowledge_alarms'] })
  browser.server.hangsOtherwise()
  browser.server.answers(doors.byId, { door })
  browser.server.answers(doors.unlock, { commandId: uuid(12) })
  browser.server.hangs(commandById)
  await browser.open(`/doors/${door.id}`)
  return browser
}

const sheet = () => screen.findByRole('dialog', { name: 'Fire exit' })
const question = () => screen.findByRole('dialog', { name: 'Unlock Fire exit?' })

test('has the focus on what confirms: Enter unlocks, and nothing was sent before', async () => {
  const { user, server } = await withDoor()
  await user.click(within(await sheet()).getByRole('button', { name: /^Unlock Fire exit ?…$/ }))
  const confirm = within(await question()).getByRole('button', { name: 'Unlock for 5 s' })
  expect(document.activeElement).toBe(confirm)
  expect(server.asked(doors.unlock)).toEqual([])
  await user.keyboard('{Enter}')
  expect(server.asked(doors.unlock)).toEqual([{ doorId: uuid(11), seconds: 5 }])
})

test('is left with Escape, and nothing is sent', async () => {
  const { user, server } = await withDoor()
  await user.click(within(await sheet()).getByRole('button', { name: /^Unlock Fire exit ?…$/ }))
  await question()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog', { name: 'Unlock Fire exit?' })).toBeNull()
  expect(server.asked(doors.unlock)).toEqual([])
})

test('is not asked of a door that is offline, and the sheet says why', async () => {
  const { user } = await withDoor({ online: false })
  const unlock = within(await sheet()).getByRole('button', { name: /^Unlock Fire exit ?…$/ })
  expect(unlock.getAttribute('aria-disabled')).toBe('true')
  expect((await sheet()).textContent).toContain('It is offline: no command reaches it until it is back.')
  await user.click(unlock)
  expect(screen.queryByRole('dialog', { name: 'Unlock Fire exit?' })).toBeNull()
})

test('stands behind Acknowledge while an alarm waits: not filled, and after it', async () => {
  await withDoor({ alarm: aDoorAlarm() })
  const buttons = within(await sheet()).getAllByRole('button')
  const [acknowledge, unlock] = ['Acknowledge', 'Unlock Fire exit…'].map((name) =>
    buttons.findIndex((button) => button.textContent === name),
  )
  expect(acknowledge).toBeGreaterThan(-1)
  expect(acknowledge).toBeLessThan(unlock ?? -1)
  expect(buttons[unlock ?? 0]?.className).not.toContain('contained')
})

test('is not the filled button of a door in alarm once that is acknowledged either', async () => {
  const acknowledged = { by: 'Kwame Mensah', at: '2026-11-27T09:00:00.000Z', note: null }
  await withDoor({ alarm: aDoorAlarm({ acknowledged }) })
  const unlock = within(await sheet()).getByRole('button', { name: /^Unlock Fire exit ?…$/ })
  expect(unlock.className).not.toContain('contained')
})
