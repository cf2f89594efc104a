// A push service on this machine, and the browser's half of its keys: takes what the product sends, and opens it as the
// standard says (RFC 8291), so that it can be handed to a real service worker.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface PushService {
  /** What `PushManager.subscribe` of the page answers. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** What came, opened. */
  readonly accepted: string[]
  /** The names of the contact and key that came with it. */
  readonly authorized: string[]
  close(): void
}

export const openPushService = async (): Promise<PushService> => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const [accepted, authorized]: [string[], string[]] = [[], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      accepted.push(opened(Buffer.concat(chunks)))
      authorized.push(request.headers.authorization ?? '')
      response.writeHead(201).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('The push service has no port')

  const opened = (body: Buffer): string => {
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const record = body.subarray(21 + sender.length)
    const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const input = derived(keys.computeSecret(sender), auth, info, 32)
    const key = derived(input, body.subarray(0, 16), Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derived(input, body.subarray(0, 16), Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
  }

  return {
    subscription: {
      endpoint: `http://127.0.0.1:${bound.port}/push/${randomBytes(8).toString('hex')}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    accepted,
    authorized,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
