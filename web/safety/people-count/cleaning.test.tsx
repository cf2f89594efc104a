// Cleaning by use: what is due, marking it as cleaned, and choosing after how many uses.
import type { Permission } from '@gatehouse/contract/permissions'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Cleaning } from '@gatehouse/contract/safety/people-count'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

const pages = [
  {
    path: '/cleaning',
    load: async () => (await import('./cleaning-section.tsx')).CleaningSection,
    permissions: [],
  },
]
const hall = { id: uuid(4), name: 'Washroom' }

const aCleaning = (changes: Partial<Cleaning> = {}): Cleaning => ({
  zone: hall,
  uses: 50,
  used: 52,
  isDue: true,
  cleanedAt: beganAt,
  cleanedBy: 'Ada Byron',
  ...changes,
})

const opens = async (
  search = '',
  zones: readonly Cleaning[] = [aCleaning()],
  permissions: readonly Permission[] = ['view_people_count', 'manage_people_count'],
) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(occupancy.now, { zones: [], floors: [], sites: [] })
  server.answers(peopleCount.cleaningList, { zones: [...zones] })
  await browser.open(`/cleaning${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))

test('a zone that is due says so, and is marked as cleaned by whoever sees it', async () => {
  const { user, server } = await opens(
    '',
    [aCleaning(), aCleaning({ zone: { id: uuid(5), name: 'Lobby' }, used: 'few', isDue: false })],
    ['view_people_count'],
  )
  expect(screen.getByText('Due')).toBeDefined()
  expect(screen.getByText('52 of 50')).toBeDefined()
  expect(screen.getByText('< 5 of 50')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Add zone' })).toBeNull()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Cleaning by use' }) })
  server.answers(peopleCount.cleaned, { success: true })
  await user.click(screen.getByRole('button', { name: 'Mark Washroom as cleaned' }))
  expect(server.asked(peopleCount.cleaned)).toEqual([{ zoneId: hall.id }])
})

test('uses are counted on while one looks', async () => {
  const { server } = await opens()
  server.answers(peopleCount.cleaningList, { zones: [aCleaning({ used: 60 })] })
  await advance('61 s')
  expect(screen.getByText('60 of 50')).toBeDefined()
})

test('after how many uses is chosen, and what is typed is checked', async () => {
  const browser = await opens(`?zone=${hall.id}`)
  const { user, server } = browser
  await fill(browser, dialog().getByLabelText(/^Due after/), '0')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(dialog().getByText('Between 1 and 1000000 uses')).toBeDefined()
  await fill(browser, dialog().getByLabelText(/^Due after/), '80')
  server.answers(peopleCount.setCleaning, { success: true })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(peopleCount.setCleaning)).toEqual([{ zoneId: hall.id, uses: 80 }])
})

test('a zone is no more cleaned by use once that is confirmed', async () => {
  const { user, server } = await opens(`?zone=${hall.id}`)
  server.answers(peopleCount.setCleaning, { success: true })
  await user.click(dialog().getByRole('button', { name: 'Do not clean it by use' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop' }))
  expect(server.asked(peopleCount.setCleaning)).toEqual([{ zoneId: hall.id, uses: null }])
})

test('none is a first step', async () => {
  const { user } = await opens('', [])
  await user.click(screen.getByRole('link', { name: 'Add the first zone' }))
  await advance('500 ms')
  await user.click(dialog().getByRole('button', { name: 'Add zone' }))
  expect(dialog().getByText('Choose a zone')).toBeDefined()
})
