import { without } from './inbox-state.ts'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser, storageOf } from '../../kit/testing/a-user.testing.ts'
import { startApplication } from '../../kit/application.ts'
// What is done with a notification fetches it: here it is there, so that no test ends before its fetch.
import '../../kit/live/main-connection.ts'
import { type Session, type SessionState, sessionState, signedOut } from '../../kit/session/session-state.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { inbox as inboxes, type InboxLife } from './inbox.ts'
import { type InboxChanges, inboxChanges } from './inbox-changes.ts'
import { aNotification } from './a-notification.testing.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
const token = `h.${btoa(JSON.stringify({ exp: start / 1000 + 86_400, permissions: [] }))}.s`
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

type Answer = { status?: number; body: unknown }

let asked: string[]
let answer: (call: string) => Answer | Promise<Answer>
let local: Map<string, string>
let otherTabs: ((event: { key: string; newValue: string | null }) => void)[]
let retained: string[]
let inbox: InboxLife & InboxChanges
let session: SessionState
let toasts: ToastQueue

const item = (n: number, changes: Partial<Notification> = {}) =>
  aNotification({
    id: `id-${n}`,
    title: `No. ${n}`,
    timestamp: new Date(start + n * minute).toISOString(),
    ...changes,
  })
const listed = (notifications: readonly Notification[], unreadCount = notifications.length, seq = 0): Answer => ({
  body: { success: true, notifications, unreadCount, total: notifications.length, seq },
})
/** What the inbox shows, as the screen hands it over. */
const shown = (...ids: string[]) => (inbox.currentInbox().items ?? []).filter(({ id }) => ids.includes(id))
const receiveShared = (value: object) => {
  for (const listener of otherTabs) listener({ key: 'notifications', newValue: JSON.stringify(value) })
}
const delivered = (): object => JSON.parse(local.get('notifications') ?? '')
const answersLate = (method: string) => {
  const late = Promise.withResolvers<Answer>()
  answer = (call) => (call.startsWith(method) ? late.promise : done)
  return late.resolve
}
const deletions = () => asked.filter((call) => call.startsWith('DELETE'))
const done: Answer = { body: { success: true, message: 'Done' } }
const lists = () => asked.filter((call) => call.startsWith('GET /api/notifications'))
const toasted = () => toasts.takeAll().map(({ variant, text }) => `${variant}: ${text}`)
const ids = () => inbox.currentInbox().items?.map(({ id }) => id)

const signIn = (changes: Partial<Session> = {}) =>
  session.set({
    ...signedOut,
    status: 'in',
    user: { ...aUser(), token, sessionToken: '' },
    permissions: new Set(['read_notifications']),
    ...changes,
  })

// As the bell does. The application begins anew as when a page is loaded.
const load = async () => {
  const { use } = startApplication()
  otherTabs = []
  session = use(sessionState)
  toasts = use(toastQueue)
  inbox = { ...use(inboxes), ...use(inboxChanges) }
  signIn()
  const leave = inbox.watchInbox(() => {})
  await after(0)
  return leave
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  ;[asked, retained, local] = [[], [], new Map()]
  answer = () => listed([])
  local.set('userInfo', JSON.stringify({ ...aUser(), token, sessionToken: '' }))
  vi.stubGlobal('localStorage', storageOf(local))
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('window', {
    location: { origin: 'http://gatehouse.example' },
    addEventListener: (_: string, listener: () => void) => otherTabs.push(listener),
    removeEventListener: (_: string, listener: () => void) => {
      otherTabs = otherTabs.filter((one) => one !== listener)
    },
  })
  vi.stubGlobal('fetch', async (url: string, { method, keepalive }: RequestInit) => {
    if (url.endsWith('/auth/csrf-token')) return Response.json({ csrfToken: 'token' })
    asked.push(`${method} ${url}`)
    if (keepalive === true) retained.push(`${method} ${url}`)
    const { status = 200, body } = await answer(`${method} ${url.replace(/\?.*/, '')}`)
    return Response.json(body, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('asks once signed in, then every 5 minutes, and no more after signing out', async () => {
  answer = () => listed([item(1)], 7)
  await load()
  expect(lists()).toEqual(['GET /api/notifications?page=1&limit=20'])
  expect(inbox.currentInbox().unread).toBe(7)
  await after(5 * minute - 1)
  expect(lists()).toHaveLength(1)
  await after(1)
  expect(lists()).toHaveLength(2)
  session.set(signedOut)
  expect(inbox.currentInbox()).toMatchObject({ unread: 0, items: null })
  await after(60 * minute)
  expect(lists()).toHaveLength(2)
})

test('does not ask first when the page is loaded again within 15 minutes: the count is known', async () => {
  answer = () => listed([item(1)], 7)
  const leave = await load()
  leave()
  await after(15 * minute - 1)
  await load()
  expect(lists()).toHaveLength(1)
  expect(inbox.currentInbox()).toMatchObject({ unread: 7, items: null })
  // What is opened must be there.
  inbox.openInbox()
  await after(0)
  expect(lists()).toHaveLength(2)
  inbox.openInbox()
  await after(0)
  expect(lists()).toHaveLength(2)
})

test('asks again after 15 minutes, and for somebody else', async () => {
  answer = () => listed([], 7)
  const leave = await load()
  leave()
  await after(15 * minute)
  const again = await load()
  expect(lists()).toHaveLength(2)
  again()
  await load()
  expect(lists()).toHaveLength(2)
  signIn({ user: { ...aUser({ id: 'ada' }), token, sessionToken: '' } })
  expect(inbox.currentInbox().unread).toBe(0)
  await after(0)
  expect(lists()).toHaveLength(3)
})

test('whoever may not read notifications is not asked for', async () => {
  await load()
  const before = lists().length
  signIn({ permissions: new Set() })
  await after(60 * minute)
  expect(lists()).toHaveLength(before)
})

test.each<[string, Answer]>([
  ['the server refuses', { status: 500, body: { code: 'INTERNAL', message: 'No.' } }],
  ['the server says that it was not done', { body: { success: false, message: 'No.' } }],
])('what was changed at once is taken back where %s', async (_, refusal) => {
  answer = (call) => (call.startsWith('GET') ? listed([item(2), item(1)], 25) : refusal)
  await load()
  const changes: [() => void, object, string][] = [
    [() => void inbox.markRead(shown('id-2')), { unread: 24 }, 'Failed to mark notification as read'],
    [() => inbox.removeNotifications(shown('id-1')), { unread: 24 }, 'Failed to delete notification'],
    [() => inbox.clearNotifications(), { unread: 0, items: [] }, 'Failed to clear notifications'],
  ]
  for (const [change, atOnce, failed] of changes) {
    const before = inbox.currentInbox()
    change()
    expect(inbox.currentInbox()).toMatchObject(atOnce)
    await after(6_000)
    expect(inbox.currentInbox()).toEqual(before)
    expect(toasted()).toEqual([`error: ${failed}`])
  }
})

const restored = () => asked.filter((call) => call.endsWith('/restore'))
/** A server that names each deletion by what was deleted. */
const deletes = (notifications: readonly Notification[], unreadCount: number) => (call: string) => {
  if (call.startsWith('GET')) return listed(notifications, unreadCount)
  const [, deletion] = /^DELETE (.+)$/.exec(call) ?? []
  return { body: { success: true, message: 'Done', ...(deletion === undefined ? {} : { deletion }) } }
}

test('what is deleted is deleted at the server at once, and an undo within 6 s restores all of it', async () => {
  answer = deletes([item(3), item(2), item(1)], 9)
  await load()
  const before = inbox.currentInbox()
  inbox.removeNotifications(shown('id-3'))
  await after(0)
  expect(deletions()).toEqual(['DELETE /api/notifications/id-3'])
  await after(5_999)
  inbox.removeNotifications(shown('id-1'))
  expect([ids(), inbox.currentInbox().unread, delivered()]).toMatchObject([['id-2'], 7, { unread: 7 }])
  await after(5_999)
  expect(deletions()).toEqual(['DELETE /api/notifications/id-3', 'DELETE /api/notifications/id-1'])
  expect(inbox.currentInbox().held).toHaveLength(2)
  inbox.undoRemovals()
  expect([inbox.currentInbox(), delivered()]).toMatchObject([before, { unread: 9, change: { kind: 'more' } }])
  await after(0)
  expect(restored()).toHaveLength(2)
  expect(inbox.currentInbox()).toMatchObject(before)
  // While somebody is at the button, it stays.
  inbox.removeNotifications(shown('id-3'))
  inbox.keepHolding()
  await after(minute)
  expect(inbox.currentInbox().held).toHaveLength(1)
  inbox.holdOn()
  await after(6_000)
  expect([inbox.currentInbox().held, ids()]).toEqual([[], ['id-2', 'id-1']])
  inbox.undoRemovals()
  await after(0)
  expect([restored().length, ids()]).toEqual([2, ['id-2', 'id-1']])
})

test.each([
  ['an undo before the server has answered waits for the deletion and restores it', false],
  ['an undo restores what the event of the deletion has taken before its answer', true],
])('%s', async (_, isReported) => {
  answer = () => listed([item(2), item(1)], 2)
  await load()
  const { items } = inbox.currentInbox()
  const answerLate = answersLate('DELETE')
  inbox.removeNotifications(shown('id-1'))
  await after(0)
  const removed = { ids: ['id-1'], unread: ['id-1'] }
  if (isReported) inbox.changeElsewhere(without(inbox.knownInbox(), removed), { kind: 'removed', ids: ['id-1'] })
  inbox.undoRemovals()
  expect([inbox.currentInbox(), restored()]).toMatchObject([{ items, unread: 2 }, []])
  answerLate({ body: { success: true, message: 'Done', deletion: 'one' } })
  await after(0)
  expect([inbox.currentInbox(), restored().length]).toMatchObject([{ items, unread: 2 }, 1])
})

test('what is deleted again while it is being restored is deleted once that is done', async () => {
  answer = deletes([item(2), item(1)], 2)
  await load()
  inbox.removeNotifications(shown('id-1'))
  await after(0)
  const restoreLate = answersLate('POST')
  inbox.undoRemovals()
  await after(0)
  inbox.removeNotifications(shown('id-1'))
  expect([ids(), restored().length, deletions().length]).toEqual([['id-2'], 1, 1])
  restoreLate(done)
  await after(0)
  expect([ids(), deletions().length]).toEqual([['id-2'], 2])
})

test('what cannot be restored is gone again, and that is shown', async () => {
  answer = deletes([item(2), item(1)], 2)
  await load()
  inbox.removeNotifications(shown('id-1'))
  await after(0)
  answer = () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'No.' } })
  inbox.undoRemovals()
  expect(ids()).toEqual(['id-2', 'id-1'])
  await after(0)
  expect([ids(), inbox.currentInbox().unread, toasted()]).toEqual([
    ['id-2'],
    1,
    ['error: Failed to restore notification'],
  ])
})

test('whoever leaves the page has deleted it: what was asked for arrives', async () => {
  answer = deletes([item(2), item(1)], 9)
  await load()
  inbox.removeNotifications(shown('id-1'))
  inbox.clearNotifications()
  await after(0)
  expect([ids(), inbox.currentInbox().unread, inbox.currentInbox().held.length]).toEqual([[], 0, 2])
  const all = `DELETE /api/notifications?until=${encodeURIComponent(item(2).timestamp)}`
  expect(retained).toEqual(['DELETE /api/notifications/id-1', all])
  expect(delivered()).toMatchObject({ unread: 0, change: { kind: 'cleared', until: item(2).timestamp } })
})

test('while a deletion is under way the others come and count without it', async () => {
  const all = Array.from({ length: 20 }, (_, n) => item(30 - n))
  answer = () => listed(all, 30)
  await load()
  answer = () => new Promise<Answer>(() => {})
  inbox.removeNotifications(shown('id-30'))
  expect([ids()?.length, ids()?.[0], inbox.currentInbox().unread]).toEqual([19, 'id-29', 29])
  // Another tab asked the server, which does not know yet.
  receiveShared({ ...delivered(), unread: 30, change: { kind: 'more' } })
  expect(inbox.currentInbox().unread).toBe(29)
  // Another tab that heard of it read one.
  receiveShared({ ...delivered(), unread: 28, change: { kind: 'read', ids: ['id-29'] } })
  expect(inbox.currentInbox().unread).toBe(28)
})

test('one that somebody has deleted elsewhere is deleted', async () => {
  answer = (call) =>
    call.startsWith('GET') ? listed([item(1)]) : { status: 404, body: { code: 'NOT_FOUND', message: 'No.' } }
  await load()
  inbox.removeNotifications(shown('id-1'))
  await after(0)
  expect([ids(), toasted()]).toEqual([[], []])
})

test('what was changed stays changed, whatever an answer says that was on its way', async () => {
  answer = () => listed([item(2), item(1)], 2)
  await load()
  const late = answersLate('GET')
  await after(5 * minute)
  expect(lists()).toHaveLength(2)
  inbox.removeNotifications(shown('id-2'))
  await after(0)
  answer = () => listed([item(1)], 1)
  late(listed([item(2), item(1)], 2))
  await after(0)
  expect([ids(), inbox.currentInbox().unread]).toEqual([['id-1'], 1])
  expect(lists()).toHaveLength(3)
})

test('every tab has the same count, and the same of what it shows', async () => {
  answer = (call) => (call.startsWith('GET') ? listed([item(2), item(1)], 9) : done)
  await load()
  await inbox.markRead(shown('id-2'))
  const mine = delivered()
  expect(mine).toMatchObject({ unread: 8, change: { kind: 'read', ids: ['id-2'] } })
  expect(JSON.stringify(mine)).not.toContain('Something happened')
  receiveShared({ ...mine, unread: 7, change: { kind: 'removed', ids: ['id-1'] } })
  expect([ids(), inbox.currentInbox().unread]).toEqual([['id-2'], 7])
  receiveShared({ ...mine, holder: 'another', unread: 3 })
  expect(inbox.currentInbox().unread).toBe(7)
  // Another tab was told of more: this one asks when it is looked at.
  receiveShared({ ...mine, unread: 10, change: { kind: 'more' } })
  const before = lists().length
  inbox.openInbox()
  await after(0)
  expect(lists()).toHaveLength(before + 1)
})

test('what another tab changed stays changed, whatever an answer says that was on its way', async () => {
  answer = () => listed([item(2), item(1)], 2)
  await load()
  const late = answersLate('GET')
  await after(5 * minute)
  answer = () => listed([item(2, { read: true }), item(1)], 1)
  receiveShared({ ...delivered(), unread: 1, change: { kind: 'read', ids: ['id-2'] } })
  late(listed([item(2), item(1)], 2))
  await after(0)
  expect(inbox.currentInbox()).toMatchObject({ unread: 1, items: [{ read: true }, { read: false }] })
})

test('other tabs hear of a change again once the server knows it', async () => {
  answer = () => listed([item(2), item(1)], 2)
  await load()
  const sent: unknown[] = []
  answer = (call) => {
    sent.push(delivered())
    local.delete('notifications')
    return call.startsWith('GET') ? listed([]) : done
  }
  await inbox.markRead(shown('id-2'))
  inbox.removeNotifications(shown('id-1'))
  await after(0)
  expect(sent).toMatchObject([
    { change: { kind: 'read', ids: ['id-2'] } },
    { change: { kind: 'removed', ids: ['id-1'] } },
  ])
  expect(delivered()).toMatchObject({ unread: 0, change: { kind: 'removed', ids: ['id-1'] } })
})

test('news is told by a toast as loud as its priority; the first look is no news', async () => {
  answer = () => listed([item(1)])
  await load()
  expect(toasted()).toEqual([])
  answer = () => listed([item(4, { priority: 'high' }), item(3, { priority: 'medium' }), item(2), item(1)])
  await after(5 * minute)
  expect(toasted()).toEqual(['info: No. 2', 'warning: No. 3', 'error: No. 4'])
  await after(5 * minute)
  expect(toasted()).toEqual([])
  answer = () => listed([5, 6, 7, 8].map((n) => item(n, { priority: 'medium' })))
  await after(5 * minute)
  expect(toasted()).toEqual(['warning: 4 new notifications'])
})

test('a failure is said and can be tried again; older ones come by the page', async () => {
  answer = () => ({ status: 503, body: { code: 'UNAVAILABLE', message: 'Not now.' } })
  await load()
  expect(inbox.currentInbox()).toMatchObject({ items: null, asking: null, failed: { what: 'newest' } })
  const all = Array.from({ length: 30 }, (_, n) => item(30 - n))
  answer = () => listed(all.slice(0, 20), 30)
  await inbox.askNewest()
  answer = () => listed(all.slice(20), 30)
  await inbox.askOlder()
  expect(lists().at(-1)).toBe('GET /api/notifications?page=2&limit=20')
  expect(inbox.currentInbox()).toMatchObject({ complete: true, failed: null, unread: 30 })
  expect(ids()).toHaveLength(30)
})
