// A receiver of webhooks for tests: keeps what it gets, and answers, hangs or redirects as it is told to.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly at: number
}

export type Answering = { status: number; headers?: Record<string, string>; text?: string } | 'hang' | 'hang up'

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** To the next calls, one each, and then to all of them. */
  readonly next: Answering[]
  always: Answering
  close(): void
}

export const openReceiver = async (): Promise<Receiver> => {
  const receiver: Omit<Receiver, 'url' | 'close'> = { received: [], next: [], always: { status: 204 } }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      receiver.received.push({ path: request.url ?? '', headers: request.headers, text, at: Date.now() })
      const answer = receiver.next.shift() ?? receiver.always
      if (answer === 'hang') return
      if (answer === 'hang up') request.socket.destroy()
      else response.writeHead(answer.status, answer.headers).end(answer.text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close })
}

/** As an integrator checks it, from what the standard says alone: any signature that fits, and not older than 5 minutes. */
export const isSignedBy = (secret: string, { headers, text }: Received, now = Date.now()): boolean => {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (Math.abs(now / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => signature === `v1,${expected}`)
}
