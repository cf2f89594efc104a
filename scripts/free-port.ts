// A port for a program of a test or of the bench.
import { createServer } from 'node:net'

const given = new Set<number>()

/**
 * A TCP port that nobody has, and that this process was not given before. Below those of outgoing connections, so that
 * a client which keeps calling a dead server cannot meet itself, and below those of the embedded PostgreSQL.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

// On all addresses: what listens on one alone is in the way of whoever wants them all.
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => server.close(() => resolve(true)))
  })
