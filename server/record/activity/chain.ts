// What the chain is made of, to the byte: contents, links, signed heads and the keys they are made with.
// docs/record.md says the same for those who check it with programs of their own.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash as hashOf,
  hkdfSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'

export interface Head {
  readonly chain: string
  readonly seq: number
  /** Of the head that was signed before it; 0 for the first. */
  readonly after: number
  /** In hexadecimal. */
  readonly hash: string
  /** With milliseconds, in UTC. */
  readonly at: string
  /** In base64. */
  readonly signature: string
}

/** Whoever has these makes a record that holds; they come from the vault's key and are never in the store. */
export interface Keys {
  readonly publicKey: KeyObject
  macOf(canonical: string): Buffer
  isOurs(canonical: string, mac: Uint8Array | null): boolean
  signed(head: Omit<Head, 'signature'>): Head
}

export const noHash = Buffer.alloc(32)

/** Of all that the store keeps of an entry. */
export const contentOf = (canonical: string, mac: Uint8Array | null): Buffer =>
  hashOf('sha256', `gatehouse content 1\n${canonical}\n${mac ? Buffer.from(mac).toString('hex') : ''}\n`, 'buffer')

export const linkOf = (chain: string, seq: number, previous: Buffer, content: Buffer): Buffer =>
  hashOf(
    'sha256',
    `gatehouse link 1\n${chain}\n${seq}\n${previous.toString('hex')}\n${content.toString('hex')}\n`,
    'buffer',
  )

const headText = ({ chain, seq, after, hash, at }: Omit<Head, 'signature'>): Buffer =>
  Buffer.from(`gatehouse checkpoint 1\n${chain}\n${seq}\n${after}\n${hash}\n${at}\n`, 'utf8')

export const keysOf = (vaultKey: Uint8Array): Keys => {
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', vaultKey, '', purpose, 32))
  // As an object: made of bytes anew each time it would cost five times what it is for.
  const macKey = createSecretKey(derived('gatehouse record entries'))
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8OfEd25519, derived('gatehouse record signature')]),
    format: 'der',
    type: 'pkcs8',
  })
  const macOf = (canonical: string) =>
    createHmac('sha256', macKey).update(`gatehouse entry 1\n${canonical}`, 'utf8').digest()
  return {
    publicKey: createPublicKey(privateKey),
    macOf,
    isOurs: (canonical, mac) => mac?.length === 32 && timingSafeEqual(macOf(canonical), mac),
    signed: (head) => ({ ...head, signature: sign(null, headText(head), privateKey).toString('base64') }),
  }
}

/** Off the main thread: a chain of a small company has a signature for nearly every entry. */
export const isSigned = (head: Head, publicKey: KeyObject): Promise<boolean> =>
  new Promise((resolve) => {
    verify(null, headText(head), publicKey, Buffer.from(head.signature, 'base64'), (error, holds) =>
      resolve(!error && holds),
    )
  })

/** SPKI in base64, as OpenSSL takes it between the lines of a PEM file. */
export const publicKeyText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

export const publicKeyFrom = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

// The RFC 8410 frame around the 32 bytes of a private key.
const pkcs8OfEd25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Who keeps a chain: a company, or the installation for what is of no company. */
export const installation = 'installation'
export const ownerOf = (companyId: string | null): string => companyId ?? installation

/** The first chain of an owner and a year; after damage another begins, which is called after it: `.02`, `.03`. */
export const baseOf = (companyId: string | null, at: string): string => `${ownerOf(companyId)}/${at.slice(0, 4)}`
export const yearOf = (chain: string): number => Number(chain.slice(chain.lastIndexOf('/') + 1).slice(0, 4))
export const ownerIn = (chain: string): string => chain.slice(0, chain.lastIndexOf('/'))
export const baseIn = (chain: string): string => `${ownerIn(chain)}/${String(yearOf(chain)).padStart(4, '0')}`

export const chainAfter = (base: string, last: string | undefined): string => {
  if (last === undefined) return base
  const part = last === base ? 1 : Number(last.slice(base.length + 1))
  return `${base}.${String(part + 1).padStart(2, '0')}`
}
