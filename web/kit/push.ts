// Notifications on the screen while Gatehouse is not open: what this browser can, and the one subscription it may have.
// Fetched when it is wanted.
import { browsers, pushKey, subscribe, testPush, unsubscribe } from '@gatehouse/contract/messages/channels'
import { call } from './data/api.ts'
import { local } from './data/storage.ts'

/** `blocked`: the person, or whoever runs the browser, has forbidden it. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

// Whose notifications come here. Another who signs in must not get them, and who signs in again shall.
const ownerKey = 'gatehouse-push-of'

export const pushState = async (): Promise<PushState> => {
  const found = await registration()
  if (!found) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return (await ownHere(found)) ? 'on' : 'off'
}

/** Asks the person, then the browser, then tells the server. Answers what came of it. */
export const switchOn = async (userId: string): Promise<PushState> => {
  const found = await registration()
  if (!found) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'blocked' : 'off'
  // One of before may be of another person, or for another key.
  await (await found.pushManager.getSubscription())?.unsubscribe()
  const { key } = await call(pushKey, {})
  // Whose it is, before it is: a page that is just being opened, here or in another tab, would end nobody's.
  local.set(ownerKey, userId)
  try {
    await send(await found.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }))
  } catch (error) {
    local.remove(ownerKey)
    throw error
  }
  return 'on'
}

export const switchOff = async (): Promise<PushState> => {
  const found = await registration()
  if (!found) return 'unsupported'
  const known = await ownHere(found)
  local.remove(ownerKey)
  await (await found.pushManager.getSubscription())?.unsubscribe()
  if (known) await call(unsubscribe, { id: known.id })
  return 'off'
}

/** False: nothing comes to this browser any more. */
export const sendTest = async (): Promise<boolean> => {
  const found = await registration()
  const known = found && (await ownHere(found))
  if (!known) return false
  await call(testPush, { id: known.id })
  return true
}

/**
 * Whoever is signed in here now gets what comes here, if they had chosen so; what was another's ends. Signing out ends it
 * at the server, so that it is told again at the next sign-in.
 */
export const keepPush = async (userId: string): Promise<void> => {
  const found = await registration()
  const subscription = await found?.pushManager.getSubscription()
  if (!found || !subscription) return
  if (local.get(ownerKey) !== userId || Notification.permission !== 'granted') await subscription.unsubscribe()
  else if (!(await ownHere(found))?.current) await send(subscription)
}

const ownHere = async (found: ServiceWorkerRegistration) => {
  const subscription = await found.pushManager.getSubscription()
  if (!subscription) return undefined
  const { browsers: mine } = await call(browsers, {})
  return mine.find(({ endpoint }) => endpoint === subscription.endpoint)
}

const send = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('The browser gave no keys')
  await call(subscribe, { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } })
}

const registration = async (): Promise<ServiceWorkerRegistration | null> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null
  // Not while developing, nor where it is forbidden: `ready` would never come.
  const found = await navigator.serviceWorker.getRegistration()
  return found ? navigator.serviceWorker.ready : null
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
