// A bare aedes broker in a process of its own, for machines without Mosquitto.
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { z } from 'zod'

const settings = z.object({
  port: z.int(),
  accounts: z.array(z.object({ username: z.string(), password: z.string() })),
})

process.once('message', (message) => {
  const { port, accounts } = settings.parse(message)
  const passwords = new Map(accounts.map(({ username, password }) => [username, password]))
  void Aedes.createBroker({
    authenticate: (_client, username, password, done) =>
      done(null, username !== undefined && passwords.get(username) === password?.toString()),
  }).then((broker) => createServer(broker.handle).listen(port, '127.0.0.1'))
})
process.once('disconnect', () => process.exit(0))
