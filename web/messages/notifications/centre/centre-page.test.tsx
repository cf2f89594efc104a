// The notification centre: filtered in the address, dealt with one by one and many at once, by mouse and by keyboard;
// one with its whole text; toasts; and where the connection cannot be made.
import { receipts } from '@gatehouse/contract/messages/channels'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { Parsed } from '@gatehouse/contract/operation'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, type TestBrowser, uuid } from '../../../kit/testing/browser.testing.tsx'
import { advance, beganAt, inMs } from '../../../kit/testing/fake-time.testing.ts'
import { aNotification } from '../a-notification.testing.ts'

const done = { success: true, message: 'Done.' }
const aNotice = (n: number, title: string, changes: Partial<Notification> = {}) =>
  aNotification({
    id: uuid(n),
    title,
    timestamp: new Date(Date.parse(beganAt) - 1_000 * (100 - n)).toISOString(),
    action: 'See your profile',
    path: '/profile',
    ...changes,
  })

/** Somebody with these, newest first, and a server that has them until they are deleted. */
const withNotices = (...given: Notification[]): TestBrowser & { readonly unread: () => number } => {
  const browser = aBrowser()
  const { server } = browser
  let held = given
  const unread = () => held.filter(({ read }) => !read).length
  browser.signedIn({ permissions: ['read_profile', 'read_notifications'] })
  server.hangsOtherwise()
  server.hasUnread({ seq: held.length, unreadCount: unread() })
  server.answers(notifications.list, (asked) => {
    const found = held.filter((each) => passes(each, asked))
    return { success: true, notifications: found, unreadCount: unread(), total: found.length, seq: given.length }
  })
  const mark = (read: boolean, isMeant: (each: Notification) => boolean) => {
    held = held.map((each) => (isMeant(each) ? { ...each, read } : each))
    return done
  }
  server.answers(notifications.read, ({ id }) => mark(true, (each) => each.id === id))
  server.answers(notifications.unread, ({ id }) => mark(false, (each) => each.id === id))
  server.answers(notifications.readMany, (asked) =>
    mark(true, (each) => ('ids' in asked ? asked.ids.includes(each.id) : each.timestamp <= asked.until)),
  )
  const deletions = new Map<string, Notification[]>()
  const remove = (ids: readonly string[]) => {
    const deletion = uuid(900 + deletions.size)
    deletions.set(deletion, held)
    held = held.filter(({ id }) => !ids.includes(id))
    return { ...done, deletion }
  }
  server.answers(notifications.removeMany, ({ ids }) => remove(ids))
  server.answers(notifications.remove, ({ id }) => remove([id]))
  server.answers(notifications.restore, ({ deletion }) => {
    held = deletions.get(deletion) ?? held
    return done
  })
  return { ...browser, unread }
}

const passes = (
  { read, priority, kind, title, timestamp }: Notification,
  asked: Parsed<typeof notifications.list>,
): boolean =>
  (asked.read === undefined || String(read) === asked.read) &&
  (asked.priority === undefined || priority === asked.priority) &&
  (asked.kind === undefined || kind === asked.kind) &&
  (asked.q === undefined || title.toLowerCase().includes(asked.q)) &&
  (asked.from === undefined || timestamp >= asked.from)

const bell = () => document.querySelector<HTMLElement>('button[aria-label^="Notifications"]')
const rows = () => [...document.querySelectorAll('section[aria-label="Notifications"] li')]
const titles = () => rows().map((row) => row.querySelector('a')?.textContent?.trim() ?? '')
const row = (title: string) => {
  const found = rows().find(({ textContent }) => textContent.includes(title))
  if (!(found instanceof HTMLElement)) throw new Error(`There is no row ${title}`)
  return within(found)
}
const box = (title: string) => screen.getByLabelText(`Choose: ${title}`)
const press = (name: string | RegExp) => screen.getByText(name, { selector: 'main button' })
const unreadOnBell = () => Number(/, (\d+) unread/.exec(bell()?.getAttribute('aria-label') ?? '')?.[1] ?? 0)

const six = () => [
  aNotice(6, 'Three'),
  aNotice(5, 'Two'),
  aNotice(4, 'One'),
  aNotice(3, 'Somebody signed in', { kind: 'new-sign-in', priority: 'high' }),
  aNotice(2, 'Gate is offline', { kind: 'alarm-medium', priority: 'medium' }),
  aNotice(1, 'Long ago', { timestamp: new Date(Date.parse(beganAt) - 40 * 24 * inMs('1 h')).toISOString() }),
]

test('the centre is led to by the panel, and its filters stand in the address', async () => {
  const browser = withNotices(...six())
  const { user, open, address } = browser
  await open('/profile')
  await advance('1 s')
  await user.click(bell() ?? document.body)
  await advance('500 ms')
  await user.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'See all' }))
  await advance('1 s')
  expect(address()).toBe('/notifications')
  expect(rows()).toHaveLength(6)
  expect(row('Somebody signed in').getByText('High priority')).toBeTruthy()

  await user.click(screen.getByLabelText('Priority'))
  await user.click(screen.getByRole('option', { name: 'Medium priority' }))
  await advance('500 ms')
  expect(address()).toBe('/notifications?priority=medium')
  expect(rows()).toHaveLength(1)
  await open('/notifications?kind=new-sign-in')
  expect(titles()).toEqual([expect.stringContaining('Somebody signed in')])
  await open('/notifications?period=week')
  expect(rows()).toHaveLength(5)
  await fill(browser, screen.getByLabelText('Search notifications'), 'gate')
  await advance('1 s')
  expect(titles()).toEqual([expect.stringContaining('Gate is offline')])
  expect(address()).toBe('/notifications?period=week&q=gate')
  await user.click(screen.getByLabelText('Clear filters'))
  await advance('500 ms')
  expect(rows()).toHaveLength(6)
  expect(screen.getByLabelText<HTMLInputElement>('Search notifications').value).toBe('')
})

test('many are chosen by mouse with Shift and by keyboard, read, unread, deleted and had back', async () => {
  const { server, user, open, unread } = withNotices(...six())
  await open('/notifications')
  await advance('1 s')
  await user.click(box('Three'))
  await user.keyboard('{Shift>}')
  await user.click(box('One'))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 chosen')).toBeTruthy()
  await user.click(press('Mark as read'))
  expect(unreadOnBell()).toBe(3)
  await user.click(press(/^Unread/))
  await advance('500 ms')
  expect(rows()).toHaveLength(3)
  await user.click(press('Read'))
  await advance('500 ms')
  expect(titles()).toEqual(['Three', 'Two', 'One'].map((title) => expect.stringContaining(title)))
  box('Three').focus()
  await user.keyboard(' ')
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(screen.getByText('2 chosen')).toBeTruthy()
  await user.click(press('Mark as unread'))
  await advance('500 ms')
  expect(unreadOnBell()).toBe(5)
  await user.click(press('All'))
  await advance('500 ms')
  expect(rows()).toHaveLength(6)
  box('Two').focus()
  await user.keyboard('{Control>}a{/Control}')
  expect(screen.getByText('6 chosen')).toBeTruthy()
  await user.keyboard('{Delete}')
  expect(screen.getByText('No notifications')).toBeTruthy()
  expect(unreadOnBell()).toBe(0)
  await user.click(press('Undo'))
  await advance('500 ms')
  expect(rows()).toHaveLength(6)
  await user.click(box('Two'))
  await user.keyboard('{Delete}')
  expect(rows()).toHaveLength(5)
  await user.keyboard('{Control>}z{/Control}')
  await advance('500 ms')
  expect(rows()).toHaveLength(6)
  await user.click(press('Mark all as read'))
  await advance('500 ms')
  expect(unreadOnBell()).toBe(0)
  expect(unread()).toBe(0)
  server.hasUnread({ seq: 6, unreadCount: 0 })
  await open('/notifications')
  await advance('1 s')
  expect(rows()).toHaveLength(6)
  expect(unreadOnBell()).toBe(0)
  await user.click(press(/^Unread/))
  await advance('500 ms')
  expect(screen.getByText('No unread notifications')).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('main') })
})

test('each has an address of its own, its whole text, what became of it, and where it leads', async () => {
  const message = 'It is a long story that does not fit two lines. '.repeat(8).trim()
  const { server, user, open, address } = withNotices(
    aNotice(2, 'Besides'),
    aNotice(1, 'The story', { message, priority: 'high' }),
  )
  server.answers(receipts, {
    receipts: [{ channel: 'in-app', to: 'Here', status: 'delivered', says: 'It was shown.', at: beganAt }],
  })
  await open(`/notifications/${uuid(1)}`)
  await advance('1 s')
  expect(address()).toBe(`/notifications?open=${uuid(1)}`)
  const sheet = () => within(screen.getByRole('dialog'))
  expect(sheet().getByRole('heading', { name: 'The story' })).toBeTruthy()
  expect(sheet().getByText(message)).toBeTruthy()
  expect(sheet().getByText('High priority')).toBeTruthy()
  expect(sheet().getByRole('region', { name: 'Delivery' }).textContent).toContain('In Gatehouse')
  expect(unreadOnBell()).toBe(1)
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.keyboard('{Escape}')
  await advance('500 ms')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/notifications')
  await user.click(row('Besides').getByRole('link'))
  await advance('500 ms')
  expect(sheet().getByRole('heading', { name: 'Besides' })).toBeTruthy()
  await user.click(sheet().getByRole('button', { name: 'Mark as unread' }))
  expect(sheet().getByRole('button', { name: 'Mark as read' })).toBeTruthy()
  // Opened here, Back closes it.
  window.history.back()
  await advance('500 ms')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(unreadOnBell()).toBe(1)
  await user.click(row('The story').getByRole('link'))
  await advance('500 ms')
  await user.click(sheet().getByRole('link', { name: 'See your profile' }))
  await advance('500 ms')
  expect(address()).toBe('/profile')
})

test('of somebody else, and of nobody, there is nothing at its address', async () => {
  const { server, open } = withNotices()
  server.refuses(notifications.byId, 404, { code: 'NOT_FOUND', message: 'No.' })
  await open(`/notifications/${uuid(7)}`)
  await advance('1 s')
  expect(screen.getByText('This notification is not there')).toBeTruthy()
})

test('a toast is as loud as the priority, and many at once are summed up', async () => {
  const { server, open } = withNotices()
  await open('/profile')
  await advance('1 s')
  let seq = 0
  const comes = (title: string, priority: Notification['priority'] = 'low') => {
    seq += 1
    server.notifies({ ...aNotice(seq, title, { priority, timestamp: new Date().toISOString() }), seq })
  }
  for (const [priority, tone] of [
    ['low', 'info'],
    ['medium', 'warning'],
    ['high', 'error'],
  ] as const) {
    comes(`Of ${priority} priority`, priority)
    await advance('500 ms')
    const toast = [...document.querySelectorAll(`.notistack-MuiContent-${tone}`)]
    expect(toast.map(({ textContent }) => textContent).join()).toContain(`Of ${priority} priority`)
  }
  for (const n of [1, 2, 3, 4]) comes(`Number ${n}`)
  await advance('500 ms')
  expect(screen.getAllByText('4 new notifications').length).toBeGreaterThan(0)
  expect(unreadOnBell()).toBe(7)
})

test('where the connection cannot be made it is said, and made once it can be', async () => {
  const { server, user, open } = withNotices()
  server.keepsSockets('cut off')
  await open('/profile')
  await advance('10 s')
  expect(bell()?.getAttribute('aria-label')).toMatch(/not connected$/)
  expect(screen.getAllByText('Failed to connect to notification service').length).toBeGreaterThan(0)
  await user.click(bell() ?? document.body)
  await advance('500 ms')
  const panel = within(screen.getByRole('dialog'))
  expect(panel.getByRole('alert').textContent).toContain('Failed to connect to notification service')
  await expectAccessible({ within: screen.getByRole('dialog') })
  server.keepsSockets('open')
  await user.click(panel.getByRole('button', { name: 'Reconnect' }))
  await advance('1 s')
  expect(panel.queryByRole('alert')).toBeNull()
  expect(bell()?.getAttribute('aria-label')).not.toMatch(/not connected/)
})
