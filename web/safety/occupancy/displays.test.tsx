// Displays: adding one, whose link is shown once, and revoking it; and the settings of people counting.
import type { Permission } from '@gatehouse/contract/permissions'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aFigure, aFloor, aSite, hallId, siteId } from './a-figure.testing.ts'

const pages = [
  {
    path: '/displays',
    load: async () => (await import('./displays-section.tsx')).DisplaysSection,
    permissions: [],
  },
  {
    path: '/settings-of-counting',
    load: async () => (await import('./settings-section.tsx')).SettingsSection,
    permissions: [],
  },
]

const aDisplay: occupancy.Display = {
  id: uuid(60),
  place: { id: hallId, name: 'Hall' },
  title: 'North door',
  createdAt: beganAt,
  createdBy: 'Olive Marsh',
  expiresAt: null,
}

const manager: readonly Permission[] = ['view_people_count', 'manage_people_count']

const opens = async (address: string, permissions = manager, displays: readonly occupancy.Display[] = [aDisplay]) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, { zones: [aFigure()], floors: [aFloor()], sites: [aSite()] })
  server.answers(occupancy.displays, { displays: [...displays] })
  server.answers(occupancy.settings, {
    sites: [{ siteId, site: 'Meridian Tower', resetAt: '04:00', quietHours: 3 }],
    keepDays: null,
  })
  await browser.open(address, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('a display needs a place and a title; its link is shown once, to copy and to scan', async () => {
  const browser = await opens('/displays?display=new')
  const { user, server } = browser
  await user.click(dialog().getByRole('button', { name: 'Add display' }))
  expect(dialog().getByText('Choose a site, a floor or a zone')).toBeDefined()
  expect(dialog().getByText('Give it a title: everybody sees it')).toBeDefined()
  await user.click(dialog().getByRole('combobox', { name: /Shows the people in/ }))
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Meridian Tower', 'Ground floor (floor)', 'Hall'])
  await user.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Hall' }))
  await fill(browser, dialog().getByLabelText(/^Title/), 'North door')
  server.refuses(occupancy.createDisplay, 422, {
    details: [{ field: 'expiresAt', message: 'Choose a time to come, or none' }],
  })
  await user.click(dialog().getByRole('button', { name: 'Add display' }))
  expect(dialog().getByText('Choose a time to come, or none')).toBeDefined()
  expect(dialog().getByDisplayValue('North door')).toBeDefined()
  server.answers(occupancy.createDisplay, { display: aDisplay, secret: 'of-the-link' })
  await user.click(dialog().getByRole('button', { name: 'Add display' }))
  expect(server.asked(occupancy.createDisplay).at(-1)).toEqual({
    placeId: hallId,
    title: 'North door',
    expiresAt: null,
  })
  expect(dialog().getByText(/\/display\?secret=of-the-link$/)).toBeDefined()
  expect(dialog().getByRole('img', { name: 'QR code of the link of the display' })).toBeDefined()
  expect(dialog().getByText(/it is not shown again/)).toBeDefined()
})

test('a display is revoked once that is confirmed', async () => {
  const { user, server } = await opens('/displays')
  await expectAccessible({ within: screen.getByRole('region', { name: 'Displays at entrances' }) })
  server.answers(occupancy.revokeDisplay, { success: true })
  await user.click(screen.getByRole('button', { name: 'Revoke North door' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(server.asked(occupancy.revokeDisplay)).toEqual([{ displayId: aDisplay.id }])
})

test('none is a first step', async () => {
  await opens('/displays', manager, [])
  expect(screen.getByRole('link', { name: 'Add the first display' })).toBeDefined()
})

test('who may not manage displays sees what is missing', async () => {
  const { server } = await opens('/displays', ['view_people_count'])
  expect(screen.getByText('You may not see this')).toBeDefined()
  expect(server.asked(occupancy.displays)).toEqual([])
})

test('the nightly reset of a site is changed, and switched off', async () => {
  const browser = await opens('/settings-of-counting')
  const { user, server } = browser
  expect(screen.getByText('At 04:00, after 3 hours without movement')).toBeDefined()
  expect(screen.getByText('400 days, as the installation')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Settings of people counting' }) })
  await user.click(screen.getByRole('link', { name: 'Change the reset of Meridian Tower' }))
  await advance('500 ms')
  await fill(browser, dialog().getByLabelText(/^Hours without movement/), '25')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(dialog().getByText('Between 1 and 24 hours')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Hours without movement/), '5')
  await user.click(dialog().getByRole('checkbox', { name: /^Reset to nobody/ }))
  server.answers(occupancy.setReset, {
    settings: { siteId, site: 'Meridian Tower', resetAt: null, quietHours: 5 },
  })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(occupancy.setReset)).toEqual([{ siteId, resetAt: null, quietHours: 5 }])
})

test('how long counts are stored is changed; empty is as long as the installation', async () => {
  const browser = await opens('/settings-of-counting?retention=change')
  const { user, server } = browser
  await fill(browser, dialog().getByLabelText(/^Days/), '500')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(dialog().getByText('Between 1 and 400 days')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Days/), '90')
  server.answers(occupancy.setRetention, { keepDays: 90 })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(occupancy.setRetention)).toEqual([{ keepDays: 90 }])
})

test('who may look and not manage changes no setting', async () => {
  await opens(`/settings-of-counting?reset=${siteId}`, ['view_people_count'])
  expect(screen.queryByRole('link', { name: /^Change/ })).toBeNull()
  expect(dialog().getByText('This site is not there')).toBeDefined()
})
