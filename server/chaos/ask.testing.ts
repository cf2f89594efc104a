// One HTTP call on a connection of its own, and how long its answer took: nothing pooled, nothing retried.
import { request } from 'node:http'

export interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Sent as it is instead of as JSON. */
  readonly raw?: string | Buffer
  readonly patienceMs?: number
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly cookies: string[]
  readonly ms: number
}

/** Rejects when no answer comes: refused, cut off, or later than patience allows. */
export const ask = (port: number, { method = 'GET', path, headers = {}, body, raw, patienceMs = 10_000 }: Asked) =>
  new Promise<Answer>((resolve, reject) => {
    const since = performance.now()
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        timeout: patienceMs,
        headers: payload === undefined ? headers : { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () => {
          const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '')
          resolve({ status: response.statusCode ?? 0, body: parsed(text), cookies, ms: performance.now() - since })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${patienceMs} ms`)))
    sent.on('error', reject)
    sent.end(payload)
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
