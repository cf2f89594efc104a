// Secrets made by the machine: 128 bits or more of chance, so one fast hash is enough. Chosen ones go to passwords.ts.
import { createHash, timingSafeEqual } from 'node:crypto'

export const hashSecret = (secret: string): string => `sha256:${digestOf(secret).toString('hex')}`

export const secretMatches = (hashed: string, secret: string): boolean =>
  hashed.startsWith('sha256:') && timingSafeEqual(Buffer.from(hashed.slice(7), 'hex'), digestOf(secret))

/** For looking a secret up by its hash. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
