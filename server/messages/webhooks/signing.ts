// How a receiver knows that a delivery is ours and of now: Standard Webhooks (HMAC-SHA256 over id, time and body).
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`

/** The headers of one try. After a change of the secret both sign, so that a receiver can change over in its own time. */
export const signed = (
  secrets: readonly string[],
  id: string,
  body: string,
  at: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatureBy = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  }
}
