// The code of a pass on a phone: another every 30 s, made where the secret is, without a network. No schemas.

/** How long a code is shown. The server takes the one before and the one after as well. */
export const stepMs = 30_000

/** What every code begins with. */
export const codePrefix = 'mobile:'

/** What is signed. */
export const messageOf = (credentialId: string, step: number): string => `${credentialId}.${step}`

const macBytes = 16

/** A key of the platform, by its own name in a browser and in Node.js. */
export type PassKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** The secret as a key that signs and cannot be read again: what a browser keeps. */
export const keyOf = (secret: Uint8Array<ArrayBuffer>): Promise<PassKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** The code of this moment: `mobile:<credential>.<step>.<mac>`, as a door reads it off the screen. */
export const codeAt = async (key: PassKey, credentialId: string, at: number): Promise<string> => {
  const step = Math.floor(at / stepMs)
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(messageOf(credentialId, step)))
  return `${codePrefix}${credentialId}.${step}.${base64url(new Uint8Array(mac).subarray(0, macBytes))}`
}

/** Bytes in base64url, without padding. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** And back; throws for what is none. */
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
