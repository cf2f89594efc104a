// A real broker for the tests, which checks credentials and keeps all it hears.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isKind, messages } from '@gatehouse/contract/building/wire'
import { devicesOf } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import { Aedes } from 'aedes'

export interface Received {
  readonly device: string
  readonly kind: string
  readonly message: { readonly id: string; readonly at: string; readonly [field: string]: unknown }
}

export const startBroker = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-simulator-'))
  const credentials = Object.fromEntries(worlds.flatMap(devicesOf).map((d) => [d.key, `secret of ${d.key}`]))
  const credentialsFile = join(folder, 'credentials.json')
  writeFileSync(credentialsFile, JSON.stringify(credentials), { mode: 0o600 })

  const received: Received[] = []
  const wrong: string[] = []
  const open = async (port: number) => {
    const broker = await Aedes.createBroker({
      authenticate: (_client, username, password, done) =>
        done(null, username !== undefined && credentials[username] === password?.toString()),
    })
    broker.on('publish', (packet, client) => {
      const [, , device = '', kind = ''] = packet.topic.split('/')
      if (!isKind(kind)) return
      const message: Received['message'] = JSON.parse(packet.payload.toString())
      if (!messages[kind].safeParse(message).success) wrong.push(`${packet.topic} ${packet.payload.toString()}`)
      if (client && client.id !== `simulated-${device}`) wrong.push(`${client.id} spoke for ${device}`)
      received.push({ device, kind, message })
    })
    const server = createServer(broker.handle)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return { broker, server }
  }
  let { broker, server } = await open(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = async () => {
    server.close()
    await new Promise<void>((resolve) => broker.close(resolve))
  }

  return {
    url: `mqtt://127.0.0.1:${port}`,
    folder,
    credentialsFile,
    received,
    /** What was not of the wire, or not of its sender. */
    wrong,
    connected: () => broker.connectedClients,
    /** Waits for the first message like this, heard since a place in the list. */
    receives: (like: (seen: Received) => boolean, since = 0, within = 15_000) =>
      new Promise<Received>((resolve, reject) => {
        const until = Date.now() + within
        const look = () => {
          const found = received.slice(since).find(like)
          if (found) resolve(found)
          else if (Date.now() > until) reject(new Error(`not heard within ${within} ms: ${like.toString()}`))
          else setTimeout(look, 10)
        }
        look()
      }),
    command: (device: string, command: Record<string, unknown>) =>
      new Promise<void>((resolve) =>
        broker.publish(
          {
            cmd: 'publish',
            topic: `gatehouse/v1/${device}/command`,
            payload: Buffer.from(JSON.stringify(command)),
            qos: 1,
            dup: false,
            retain: false,
          },
          () => resolve(),
        ),
      ),
    /** Gone for a while, on the same port. */
    restart: async (afterMs: number) => {
      await close()
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      ;({ broker, server } = await open(port))
    },
    stop: async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
