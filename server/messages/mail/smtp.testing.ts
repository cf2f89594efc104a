// A real mail server for tests: keeps what it takes, and fails as it is told to.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface AcceptedLetter extends Email {
  readonly envelope: readonly string[]
  readonly encrypted: boolean
}

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly accepted: AcceptedLetter[]
  /** How many connections were opened. */
  readonly connections: () => number
  close(): Promise<void>
}

/** `refuse` answers an error for a letter (by its place from 1), or undefined to take it. */
export const openMailServer = async (
  options: SMTPServerOptions & { port?: number; refuse?: (place: number) => Error | 'hang up' | undefined } = {},
): Promise<MailServer> => {
  const accepted: AcceptedLetter[] = []
  const sockets = new Set<Socket>()
  let place = 0
  let connections = 0
  const keep = async (
    message: Buffer,
    { envelope, secure }: SMTPServerSession,
    done: (error: null, answer: string) => void,
  ) => {
    const letter = await PostalMime.parse(message)
    accepted.push({ ...letter, envelope: envelope.rcptTo.map(({ address }) => address), encrypted: secure })
    done(null, `taken as ${accepted.length}`)
  }
  const server = new SMTPServer({
    authOptional: true,
    // A connection that its client keeps for later is no reason to wait.
    closeTimeout: 100,
    onConnect(_session, done) {
      connections++
      done()
    },
    onData(stream, session, done) {
      const trouble = options.refuse?.(++place)
      if (trouble === 'hang up') {
        stream.once('data', () => {
          for (const socket of sockets) socket.destroy()
        })
        return
      }
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (trouble) return done(trouble)
        void keep(Buffer.concat(chunks), session, done)
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const listening = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = listening.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    port,
    accepted,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** An answer of the protocol. */
export const answer = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
