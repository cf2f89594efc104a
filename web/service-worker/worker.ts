// The service worker: keeps the files of one build for as long as that build is the newest here, so that the application
// starts while the server cannot be reached. Nothing of the API is ever kept. And it shows what is pushed.
import offlinePage from 'virtual:offline-page'
import { acknowledgeAction, messageIn, shownIn } from './push-message.ts'
import { alwaysCached, assetsIn, isAway, keepable, wayOf } from './way-of.ts'

declare const self: ServiceWorkerGlobalScope

// Put in by the build: see build.ts.
const build = '{{build}}'
const entrance = '{{entrance}}'

const prefix = 'gatehouse-'
const ownName = prefix + build
const shellKey = '/shell'
/** Any address whose document is the application. */
const shellAddress = '/dashboard'
const patienceMs = 5_000

self.addEventListener('install', (event) => event.waitUntil(begin()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { method, url, mode, headers } = request
  const way = wayOf({ method, url, mode, isPart: headers.has('range') }, self.location.origin)
  if (way === 'kept') event.respondWith(respond(request))
  if (way === 'fresh') event.respondWith(fresh(request))
  if (way === 'page') event.respondWith(page(event))
})

self.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (message === 'take over') event.waitUntil(self.skipWaiting())
  // The application runs; what it has fetched came before anybody kept it.
  if (Array.isArray(message)) event.waitUntil(keepShell(keepable(message, self.location.origin)))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text())))
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(event.action === acknowledgeAction ? acknowledgeAlarm(event.notification) : open(event.notification)),
)

const own = () => caches.open(ownName)

const show = async (text: string | undefined) => {
  const { title, options } = messageIn(text, self.location.origin)
  await self.registration.showNotification(title, options)
  await acknowledge(options.data.token, 'delivered')
}

// A tab that is at the place already comes to the front. No other is led away from what somebody does in it.
const open = async (notification: Notification) => {
  notification.close()
  const { path, token } = shownIn(notification.data, self.location.origin)
  const address = new URL(path, self.location.origin).href
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find(({ url }) => url === address)
  await Promise.all([there ? there.focus() : self.clients.openWindow(path), acknowledge(token, 'seen')])
}

// By the button of the notification, without opening anything; where that cannot be done, the alarm is opened.
const acknowledgeAlarm = async (notification: Notification) => {
  const { token } = shownIn(notification.data, self.location.origin)
  notification.close()
  const isDone = token !== null && (await post('/api/push/acknowledge', { token }))
  if (!isDone) await open(notification)
}

// Whoever was signed in may not be any more: the token says which one it is. Where the server is away, it is shown all the
// same.
const acknowledge = async (token: string | null, what: 'delivered' | 'seen') => {
  if (token !== null) await post('/api/push/receipts', { token, what })
}

/** Whether it was done. */
const post = async (path: string, body: Readonly<Record<string, unknown>>): Promise<boolean> => {
  try {
    const { csrfToken }: { csrfToken: string } = await (
      await fetch('/api/auth/csrf-token', { cache: 'no-store' })
    ).json()
    const { ok } = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      body: JSON.stringify(body),
    })
    return ok
  } catch {
    return false
  }
}

const begin = async () => {
  const cache = await own()
  await cache.addAll(alwaysCached.map((path) => new Request(path, { cache: 'reload' })))
  // Who had the application off line has the new one so as well.
  if (await caches.match(shellKey)) await keepShell([])
}

const takeOver = async () => {
  await self.registration.navigationPreload?.enable()
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== ownName) await caches.delete(name)
  await self.clients.claim()
}

/** Keeps the application's document, if it is still of this build, and what that is made of. */
const keepShell = async (urls: readonly string[]) => {
  const cache = await own()
  const answer = await fetch(shellAddress, { credentials: 'omit', cache: 'no-store' })
  const html = await answer.clone().text()
  if (!answer.ok || !html.includes(entrance)) return
  await Promise.all([...new Set([...assetsIn(html), ...urls])].map((url) => keep(cache, url)))
  await cache.put(shellKey, answer)
}

const keep = async (cache: Cache, url: string) => {
  if (!(await cache.match(url))) await cache.add(url)
}

const respond = async (request: Request): Promise<Response> => {
  const cache = await own()
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.status === 200) await cache.put(request, answer.clone())
  return answer
}

const fresh = async (request: Request): Promise<Response> => {
  const found = await caches.match(request)
  try {
    // The kept page waits for some of them.
    return await inTime(fetch(request), found ? patienceMs : undefined)
  } catch (error) {
    if (!found) throw error
    return found
  }
}

const page = async (event: FetchEvent): Promise<Response> => {
  const shell = await (await own()).match(shellKey)
  try {
    const answer = await inTime(fromServer(event), shell ? patienceMs : undefined)
    return shell && isAway(answer.status) ? shell : answer
  } catch {
    return shell ?? offline()
  }
}

// With a policy of its own: what it is made of and nothing else.
const offline = () =>
  new Response(offlinePage, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self'; connect-src 'self'",
      'cache-control': 'no-store',
    },
  })

// The browser has asked already, while this worker was starting.
const fromServer = async (event: FetchEvent): Promise<Response> => {
  const asked: Response | undefined = await event.preloadResponse
  return asked ?? fetch(event.request)
}

const inTime = <T>(work: Promise<T>, ms: number | undefined): Promise<T> => {
  if (ms === undefined) return work
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The server is slow')), ms))
  return Promise.race([work, late])
}
