// A push service on this machine that only takes the time: what comes is answered and counted, not opened.
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface PushService {
  /** What the browser's `PushManager.subscribe` answers. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** Milliseconds since 1970 at which the next message has come whole. */
  next(patienceMs: number): Promise<number>
  close(): void
}

export const openPushService = async (): Promise<PushService> => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  let came: ((at: number) => void) | undefined
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(201).end()
      came?.(Date.now())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the push service has no port')
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${bound.port}/push`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    },
    next: (patienceMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a push did not come')), patienceMs)
        came = (at) => {
          clearTimeout(timer)
          resolve(at)
        }
      }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
