// What browsers send of passkeys, and to whom a passkey is bound: our name, and the place our pages come from.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../kit/errors.ts'

/** By PUBLIC_URL; without it by the name that the browser asked for, which cannot be an address. */
export const reliedUpon = (request: FastifyRequest, publicUrl: string | undefined) => {
  const { hostname, origin } = new URL(publicUrl ?? `${request.protocol}://${request.host}`)
  if (/^\[|^[\d.]+$/.test(hostname))
    throw new Refusal(409, 'NEEDS_NAME', 'Passkeys need a name such as localhost in the address bar, not a number.')
  return { rpID: hostname, origin }
}

const text = z.string().max(20_000)

const made = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})

const used = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text,
  }),
})

export const attestation = (value: unknown, refused: () => Refusal): RegistrationResponseJSON => {
  const { data } = made.safeParse(value)
  if (!data) throw refused()
  return { ...data, clientExtensionResults: {} }
}

/** With a user handle, always: who signs in without saying who they are is known by it. */
export const assertion = (value: unknown, refused: () => Refusal): AuthenticationResponseJSON => {
  const { data } = used.safeParse(value)
  if (!data) throw refused()
  return { ...data, clientExtensionResults: {} }
}
