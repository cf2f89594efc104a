// The service worker as the page sees it: registered once the page is there, and what to do when a newer one waits.
import { useSyncExternalStore } from 'react'
import { singleton } from './application.ts'
import { reload } from './deployment.ts'
import { createStore } from './data/store.ts'
import { scriptUrl } from './session/trusted.ts'

const lookAgainMs = 60 * 60_000
const createWaiting = () => createStore<ServiceWorker | null>(null)
const waiting = singleton(createWaiting)

/** The new version of the application that waits for this one to go. */
export const useWaitingUpdate = (): object | null =>
  useSyncExternalStore(waiting().subscribe, waiting().get, () => null)

/** `application`: it is kept, so that it starts while the server cannot be reached. */
export const startServiceWorker = (page: 'application' | 'document'): void => {
  // Not while developing: the files of each moment are asked for.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () => void register(page)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

/** The new version takes over, and the page is loaded anew with what was typed in it. */
export const takeUpdate = (): void => {
  // In another tab it has already.
  const worker = waiting().get()
  if (worker?.state !== 'installed') return reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  worker.postMessage('take over')
}

const register = async (page: 'application' | 'document'): Promise<void> => {
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl('/sw.js'))
    if (page === 'document') return
    follow(registration)
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
    keepLooking(registration)
  } catch (error) {
    // Forbidden, or the server is away: all goes on without it.
    console.info('Without a service worker:', error)
  }
}

const follow = (registration: ServiceWorkerRegistration): void => {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      // The first one there is no update.
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming)
    })
  })
}

const offer = (worker: ServiceWorker): void => waiting().set(worker)

// A control room keeps its page open for weeks.
const keepLooking = (registration: ServiceWorkerRegistration): void => {
  let lookedAt = performance.now()
  const look = () => {
    if (document.visibilityState !== 'visible' || performance.now() - lookedAt < lookAgainMs) return
    lookedAt = performance.now()
    registration.update().catch(() => {
      // The server is away; there is a next time.
    })
  }
  setInterval(look, lookAgainMs)
  document.addEventListener('visibilitychange', look)
}
