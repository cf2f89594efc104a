// Whether passkeys can work where this page was opened, and what to do where they cannot.

export interface Place {
  readonly protocol: string
  readonly hostname: string
  readonly port: string
  /** https, or this machine by its name. */
  readonly secure: boolean
  /** The browser knows passkeys. */
  readonly known: boolean
}

export const thisPlace = (): Place => ({
  protocol: window.location.protocol,
  hostname: window.location.hostname,
  port: window.location.port,
  secure: window.isSecureContext,
  known: typeof window.PublicKeyCredential === 'function',
})

/** Why not, and what to do; null: they can. */
export const passkeyObstacle = ({ protocol, hostname, port, secure, known }: Place): string | null => {
  if (isAddress(hostname)) {
    const instead = isLoopback(hostname)
      ? `Open ${protocol}//localhost${port === '' ? '' : `:${port}`} instead.`
      : 'Open Gatehouse by its name instead.'
    return `Passkeys belong to a name, and this page was opened by the address ${hostname}. ${instead}`
  }
  if (!secure) return 'Passkeys need an encrypted connection: open Gatehouse with https.'
  return known ? null : 'This browser does not know passkeys. A newer one does.'
}

// In an address of the page IPv6 stands in brackets.
const isAddress = (hostname: string) => /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[')

const isLoopback = (hostname: string) => hostname.startsWith('127.') || hostname === '[::1]'
