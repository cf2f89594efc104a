// Passes on phones: a code that changes every 30 s, proven with a secret that was handed out once.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { codePrefix, messageOf, stepMs } from '@gatehouse/contract/access/mobile-pass'
import type { Vault } from '../../kit/secrets/vault.ts'

const secretBytes = 32
const macBytes = 16
/** Clocks may differ by so many steps, either way. */
const tolerance = 1

const sealedAs = (credentialId: string) => `mobile pass ${credentialId}`

export const newMobileSecret = (): Buffer => randomBytes(secretBytes)

export const sealMobile = (vault: Vault, credentialId: string, secret: Buffer): Buffer =>
  vault.seal(secret.toString('base64url'), sealedAs(credentialId))

export const openMobile = (vault: Vault, credentialId: string, sealed: Buffer): Buffer =>
  Buffer.from(vault.open(sealed, sealedAs(credentialId)), 'base64url')

export interface MobileCode {
  readonly credentialId: string
  /** Of 30 s since 1970. A door takes each of them once. */
  readonly step: number
  readonly mac: Buffer
}

/** What a code says, not yet believed; null for what is none. */
export const readMobileCode = (presented: string): MobileCode | null => {
  const [, credentialId, step, mac] =
    /^mobile:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\.([\w-]{22})$/.exec(presented) ?? []
  if (credentialId === undefined || step === undefined || mac === undefined) return null
  return { credentialId, step: Number(step), mac: Buffer.from(mac, 'base64url') }
}

/** What finds the credential of a code: the value of its row. */
export const mobileValue = (credentialId: string): string => `${codePrefix}${credentialId}`

/** Whether a code was made with this secret, and at about this time. */
export const isMobileCode = (code: MobileCode, secret: Uint8Array, at: Date): boolean => {
  const now = Math.floor(at.getTime() / stepMs)
  if (Math.abs(code.step - now) > tolerance) return false
  const wanted = macOf(secret, code.credentialId, code.step)
  return code.mac.length === wanted.length && timingSafeEqual(code.mac, wanted)
}

const macOf = (secret: Uint8Array, credentialId: string, step: number): Buffer =>
  createHmac('sha256', secret).update(messageOf(credentialId, step)).digest().subarray(0, macBytes)
