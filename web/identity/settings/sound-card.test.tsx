// Tones are chosen, tried and muted for a while; the mute ends by itself.
import { choose, mine, type Sound, usualSound } from '@gatehouse/contract/messages/sound'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { serverNow } from '../../kit/clock.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

const aCard = async (first: Partial<Sound> = {}) => {
  const browser = aBrowser()
  let sound: Sound = { ...usualSound, ...first }
  browser.signedIn({ permissions: ['manage_account', 'read_notifications'] })
  browser.server.hangsOtherwise()
  browser.server.answers(mine, () => ({ sound }))
  browser.server.answers(choose, (chosen) => {
    sound = chosen
    return { sound }
  })
  await browser.open('/settings/account')
  await advance('1 s')
  const card = within(screen.getByRole('region', { name: 'Sound' }))
  return { ...browser, card, stored: () => sound }
}

test('a tone is chosen and stored', async () => {
  const { card, user, stored } = await aCard()
  await user.click(card.getByRole('combobox', { name: 'Alarm tone' }))
  await user.click(screen.getByRole('option', { name: 'Siren' }))
  await advance('1 s')
  expect(stored()).toEqual({ ...usualSound, alarm: 'siren' })
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Try: Ring tone' }).disabled).toBe(false)
})

test('a mute says until when, and is over by itself', async () => {
  const { card, user, stored } = await aCard()
  await user.click(card.getByRole('button', { name: 'Mute for 10 min' }))
  await advance('1 s')
  expect(Date.parse(stored().mutedUntil ?? '') - serverNow()).toBeCloseTo(10 * 60_000 - 1_000, -4)
  expect(card.getByText(/^Muted until \d\d:1\d:\d\d$/)).toBeTruthy()
  await advance('11 min')
  expect(card.getByRole('button', { name: 'Mute for 10 min' })).toBeTruthy()
})

test('unmuted at once', async () => {
  const { card, user, stored } = await aCard({ mutedUntil: new Date(Date.parse(beganAt) + 3_600_000).toISOString() })
  await user.click(card.getByRole('button', { name: 'Unmute' }))
  await advance('1 s')
  expect(stored().mutedUntil).toBeNull()
})

test('without a tone there is nothing to try', async () => {
  const { card } = await aCard({ alarm: 'off' })
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Try: Alarm tone' }).disabled).toBe(true)
})
