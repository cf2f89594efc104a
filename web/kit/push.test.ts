import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser, storageOf } from './testing/a-user.testing.ts'
import * as push from './push.ts'
import { sessionState, signedOut } from './session/session-state.ts'

const endpoint = 'https://push.example/one'
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
const person = 'the-person'
const token = `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 86_400, permissions: [] }))}.s`

let subscription: object | null
let notified: string[]
let mine: { readonly id: string; readonly endpoint: string; readonly current: boolean }[]
/** While somebody is being subscribed at the browser's own service, or at ours. */
let meanwhile: () => Promise<void>
let refuses: boolean

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

beforeEach(() => {
  subscription = null
  notified = []
  mine = []
  meanwhile = async () => {}
  refuses = false
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = {
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          subscription = null
          return true
        },
        endpoint,
      }
      await meanwhile()
      return subscription ?? { toJSON: () => ({ endpoint, keys }), endpoint }
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('window', { PushManager: {}, Notification: {}, addEventListener: () => {} })
  vi.stubGlobal(
    'localStorage',
    storageOf(new Map([['userInfo', JSON.stringify({ ...aUser(), token, sessionToken: '' })]])),
  )
  vi.stubGlobal('sessionStorage', storageOf(new Map()))
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const call = `${method} ${String(url)}`
    if (call.endsWith('/csrf-token')) return json({ csrfToken: 'csrf' })
    if (call.endsWith('/push/key')) return json({ key: 'BKey' })
    if (call === 'GET /api/push/subscriptions') return json({ browsers: mine })
    notified.push(call)
    if (refuses) return json({ success: false, error: 'No', message: 'No', requestId: 'r' }, 500)
    if (call === 'POST /api/push/subscriptions') mine = [{ id: 'one', endpoint, current: true }]
    return json({ browser: mine[0], deliveryId: 'one' })
  })
  const user = { ...aUser(), token, sessionToken: '' }
  sessionState().set({ ...signedOut, status: 'in', user, permissions: new Set(['read_notifications']) })
})

afterEach(() => vi.unstubAllGlobals())

test('a page that is being opened meanwhile leaves a subscription to the person who has just asked for it', async () => {
  meanwhile = () => push.keepPush(person)
  expect(await push.switchOn(person)).toBe('on')
  expect(subscription).not.toBeNull()
  expect(await push.pushState()).toBe('on')
})

test('what was another’s ends with whoever is signed in now', async () => {
  await push.switchOn(person)
  await push.keepPush('another')
  expect(subscription).toBeNull()
  expect(await push.pushState()).toBe('off')
})

test('what the server did not take is nobody’s, and ends when a page is opened next', async () => {
  refuses = true
  await expect(push.switchOn(person)).rejects.toThrow()
  await push.keepPush(person)
  expect(subscription).toBeNull()
})

test('a test that reaches nothing does not say that it is on its way', async () => {
  await push.switchOn(person)
  expect(await push.sendTest()).toBe(true)
  expect(notified.at(-1)).toBe('POST /api/push/subscriptions/one/test')
  subscription = null
  expect(await push.sendTest()).toBe(false)
  expect(notified.filter((call) => call.endsWith('/test'))).toHaveLength(1)
})
