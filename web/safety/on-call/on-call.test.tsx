// Who is on call: as it is seen on a desk and on a phone, and how it is changed.
import type { Permission } from '@gatehouse/contract/permissions'
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Absence, Rota, Shift } from '@gatehouse/contract/safety/on-call'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aUser } from '../../kit/testing/a-user.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const pages = [
  { path: '/rotas', load: async () => (await import('./on-call-section.tsx')).OnCallSection, permissions: [] },
]
const ada = { id: uuid(11), name: 'Ada Byron' }
const ben = { id: uuid(12), name: 'Ben Okri' }
const cleo = { id: uuid(13), name: 'Cleo Marsh' }
const at = (day: number, hour = 8) => new Date(Date.UTC(2026, 10, day, hour)).toISOString()

const nightDuty: Rota = {
  id: uuid(20),
  name: 'Night duty',
  userIds: [ada.id, ben.id],
  people: [ada, ben],
  handOverAt: '08:00',
  everyDays: 1,
  startsOn: '2026-11-02',
  now: ada,
  until: at(24),
}
const aShift = (day: number, person: Shift['person'], changes: Partial<Shift> = {}): Shift => ({
  rotaId: nightDuty.id,
  from: at(day),
  to: at(day + 1),
  person,
  because: 'turn',
  overrideId: null,
  ...changes,
})
// Around Monday 23 November 2026, 10:00, where the tests begin.
const planned: Shift[] = [
  aShift(22, ben),
  aShift(23, ada),
  aShift(24, cleo, { because: 'override', overrideId: uuid(30) }),
  aShift(25, ben, { because: 'absence' }),
  aShift(26, null, { because: 'absence' }),
  aShift(27, ada),
  aShift(28, ben),
  aShift(29, ada),
  aShift(30, ben),
]
const holiday: Absence = { id: uuid(40), person: ada, from: at(25), to: at(27), note: 'Holiday' }

interface World {
  readonly search?: string
  readonly width?: number
  readonly permissions?: readonly Permission[]
  readonly rotas?: Rota[]
  readonly timeZone?: string
}

const opens = async (world: World = {}) => {
  const browser = aBrowser({ width: world.width ?? 1440 })
  const { company } = aUser()
  browser.signedIn({
    permissions: world.permissions ?? ['manage_alarms'],
    company: company ?? {
      id: uuid(2),
      name: 'Meridian',
      timeZone: world.timeZone ?? 'UTC',
    },
  })
  browser.server.hangsOtherwise()
  browser.server.answers(onCall.list, { rotas: world.rotas ?? [nightDuty] })
  browser.server.answers(onCall.shifts, { shifts: planned, absences: [holiday] })
  browser.server.answers(onCall.candidates, { people: [ada, ben, cleo] })
  await browser.open(`/rotas${world.search ?? ''}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const field = (label: string | RegExp) => dialog().getByLabelText<HTMLInputElement>(label)
const shiftOf = (day: number) => `${nightDuty.id}~${at(day)}`

test('who is on call now, until when, and the week with the reason of each shift', async () => {
  await opens()
  const now = region('Rotas')
  expect(now.getByText('Ada Byron')).toBeDefined()
  expect(now.getByText('until Tue 24 Nov, 08:00')).toBeDefined()
  expect(now.getByText('Hand-over every day at 08:00: Ada Byron, Ben Okri')).toBeDefined()
  const week = region('Week')
  expect(week.getByRole('heading', { name: '23 – 29 Nov 2026' })).toBeDefined()
  const shifts = within(week.getByRole('region', { name: 'Night duty' })).getAllByRole('link')
  expect(shifts.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Ben Okri, Sun 22 Nov, 08:00 – Mon 23 Nov, 08:00',
    'Ada Byron, Mon 23 Nov, 08:00 – Tue 24 Nov, 08:00',
    'Cleo Marsh, Tue 24 Nov, 08:00 – Wed 25 Nov, 08:00, override',
    'Ben Okri, Wed 25 Nov, 08:00 – Thu 26 Nov, 08:00, covers an absence',
    'Nobody, Thu 26 Nov, 08:00 – Fri 27 Nov, 08:00, nobody is available',
    'Ada Byron, Fri 27 Nov, 08:00 – Sat 28 Nov, 08:00',
    'Ben Okri, Sat 28 Nov, 08:00 – Sun 29 Nov, 08:00',
    'Ada Byron, Sun 29 Nov, 08:00 – Mon 30 Nov, 08:00',
  ])
  const placeOf = (element: HTMLElement | undefined) => {
    const { style } = element?.closest('li') ?? document.body
    return [style.getPropertyValue('--from'), style.getPropertyValue('--for')].map((share) => Number(share) * 7)
  }
  expect(placeOf(shifts[1])).toEqual([expect.closeTo(8 / 24, 6), expect.closeTo(1, 6)])
  expect(placeOf(shifts[7])).toEqual([expect.closeTo(6 + 8 / 24, 6), expect.closeTo(16 / 24, 6)])
  expect(within(week.getByRole('region', { name: 'Absent' })).getByText('Ada Byron')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('main') })
})

test('the week is in the address, and goes on, back, and to today', async () => {
  const { user, address, server } = await opens()
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await advance('500 ms')
  expect(address()).toBe('/rotas?week=2026-11-30')
  expect(screen.getByRole('heading', { name: '30 Nov – 6 Dec 2026' })).toBeDefined()
  expect(server.asked(onCall.shifts).at(-1)).toEqual({ from: at(16, 0), to: new Date('2027-01-11').toISOString() })
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  expect(address()).toBe('/rotas?week=2026-11-16')
  await user.click(screen.getByRole('button', { name: 'Today' }))
  expect(address()).toBe('/rotas')
})

test('the next week is there at once as far as it was asked for, and a far one is awaited', async () => {
  const { user, server, open } = await opens()
  const answer = server.hangs(onCall.shifts)
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await advance('500 ms')
  expect(region('Week').getByRole('link', { name: /^Ben Okri, Mon 30 Nov/ })).toBeDefined()
  for (let step = 0; step < 5; step += 1) await user.click(screen.getByRole('button', { name: 'Next week' }))
  expect(region('Week').queryByRole('link')).toBeNull()
  expect(region('Week').getByText('Loading')).toBeDefined()
  answer()
  await open('/rotas', undefined, pages)
})

test('a phone lists the days, each with its shifts and who is absent', async () => {
  await opens({ width: 390 })
  const days = region('Week').getAllByRole('heading', { level: 3 })
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Mon 23 Nov',
    'Tue 24 Nov',
    'Wed 25 Nov',
    'Thu 26 Nov',
    'Fri 27 Nov',
    'Sat 28 Nov',
    'Sun 29 Nov',
  ])
  const wednesday = within(days[2]?.closest('li') ?? document.body)
  expect(wednesday.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '00:00–08:00Cleo MarshOverride',
    '08:00–24:00Ben OkriCovers an absence',
  ])
  expect(wednesday.getByText('Absent').parentElement?.textContent).toBe('Absent08:00–24:00Ada Byron')
  await expectAccessible({ within: screen.getByRole('main') })
})

test('the day on which the clocks go back is marked, in the time of the site', async () => {
  await opens({ search: '?week=2026-10-19', timeZone: 'Europe/London' })
  expect(region('Week').getByText('Clocks go back 60 min')).toBeDefined()
  expect(region('Week').getByText('Times of the site: Europe/London.')).toBeDefined()
})

test('who looks only has no buttons to change anything', async () => {
  const { user } = await opens({ permissions: ['acknowledge_alarms'] })
  for (const name of ['Add rota', 'Add absence', 'Edit Night duty'])
    expect(screen.queryByRole('link', { name })).toBeNull()
  await user.click(screen.getByRole('link', { name: /^Cleo Marsh/ }))
  await advance('500 ms')
  expect(dialog().getByText('Override')).toBeDefined()
  expect(dialog().queryByRole('link', { name: 'Somebody else…' })).toBeNull()
  expect(dialog().queryByRole('button', { name: 'Remove override' })).toBeNull()
})

test('what is missing is named; no rota offers the first; what fails is asked for again', async () => {
  const { signedIn, open, server, user } = await opens({ permissions: ['read_dashboard'] })
  expect(screen.getByText('You may not see this')).toBeDefined()
  signedIn({ permissions: ['manage_alarms'] })
  server.answers(onCall.list, { rotas: [] })
  await open('/rotas', undefined, pages)
  await advance('500 ms')
  expect(screen.getByRole('link', { name: 'Add the first rota' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Week' })).toBeNull()
  server.answers(onCall.list, { rotas: [nightDuty] })
  server.refuses(onCall.shifts, 500, { message: 'The store is away.' })
  await open('/rotas', undefined, pages)
  await advance('500 ms')
  expect(screen.getByText('The shifts could not be loaded')).toBeDefined()
  server.answers(onCall.shifts, { shifts: planned, absences: [] })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('500 ms')
  expect(region('Week').getAllByRole('link').length).toBe(8)
})

test('when a turn ends, who is on call is asked for again', async () => {
  const { server } = await opens({ rotas: [{ ...nightDuty, until: at(23, 11) }] })
  const asked = server.asked(onCall.list).length
  server.answers(onCall.list, { rotas: [{ ...nightDuty, now: cleo, until: at(25) }] })
  await advance('59 min')
  expect(server.asked(onCall.list).length).toBe(asked)
  await advance('2 min')
  expect(server.asked(onCall.list).length).toBe(asked + 1)
  expect(region('Rotas').getByText('Cleo Marsh')).toBeDefined()
})

test('a rota is added with its people in order', async () => {
  const browser = await opens({ search: '?rota=new', rotas: [] })
  const { user, server, address } = browser
  server.answers(onCall.create, { rota: nightDuty })
  await fill(browser, field(/^Name/), 'Night duty')
  await fill(browser, field(/^Every/), '40')
  await user.click(dialog().getByRole('button', { name: 'Add rota' }))
  expect(dialog().getByText('A number from 1 to 31')).toBeDefined()
  expect(dialog().getByText('Choose a person at least')).toBeDefined()
  await fill(browser, field(/^Every/), '7')
  await user.click(dialog().getByRole('checkbox', { name: 'Ada Byron' }))
  await user.click(dialog().getByRole('checkbox', { name: 'Cleo Marsh' }))
  await user.click(dialog().getByRole('button', { name: 'Move Cleo Marsh up' }))
  await expectAccessible({ within: screen.getByRole('dialog') })
  expect(
    dialog().getByText('Cleo Marsh from Mon 23 Nov, Ada Byron from Mon 30 Nov, then again from the first.'),
  ).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Add rota' }))
  expect(server.asked(onCall.create)).toEqual([
    {
      name: 'Night duty',
      userIds: [cleo.id, ada.id],
      handOverAt: '08:00',
      everyDays: 7,
      startsOn: '2026-11-23',
    },
  ])
  await advance('500 ms')
  expect(address()).toBe('/rotas')
})

test('what the server refuses of a rota stands at its field, and why it is not deleted in the question', async () => {
  const { user, server } = await opens({ search: `?rota=${nightDuty.id}` })
  server.refuses(onCall.update, 422, {
    details: [{ field: 'userIds', message: 'Ben Okri may not acknowledge alarms' }],
  })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(dialog().getByText('Ben Okri may not acknowledge alarms')).toBeDefined()
  server.refuses(onCall.remove, 409, { code: 'IN_USE', message: 'The policy Nights names this rota.' })
  await user.click(dialog().getByRole('button', { name: 'Delete the rota' }))
  const question = within(screen.getByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(question.getByText('The policy Nights names this rota.')).toBeDefined()
})

test('somebody else is on call for a shift: its period is preset', async () => {
  const { user, server, address } = await opens()
  server.answers(onCall.override, { success: true })
  await user.click(screen.getByRole('link', { name: /^Ada Byron, Fri 27 Nov/ }))
  await advance('500 ms')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(dialog().getByRole('link', { name: 'Somebody else…' }))
  await advance('500 ms')
  expect([field(/^From/).value, field(/^Until/).value]).toEqual(['2026-11-27T08:00', '2026-11-28T08:00'])
  await user.click(dialog().getByRole('button', { name: 'Save override' }))
  expect(dialog().getByText('Choose a person')).toBeDefined()
  await user.click(field('Person'))
  await advance('500 ms')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Ben Okri', 'Cleo Marsh'])
  await user.click(screen.getByRole('option', { name: 'Cleo Marsh' }))
  await user.click(dialog().getByRole('button', { name: 'Save override' }))
  expect(server.asked(onCall.override)).toEqual([{ id: nightDuty.id, userId: cleo.id, from: at(27), to: at(28) }])
  await advance('500 ms')
  expect(address()).toBe(`/rotas?${new URLSearchParams({ shift: shiftOf(27) })}`)
})

test('of a shift under way the rest is preset, and one that is over stays as it was', async () => {
  const { open } = await opens({ search: `?${new URLSearchParams({ override: shiftOf(23) })}` })
  expect(field(/^From/).value).toBe('2026-11-23T10:00')
  await open(`/rotas?${new URLSearchParams({ shift: shiftOf(22) })}`, undefined, pages)
  await advance('500 ms')
  expect(dialog().getByText('Turn by the rota')).toBeDefined()
  expect(dialog().queryByRole('link', { name: 'Somebody else…' })).toBeNull()
})

test('two shifts are swapped: one, and then the other', async () => {
  const { user, server } = await opens({ search: `?${new URLSearchParams({ swap: shiftOf(27) })}` })
  server.refuses(onCall.swap, 409, { message: 'One of these shifts has changed meanwhile.' })
  await user.click(dialog().getByRole('combobox', { name: /^With the shift of/ }))
  const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(offered[0]).toBe('Cleo Marsh: Tue 24 Nov, 08:00 – Wed 25 Nov, 08:00')
  expect(offered).not.toContain('Ben Okri: Sun 22 Nov, 08:00 – Mon 23 Nov, 08:00')
  expect(offered.some((words) => words?.startsWith('Ada'))).toBe(false)
  await user.click(screen.getByRole('option', { name: /^Ben Okri: Sat 28/ }))
  expect(dialog().getByText('Ben Okri is on call Fri 27 Nov, 08:00 – Sat 28 Nov, 08:00.')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Swap shifts' }))
  expect(dialog().getByText('One of these shifts has changed meanwhile.')).toBeDefined()
  expect(server.asked(onCall.swap)).toEqual([
    { id: nightDuty.id, first: { from: at(27), to: at(28) }, second: { from: at(28), to: at(29) } },
  ])
})

test('an override is removed', async () => {
  const { user, server } = await opens({ search: `?${new URLSearchParams({ shift: shiftOf(24) })}` })
  server.answers(onCall.removeOverride, { success: true })
  await user.click(dialog().getByRole('button', { name: 'Remove override' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(server.asked(onCall.removeOverride)).toEqual([{ id: nightDuty.id, overrideId: uuid(30) }])
  await advance('500 ms')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('somebody is absent, and no longer', async () => {
  const browser = await opens({ search: '?absence=new' })
  const { user, server } = browser
  server.answers(onCall.addAbsence, { absence: { ...holiday, person: cleo } })
  await user.click(field('Person'))
  await advance('500 ms')
  await user.click(screen.getByRole('option', { name: 'Cleo Marsh' }))
  expect([field(/^From/).value, field(/^Until/).value]).toEqual(['2026-11-24T00:00', '2026-11-25T00:00'])
  await fill(browser, field(/^Until/), '2026-11-23T00:00')
  await user.click(dialog().getByRole('button', { name: 'Add absence' }))
  expect(dialog().getByText('Choose a time after the first')).toBeDefined()
  await fill(browser, field(/^Until/), '2026-11-28T00:00')
  await user.click(dialog().getByRole('button', { name: 'Add absence' }))
  expect(server.asked(onCall.addAbsence)).toEqual([{ userId: cleo.id, from: at(24, 0), to: at(28, 0) }])
  await advance('500 ms')
  server.answers(onCall.removeAbsence, { success: true })
  await user.click(region('Absences').getByRole('button', { name: /^Delete the absence of Ada Byron/ }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(server.asked(onCall.removeAbsence)).toEqual([{ id: holiday.id }])
})

test('a change elsewhere is there by itself', async () => {
  const { server } = await opens()
  server.answers(onCall.list, { rotas: [{ ...nightDuty, now: ben }] })
  server.pushes(onCall.changed, { at: at(23, 10) })
  await advance('2 s')
  expect(region('Rotas').getByText('Ben Okri')).toBeDefined()
})
