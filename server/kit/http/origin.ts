// Where this installation is reached, for the addresses it writes into pages and feeds.
import type { FastifyRequest } from 'fastify'

/**
 * As it was told, else as it was asked: by the `Host` that the caller's browser itself has sent. What a proxy hands on
 * of other callers (`X-Forwarded-Host`) would be in every copy that a cache gives to the next. Without a slash at the end.
 */
export const originOf = ({ protocol, headers }: FastifyRequest, publicUrl: string | undefined): string => {
  const asked = `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`
  return URL.parse(publicUrl ?? asked)?.origin ?? 'http://localhost'
}
