// A push service for tests, and the browser behind it: takes what is sent, opens it with the browser's keys, and answers
// as it is told to.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Pushed {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface PushService {
  readonly address: string
  readonly pushed: Pushed[]
  /** What the next calls answer, one each; 201 after that. */
  readonly answers: { status: number; headers?: Record<string, string>; text?: string }[]
  /** A subscription of a new browser, as `PushSubscription.toJSON()` has it. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } }
  close(): void
}

export const openPushService = async (): Promise<PushService> => {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>()
  const pushed: Pushed[] = []
  const answers: PushService['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      const answer: PushService['answers'][number] = answers.shift() ?? { status: browser ? 201 : 404 }
      if (browser && answer.status === 201) {
        const text = opened(Buffer.concat(chunks), browser.keys, browser.auth)
        pushed.push({ path: request.url ?? '', headers: request.headers, text })
      }
      response.writeHead(answer.status, answer.headers).end(answer.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    pushed,
    answers,
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/${randomBytes(16).toString('hex')}`
      browsers.set(path, { keys, auth })
      return {
        endpoint: `${address}${path}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** RFC 8291, section 3.4, from the browser's side. */
export const opened = (body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const derived = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = derived(keys.computeSecret(sender), auth, info, 32)
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

/** The claims of a VAPID header whose signature holds under the key that it names. */
export const claimsIn = (authorization: string | undefined): { key: string; claims: unknown } => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!holds) throw new Error('The signature does not hold')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
