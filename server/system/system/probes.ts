// Measurements of what the product stands on: each asks the thing itself, and gives up soon.
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'

const patienceMs = 1500

/** Whether somebody takes connections there; throws what kept it from that. */
export const reaches = async (host: string, port: number): Promise<void> => {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) })
  } finally {
    socket.destroy()
  }
}

/** Where a server of this URL takes connections. */
export const placeOf = (url: string): { readonly host: string; readonly port: number } => {
  const { protocol, hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? (ports[protocol] ?? 0) : Number(port) }
}

const ports: Record<string, number> = { 'smtp:': 587, 'smtps:': 465, 'mqtt:': 1883, 'mqtts:': 8883, 'redis:': 6379 }

export const freeSpace = async (folder: string): Promise<{ readonly bytes: number; readonly share: number }> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks }
}

/** What a command line of Redis answers to a ping. */
export const pingRedis = async (url: string): Promise<void> => {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, { lazyConnect: true, connectTimeout: patienceMs, retryStrategy: () => null })
  // Told by the promise.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}

/** Why something did not answer, for people. */
export const whyNot = (error: unknown): string => {
  if (!(error instanceof Error)) return 'no answer'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    whys[code] ?? (error.name === 'AbortError' || error.name === 'TimeoutError' ? 'no answer in time' : error.message)
  )
}

const whys: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'no answer in time',
  ECONNRESET: 'the connection was cut',
  ABORT_ERR: 'no answer in time',
}
