// A passkey in software: makes and uses credentials as a browser and its authenticator would, and cheats when told to.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Cheat {
  readonly origin?: string
  readonly rpID?: string
  readonly userVerified?: boolean
  readonly challenge?: string
  readonly userHandle?: string
  readonly type?: string
}

interface Options {
  readonly challenge?: unknown
}

type Cbor = Parameters<typeof isoCBOR.encode>[0]

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

export const createAuthenticator = (origin: string) => {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, options: Options, cheat: Cheat) =>
    Buffer.from(
      JSON.stringify({
        type: cheat.type ?? type,
        challenge: cheat.challenge ?? options.challenge,
        origin: cheat.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (cheat: Cheat, attested?: Buffer) => {
    const flags = 0x01 | ((cheat.userVerified ?? true) ? 0x04 : 0) | (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(cheat.rpID ?? new URL(origin).hostname), head, attested ?? Buffer.alloc(0)])
  }

  return {
    /** As a copy of it would, whose count stays behind. */
    setCounter(to: number) {
      counter = to
    },
    make(options: Options & { user?: unknown }, cheat: Cheat = {}): Record<string, unknown> {
      userHandle = userIdOf(options)
      counter++
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const attestationObject = isoCBOR.encode(
        new Map<string | number, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(cheat, attested))],
        ]),
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, cheat)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    use(options: Options, cheat: Cheat = {}): Record<string, unknown> {
      counter++
      const data = clientData('webauthn.get', options, cheat)
      const authData = authenticatorData(cheat)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: cheat.userHandle ?? userHandle,
        },
      }
    },
  }
}

const userIdOf = ({ user }: { user?: unknown }): string =>
  typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string' ? user.id : ''

/** ES256 as COSE writes it (RFC 9053). */
const coseOf = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.from(
    isoCBOR.encode(
      new Map<string | number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    ),
  )
}
