// A network between the server and its store that can lose everything without telling anybody, as a firewall does that
// has forgotten a connection: no refusal, no end, only silence. What was lost in it stays lost; what comes new passes.
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../scripts/free-port.ts'

export interface Network {
  readonly port: number
  /** From now on nothing passes, in either direction, on old and new connections. */
  swallow(): void
  /** New connections pass again. */
  heal(): void
  close(): void
}

export const openNetwork = async (to: number): Promise<Network> => {
  const sockets = new Set<Socket>()
  let passing = true
  const server = createServer((near) => {
    const alive = passing
    sockets.add(near)
    near.on('error', () => undefined)
    if (!alive) return
    const far = connect({ port: to, host: '127.0.0.1' })
    sockets.add(far)
    far.on('error', () => undefined)
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => (lost.has(near) ? undefined : into.write(chunk)))
      from.on('close', () => (lost.has(near) ? undefined : into.destroy()))
    }
  })
  const lost = new Set<Socket>()
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    swallow() {
      passing = false
      for (const socket of sockets) lost.add(socket)
    },
    heal() {
      passing = true
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
