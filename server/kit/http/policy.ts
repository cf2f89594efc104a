// What a page may load and run, as browsers enforce it (Content Security Policy, level 3).
import { randomBytes } from 'node:crypto'

/** Marks, in one answer alone, what of it may run. */
export const aNonce = (): string => randomBytes(16).toString('base64')

const everywhere = [
  "default-src 'none'",
  // The component library writes its styles into the page as it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * Without a nonce: of everything that is no page of ours. With one: only scripts that carry it run, and what they load
 * (`'strict-dynamic'`); and no text becomes markup or the address of a script, but through the policy of
 * web/kit/session/trusted.ts and the cleaner that it uses.
 */
export const policyOf = (nonce?: string): string =>
  nonce === undefined
    ? `${everywhere}; script-src 'self'`
    : `${everywhere}; script-src 'nonce-${nonce}' 'strict-dynamic'; require-trusted-types-for 'script'; trusted-types gatehouse dompurify`
