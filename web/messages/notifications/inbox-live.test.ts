import type { Notification } from '@gatehouse/contract/messages/notifications'
import type { InboxChange, Notified } from '@gatehouse/contract/realtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser, storageOf } from '../../kit/testing/a-user.testing.ts'
import { startApplication } from '../../kit/application.ts'
import { type SessionState, sessionState, signedOut } from '../../kit/session/session-state.ts'
import { type ToastQueue, toastQueue } from '../../ui/feedback/toast.ts'
import { inbox as inboxes, type InboxLife } from './inbox.ts'
import { type InboxChanges, inboxChanges } from './inbox-changes.ts'
import { createInboxLive, type InboxLive } from './inbox-live.ts'
import { news } from './news.ts'
import { aNotification } from './a-notification.testing.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const token = `h.${btoa(JSON.stringify({ exp: start / 1000 + 86_400, permissions: [] }))}.s`
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

let message: string[]
let asked: { call: string; body: unknown }[]
let list: { notifications: Notification[]; unreadCount: number; seq: number }
let answer: (call: string) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>
let local: Map<string, string>
let visibility: string
let otherTabs: ((event: { key: string; newValue: string | null }) => void)[]
let inbox: InboxLife & InboxChanges & InboxLive
let session: SessionState
let toasts: ToastQueue

const item = (n: number, changes: Partial<Notification> = {}) =>
  aNotification({
    id: `id-${n}`,
    title: `No. ${n}`,
    timestamp: new Date(start + n * 60_000).toISOString(),
    ...changes,
  })
const delivered = (seq: number, changes: Partial<Notification> = {}): Notified => ({ ...item(seq), ...changes, seq })
const changed = (change: InboxChange['change'], unreadCount: number): InboxChange => ({ change, unreadCount })
const done = { body: { success: true, message: 'Done' } }
const ids = () => inbox.currentInbox().items?.map(({ id }) => id)
const unread = () => inbox.currentInbox().unread
const shown = (...wanted: string[]) => (inbox.currentInbox().items ?? []).filter(({ id }) => wanted.includes(id))
const toasted = () => toasts.takeAll().map(({ variant, text }) => `${variant}: ${text}`)
const sent = (method: string) => asked.filter(({ call }) => call.startsWith(method))
const shared = (): { seq: number; unread: number } => JSON.parse(local.get('notifications') ?? '{}')
const receiveShared = (value: object) => {
  for (const listener of otherTabs) listener({ key: 'notifications', newValue: JSON.stringify(value) })
}
const signIn = (id = 'kwame') =>
  session.set({
    ...signedOut,
    status: 'in',
    user: { ...aUser({ id }), token, sessionToken: '' },
    permissions: new Set(['read_notifications']),
  })

const load = async () => {
  const { use } = startApplication()
  otherTabs = []
  session = use(sessionState)
  toasts = use(toastQueue)
  const announce = (text: string) => void message.push(text)
  const live = createInboxLive({ announce, inbox: use(inboxes), news: use(news) })
  inbox = { ...use(inboxes), ...use(inboxChanges), ...live }
  signIn()
  const leave = inbox.watchInbox(() => {})
  await after(0)
  return leave
}

beforeEach(async () => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  ;[asked, message, local, visibility] = [[], [], new Map(), 'visible']
  list = { notifications: [item(2), item(1)], unreadCount: 2, seq: 2 }
  answer = (call) =>
    call.startsWith('GET') ? { body: { success: true, ...list, total: list.notifications.length } } : done
  local.set('userInfo', JSON.stringify({ ...aUser(), token, sessionToken: '' }))
  vi.stubGlobal('localStorage', storageOf(local))
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility
    },
  })
  vi.stubGlobal('window', {
    location: { origin: 'http://gatehouse.example' },
    addEventListener: (name: string, listener: () => void) => name === 'storage' && otherTabs.push(listener),
    removeEventListener: () => {},
  })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (url.endsWith('/auth/csrf-token')) return Response.json({ csrfToken: 'token' })
    const call = `${method} ${url}`
    asked.push({ call, body: typeof body === 'string' ? JSON.parse(body) : null })
    const { status = 200, body: answered } = await answer(call)
    return Response.json(answered, { status })
  })
  await load()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what comes is on top, counted once, and said by a toast as loud as its priority', async () => {
  inbox.receiveDelivered(delivered(3, { priority: 'high' }))
  inbox.receiveDelivered(delivered(3, { priority: 'high' }))
  inbox.receiveDelivered(delivered(2))
  expect([ids(), unread()]).toEqual([['id-3', 'id-2', 'id-1'], 3])
  await after(250)
  expect(toasted()).toEqual(['error: No. 3'])
  expect(message).toEqual(['New notification: No. 3'])
  // Polled later, it is no news any more.
  list = { notifications: [item(3), item(2), item(1)], unreadCount: 3, seq: 3 }
  await after(300_000)
  expect([toasted(), unread()]).toEqual([[], 3])
})

test('what comes together is told together, more than three summed up, and only where somebody looks', async () => {
  for (const seq of [3, 4, 5, 6]) inbox.receiveDelivered(delivered(seq, { priority: seq === 4 ? 'medium' : 'low' }))
  await after(250)
  expect(toasted()).toEqual(['warning: 4 new notifications'])
  expect(message).toEqual(['4 new notifications'])
  visibility = 'hidden'
  inbox.receiveDelivered(delivered(7))
  await after(250)
  expect(toasted()).toEqual([])
  expect(unread()).toBe(7)
})

test('goes on from the newest that it has, also after the page is loaded again', async () => {
  expect(inbox.newestHad()).toBe(2)
  inbox.receiveDelivered(delivered(5))
  expect([inbox.newestHad(), shared().seq]).toEqual([5, 5])
  inbox.receiveCaughtUp(9, 3)
  expect([inbox.newestHad(), shared().seq]).toEqual([9, 9])
  await load()
  expect([inbox.newestHad(), unread(), ids()]).toEqual([9, 3, undefined])
  inbox.receiveDelivered(delivered(10))
  expect(unread()).toBe(4)
  // The newest was deleted: what is told from now on lies behind it all the same.
  inbox.receiveCaughtUp(1, 0)
  inbox.receiveDelivered(delivered(11))
  expect([inbox.newestHad(), unread()]).toEqual([11, 1])
})

test('an answer that is older than what came takes nothing away, and a newer one counts it once', async () => {
  const asking = inbox.askNewest()
  inbox.receiveDelivered(delivered(3))
  await asking
  expect([ids(), unread()]).toEqual([['id-3', 'id-2', 'id-1'], 3])
  list = { notifications: [item(3), item(2), item(1)], unreadCount: 3, seq: 3 }
  await inbox.askNewest()
  expect([ids(), unread()]).toEqual([['id-3', 'id-2', 'id-1'], 3])
})

test('what was cleared elsewhere while the connection was away is gone, though the server has no number left', async () => {
  inbox.receiveDelivered(delivered(3))
  list = { notifications: [], unreadCount: 0, seq: 0 }
  inbox.receiveCaughtUp(0, 0)
  await after(0)
  expect([ids(), unread(), inbox.newestHad()]).toEqual([[], 0, 3])
})

test('what is done in another browser is done here, with the count of the server', () => {
  inbox.receiveInboxChange(changed({ kind: 'read', ids: ['id-1', 'unknown'] }, 7))
  expect([shown('id-1')[0]?.read, unread()]).toEqual([true, 7])
  inbox.receiveInboxChange(changed({ kind: 'unread', ids: ['id-1'] }, 8))
  expect([shown('id-1')[0]?.read, unread()]).toEqual([false, 8])
  inbox.receiveInboxChange(changed({ kind: 'removed', ids: ['id-1'] }, 6))
  expect([ids(), unread()]).toEqual([['id-2'], 6])
  inbox.receiveInboxChange(changed({ kind: 'all-read', until: item(2).timestamp }, 0))
  expect([shown('id-2')[0]?.read, unread()]).toEqual([true, 0])
  inbox.receiveDelivered(delivered(3))
  inbox.receiveInboxChange(changed({ kind: 'cleared', until: item(2).timestamp }, 1))
  expect([ids(), unread()]).toEqual([['id-3'], 1])
  inbox.receiveInboxChange(changed({ kind: 'cleared', until: null }, -3))
  expect([ids(), unread()]).toEqual([[], 0])
})

test('a count from before what is under way here does not make the badge jump', async () => {
  let answered: (value: { body: unknown }) => void = () => {}
  answer = () => new Promise((resolve) => (answered = resolve))
  const reading = inbox.markRead(shown('id-1'))
  inbox.receiveInboxChange(changed({ kind: 'read', ids: [] }, 2))
  expect(unread()).toBe(1)
  inbox.receiveInboxChange(changed({ kind: 'read', ids: ['id-1'] }, 1))
  await after(0)
  answered(done)
  await reading
  await after(500)
  expect(unread()).toBe(1)
})

test('what is read and at once unread again is unread on the server too; what else is done waits for neither', async () => {
  let answered: (value: { body: unknown }) => void = () => {}
  const slow = new Promise<{ body: unknown }>((resolve) => (answered = resolve))
  answer = (call) => (call.endsWith('id-1/read') ? slow : done)
  const reading = inbox.markRead(shown('id-1'))
  const unreading = inbox.markUnread(shown('id-1'))
  await inbox.markRead(shown('id-2'))
  const soFar = ['id-1/read', 'id-2/read'].map((end) => `POST /api/notifications/${end}`)
  expect(sent('POST').map(({ call }) => call)).toEqual(soFar)
  answered(done)
  await Promise.all([reading, unreading])
  expect(sent('POST').map(({ call }) => call)).toEqual([...soFar, 'POST /api/notifications/id-1/unread'])
  expect(unread()).toBe(1)
})

test('tabs that are told the same count it once, whichever hears of it first', () => {
  const of = { holder: 'kwame  false', askedAt: start, newestAt: start, change: { kind: 'told' } }
  // The other tab was told before this one.
  receiveShared({ ...of, seq: 3, unread: 3 })
  expect([unread(), ids()]).toEqual([3, ['id-2', 'id-1']])
  inbox.receiveDelivered(delivered(3))
  expect([unread(), ids()]).toEqual([3, ['id-3', 'id-2', 'id-1']])
  // And then this one before the other, which reads one meanwhile.
  inbox.receiveDelivered(delivered(4))
  receiveShared({ ...of, seq: 3, unread: 2, change: { kind: 'read', ids: ['id-1'] } })
  expect(unread()).toBe(3)
})

test('several are read, unread or deleted in one go, and each is taken back where the server refuses', async () => {
  await inbox.markRead(shown('id-1', 'id-2'))
  expect(sent('POST')).toEqual([{ call: 'POST /api/notifications/read', body: { ids: ['id-2', 'id-1'] } }])
  expect(unread()).toBe(0)
  await inbox.markUnread(shown('id-1', 'id-2'))
  expect(
    sent('POST')
      .map(({ call }) => call)
      .slice(1)
      .sort(),
  ).toEqual(['POST /api/notifications/id-1/unread', 'POST /api/notifications/id-2/unread'])
  expect(unread()).toBe(2)
  inbox.removeNotifications(shown('id-1', 'id-2'))
  expect([ids(), unread()]).toEqual([[], 0])
  await after(0)
  expect(sent('POST').at(-1)).toEqual({
    call: 'POST /api/notifications/remove',
    body: { ids: ['id-2', 'id-1'] },
  })

  await inbox.askNewest()
  const before = [ids(), unread()]
  answer = () => ({ status: 500, body: { code: 'INTERNAL', message: 'No.' } })
  await inbox.markRead(shown('id-1', 'id-2'))
  expect([[ids(), unread()], toasted()]).toEqual([before, ['error: Failed to mark notification as read']])
  inbox.removeNotifications(shown('id-1', 'id-2'))
  await after(0)
  expect([[ids(), unread()], toasted()]).toEqual([before, ['error: Failed to delete notification']])
})

test('those of a list that goes further back than what is here are counted too', async () => {
  list = { notifications: [item(2), item(1)], unreadCount: 30, seq: 2 }
  await inbox.askNewest()
  const older = [item(-1), item(-2), item(-3, { read: true })]
  await inbox.markRead(older)
  expect(unread()).toBe(28)
  inbox.removeNotifications([item(-4), item(-5, { read: true }), ...shown('id-1')])
  expect([unread(), ids()]).toEqual([26, ['id-2']])
  inbox.undoRemovals()
  expect([unread(), ids()]).toEqual([28, ['id-2', 'id-1']])
})

test('all are read up to the newest that is shown, here or not, and again unread where the server refuses', async () => {
  list = { notifications: [item(2), item(1)], unreadCount: 30, seq: 2 }
  await inbox.askNewest()
  await inbox.markAllRead()
  expect(sent('POST')).toEqual([{ call: 'POST /api/notifications/read', body: { until: item(2).timestamp } }])
  expect([unread(), shown('id-1', 'id-2').map(({ read }) => read)]).toEqual([0, [true, true]])
  await inbox.askNewest()
  answer = () => ({ body: { success: false, message: 'No.' } })
  await inbox.markAllRead()
  expect([unread(), shown('id-1', 'id-2').map(({ read }) => read)]).toEqual([30, [false, false]])
  expect(toasted()).toEqual(['error: Failed to mark notification as read'])
})

test('what is restored in another browser is asked for', async () => {
  list = { notifications: [item(2)], unreadCount: 1, seq: 2 }
  await inbox.askNewest()
  list = { notifications: [item(2), item(1)], unreadCount: 2, seq: 2 }
  inbox.receiveInboxChange(changed({ kind: 'restored' }, 2))
  await after(0)
  expect([ids(), unread()]).toEqual([['id-2', 'id-1'], 2])
})

test('nothing of one person is told to the next', async () => {
  inbox.receiveDelivered(delivered(3))
  inbox.forgetNews()
  list = { notifications: [], unreadCount: 0, seq: 0 }
  signIn('ada')
  await after(250)
  expect([ids(), unread(), toasted(), inbox.newestHad()]).toEqual([[], 0, [], 0])
})

test('what was done elsewhere while the connection was away is asked for', async () => {
  inbox.receiveCaughtUp(2, 2)
  await after(0)
  expect(sent('GET')).toHaveLength(1)
  list = { notifications: [item(2)], unreadCount: 1, seq: 2 }
  inbox.receiveCaughtUp(2, 1)
  await after(0)
  expect([sent('GET').length, ids(), unread()]).toEqual([2, ['id-2'], 1])
  // The count says nothing of it: whoever opens the panel asks.
  inbox.receiveCaughtUp(2, 1)
  inbox.openInbox()
  await after(0)
  expect(sent('GET')).toHaveLength(3)
})
