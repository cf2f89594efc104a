// The shift log on the desk: read, marked, written, and what is begun survives whatever takes one away from it.
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import type { ShiftNote } from '@gatehouse/contract/safety/shift-notes'
import { own, type Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { announcedNow, textOf } from '../../kit/testing/announced.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { ShiftLogCard } from './shift-log-card.tsx'

const Desk = () => (
  <>
    <PageHeader title="Desk" />
    <ShiftLogCard />
  </>
)
const Elsewhere = () => <PageHeader title="Elsewhere" />

const pages = [
  { path: '/desk', permissions: ['read_profile'] as const, load: async () => Desk },
  { path: '/alarms', permissions: ['read_profile'] as const, load: async () => Elsewhere },
]
const holding: readonly Permission[] = [...own, 'read_profile', 'read_dashboard', 'acknowledge_alarms']

const aNote = (n: number, more: Partial<ShiftNote> = {}): ShiftNote => ({
  id: uuid(100 + n),
  at: '2026-11-23T09:30:00.000Z',
  by: 'Ada Lovelace',
  text: `Note ${n}`,
  readBy: [],
  isRead: true,
  ...more,
})

const readIt: Partial<ShiftNote> = { isRead: true, readBy: [{ name: 'Kwame Mensah', at: beganAt }] }

/** The server holds these, newest first; tests change them. */
const aDesk = (notes: readonly ShiftNote[], permissions = holding, size = {}) => {
  const browser = aBrowser(size)
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  const store = [...notes]
  browser.server.answers(shiftNotes.list, ({ limit, cursor = '0' }) => {
    const end = Number(cursor) + limit
    return { notes: store.slice(Number(cursor), end), next: end < store.length ? String(end) : null }
  })
  return { ...browser, store }
}

const opens = async <B extends ReturnType<typeof aBrowser>>(browser: B): Promise<B> => {
  await browser.open('/desk', undefined, pages)
  await advance('1 s')
  return browser
}

const card = () => within(screen.getByRole('region', { name: 'Shift log' }))
const items = () => within(card().getByRole('region', { name: 'Notes of the shift log' })).getAllByRole('listitem')
const field = () => card().getByRole('textbox', { name: /^Note/ })
const begins = async ({ user }: Pick<ReturnType<typeof aBrowser>, 'user'>) => {
  await user.click(card().getByRole('button', { name: 'Write note' }))
  await advance('500 ms')
}

test('the newest notes are there: who wrote them, when, and which are unread', async () => {
  await opens(aDesk([aNote(1, { isRead: false, text: 'Lift 2 is stuck.\nThe engineer comes at 14:00.' }), aNote(2)]))
  expect(items().map(textOf)[0]).toContain('Ada Lovelace30 min agoUnread')
  expect(items()[0]?.textContent).toContain('Lift 2 is stuck.\nThe engineer comes at 14:00.')
  expect(items().map(textOf)[1]).not.toContain('Unread')
  expect(card().getByText('1 unread')).toBeTruthy()
  await expectAccessible()
})

test('a note is marked as read, once', async () => {
  const browser = await opens(aDesk([aNote(1, { isRead: false })]))
  browser.server.answers(shiftNotes.read, () => {
    browser.store.splice(0, 1, aNote(1, readIt))
    return { note: aNote(1, readIt) }
  })
  const answer = browser.server.hangs(shiftNotes.read)
  const button = card().getByRole('button', { name: 'Mark as read the note by Ada Lovelace' })
  await browser.user.click(button)
  await browser.user.click(button)
  answer()
  await advance('1 s')
  expect(browser.server.asked(shiftNotes.read)).toEqual([{ id: uuid(101) }])
  expect(card().queryByRole('button', { name: /^Mark as read/ })).toBeNull()
  expect(card().queryByText('1 unread')).toBeNull()
  await browser.user.click(card().getByRole('button', { name: /^Read by 1/ }))
  expect(card().getByText('Kwame Mensah')).toBeTruthy()
})

test('where marking fails the note stays unread and says so', async () => {
  const browser = await opens(aDesk([aNote(1, { isRead: false })]))
  browser.server.refuses(shiftNotes.read, 500)
  await browser.user.click(card().getByRole('button', { name: /^Mark as read/ }))
  expect(announcedNow()).toContain('It could not be marked as read. Please try again.')
  expect(card().getByRole('button', { name: /^Mark as read/ })).toBeTruthy()
})

test('a note is written, and stands on top', async () => {
  const browser = await opens(aDesk([aNote(2)]))
  browser.server.answers(shiftNotes.write, ({ text }) => {
    const note = aNote(1, { by: 'Kwame Mensah', text, at: beganAt })
    browser.store.unshift(note)
    return { note }
  })
  await begins(browser)
  expect(document.activeElement).toBe(field())
  await browser.user.click(card().getByRole('button', { name: 'Add note' }))
  expect(card().getByText('Write what the next shift needs to know')).toBeTruthy()
  await fill(browser, field(), '  The north gate sticks.  ')
  await expectAccessible()
  await browser.user.click(card().getByRole('button', { name: 'Add note' }))
  await advance('1 s')
  expect(browser.server.asked(shiftNotes.write)).toEqual([{ text: 'The north gate sticks.' }])
  expect(items().map(textOf)[0]).toContain('The north gate sticks.')
  expect(card().queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(card().getByRole('button', { name: 'Write note' }))
  expect(announcedNow()).toContain('The note is in the shift log.')
})

test('a note that could not be sent stays as it is typed', async () => {
  const browser = await opens(aDesk([]))
  browser.server.refuses(shiftNotes.write, 500, { message: 'The store is busy.' })
  await begins(browser)
  await fill(browser, field(), 'The north gate sticks.')
  await browser.user.click(card().getByRole('button', { name: 'Add note' }))
  await advance('1 s')
  expect(announcedNow()).toContain('The store is busy.')
  expect(field()).toHaveProperty('value', 'The north gate sticks.')
})

test('what is begun survives a reload, another page and closing the form; starting over empties it', async () => {
  const browser = await opens(aDesk([]))
  await begins(browser)
  await fill(browser, field(), 'The north')
  await opens(browser)
  expect(field()).toHaveProperty('value', 'The north')
  expect(card().getByText(/^What you had typed here is back/)).toBeTruthy()
  // An alarm takes the guard away: nothing is asked.
  await browser.open('/alarms', undefined, pages)
  await opens(browser)
  expect(field()).toHaveProperty('value', 'The north')
  await browser.user.click(card().getByRole('button', { name: 'Close' }))
  await browser.user.click(card().getByRole('button', { name: 'Continue note' }))
  await advance('500 ms')
  expect(field()).toHaveProperty('value', 'The north')
  await browser.user.click(card().getByRole('button', { name: 'Start over' }))
  expect(field()).toHaveProperty('value', '')
  await opens(browser)
  expect(card().queryByRole('textbox')).toBeNull()
})

test('what is begun is there after the session has ended and begun again, for the same person alone', async () => {
  const browser = await opens(aDesk([]))
  await begins(browser)
  browser.server.refuses(shiftNotes.write, 401)
  await fill(browser, field(), 'The north gate sticks.')
  await browser.user.click(card().getByRole('button', { name: 'Add note' }))
  await advance('1 s')
  expect(screen.queryByRole('region', { name: 'Shift log' })).toBeNull()
  browser.signedIn({ permissions: holding })
  await opens(browser)
  expect(field()).toHaveProperty('value', 'The north gate sticks.')
  browser.signedIn({ permissions: holding, id: uuid(2) })
  await opens(browser)
  expect(card().queryByRole('textbox')).toBeNull()
})

test('older notes come page by page, and where they do not, can be asked for again', async () => {
  const browser = await opens(aDesk(Array.from({ length: 12 }, (_, n) => aNote(n))))
  expect(items()).toHaveLength(5)
  await browser.user.click(card().getByRole('button', { name: 'Show older notes' }))
  await advance('1 s')
  expect(items()).toHaveLength(10)
  browser.server.refuses(shiftNotes.list, 500)
  await browser.user.click(card().getByRole('button', { name: 'Show older notes' }))
  await advance('1 s')
  expect(card().getByText('Older notes could not be loaded.')).toBeTruthy()
  expect(items()).toHaveLength(10)
  browser.server.answers(shiftNotes.list, ({ cursor }) => ({ notes: cursor === '10' ? [aNote(11)] : [], next: null }))
  await browser.user.click(card().getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(items()).toHaveLength(11)
  expect(card().queryByRole('button', { name: 'Show older notes' })).toBeNull()
})

test('a note that somebody else writes appears by itself', async () => {
  const browser = await opens(aDesk([]))
  expect(card().getByText('No notes yet')).toBeTruthy()
  browser.store.unshift(aNote(1, { isRead: false }))
  browser.server.pushes(shiftNotes.changed, { at: beganAt })
  await advance('2 s')
  expect(items().map(textOf)[0]).toContain('Unread')
})

test('while it is loaded the card has its layout; a failure says so, and is tried again', async () => {
  const browser = aDesk([])
  const answer = browser.server.hangs(shiftNotes.list)
  browser.server.refuses(shiftNotes.list, 500, { message: 'The store is busy.' })
  await opens(browser)
  expect(card().getByText('Loading')).toBeTruthy()
  answer()
  await advance('1 s')
  expect(announcedNow().join(' ')).toContain('The shift log could not be loaded')
  browser.server.answers(shiftNotes.list, { notes: [aNote(1)], next: null })
  await browser.user.click(card().getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(items()).toHaveLength(1)
})

test('who may only read the log has no button for writing', async () => {
  await opens(aDesk([aNote(1, { isRead: false })], [...own, 'read_profile', 'read_dashboard']))
  expect(card().queryByRole('button', { name: 'Write note' })).toBeNull()
  expect(card().getByRole('button', { name: /^Mark as read/ })).toBeTruthy()
})

test('who may not read the log is shown what is missing', async () => {
  const browser = await opens(aDesk([aNote(1)], [...own, 'read_profile', 'acknowledge_alarms']))
  expect(card().getByText('You may not see this')).toBeTruthy()
  expect(browser.server.asked(shiftNotes.list)).toEqual([])
})
