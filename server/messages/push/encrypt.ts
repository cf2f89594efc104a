// What is sent through a push service is sealed for the browser alone (RFC 8291, in the encoding of RFC 8188), and says
// whose server sends it (VAPID, RFC 8292).
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { clock } from '../../kit/clock.ts'

/** As the browser gave them: its public key and a secret, in base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** The key of this installation: both halves in base64url. */
export interface ServerKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const curve = 'prime256v1'
/** Of a push service's 4096 what its own header takes is gone, and the record must be longer than what is in it. */
const recordBytes = 4096

/** `given` is for the test that holds this against the example of the standard. */
export const sealFor = (
  { p256dh, auth }: BrowserKeys,
  text: string,
  given?: { readonly salt: Buffer; readonly privateKey: Buffer },
): Buffer => {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = createECDH(curve)
  if (given) ours.setPrivateKey(given.privateKey)
  else ours.generateKeys()
  const own = ours.getPublicKey()
  const salt = given?.salt ?? randomBytes(16)
  const shared = ours.computeSecret(theirs)
  const input = derived(
    shared,
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own]),
    32,
  )
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The one record there is ends with a 2.
  const record = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordBytes, 16)
  header.writeUInt8(own.length, 20)
  return Buffer.concat([header, own, record, cipher.getAuthTag()])
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

export const newServerKeys = (): ServerKeys => {
  const pair = createECDH(curve)
  pair.generateKeys()
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

const twelveHoursS = 12 * 3600

/** The header that shows a push service who we are; `contact` is whom it may write to. */
export const vapidHeader = (
  { publicKey, privateKey }: ServerKeys,
  endpoint: string,
  contact: string,
  now = clock.now(),
): string => {
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33, 65).toString('base64url'),
      d: Buffer.from(privateKey, 'base64url').toString('base64url'),
    },
  })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + twelveHoursS,
    sub: contact,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}

/** Whether a browser's keys are of the curve and length that they have to be. */
export const areKeys = ({ p256dh, auth }: BrowserKeys): boolean => {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const probe = createECDH(curve)
    probe.generateKeys()
    probe.computeSecret(Buffer.from(p256dh, 'base64url'))
    return Buffer.from(p256dh, 'base64url').length === 65
  } catch {
    return false
  }
}
