// A swarm as a process of its own. Started by another program it is told over IPC what to do (`SwarmAsked`); by hand:
//   MQTT_URL=mqtt://127.0.0.1:1883 GATEWAY=gateway-1 GATEWAY_PASSWORD=... DOORS=door-1,door-2 node simulator/swarm-main.ts
import { z } from 'zod'
import { startSwarm, type Swarm, swarmSettings } from './swarm.ts'

const wanted = z.discriminatedUnion('do', [
  z.object({ do: z.literal('start'), settings: swarmSettings }),
  z.object({ do: z.literal('report') }),
  z.object({ do: z.literal('say'), key: z.string(), state: z.record(z.string(), z.unknown()) }),
  /** One after the other, `everyMs` apart at the least. */
  z.object({
    do: z.literal('ask'),
    asks: z.array(z.object({ key: z.string(), credential: z.string() })),
    everyMs: z.number(),
  }),
])

const send = (message: object) => process.send?.(message)

const byHand = async () => {
  const { MQTT_URL: url, GATEWAY: username, GATEWAY_PASSWORD: password, DOORS: doors } = process.env
  const swarm = await startSwarm(
    swarmSettings.parse({ url, username, password, keys: doors?.split(',') }),
    ({ key, action }) => console.log(`${key}: ${action}`),
  )
  await swarm.report()
  process.once('SIGINT', () => void swarm.stop().then(() => process.exit(0)))
}

const byAnother = () => {
  let swarm: Swarm | undefined
  /** What is told of it once it is done. */
  const obey = async (asked: z.output<typeof wanted>): Promise<object> => {
    if (asked.do === 'start') {
      swarm = await startSwarm(asked.settings, (command) => send({ received: command }))
      return {}
    }
    if (!swarm) throw new Error('not started')
    if (asked.do === 'say') return { at: await swarm.send(asked.key, asked.state) }
    if (asked.do === 'report') {
      await swarm.report()
      return {}
    }
    const under = []
    for (const { key, credential } of asked.asks) {
      under.push(swarm.ask(key, credential))
      await new Promise((resolve) => setTimeout(resolve, asked.everyMs))
    }
    return { answers: await Promise.all(under) }
  }
  const take = async (message: unknown) => {
    const asked = wanted.parse(message)
    send({ done: asked.do, ...(await obey(asked)) })
  }
  process.on('message', (message) => {
    take(message).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  })
  process.once('disconnect', () => process.exit(0))
}

if (process.send) byAnother()
else
  byHand().catch((error: unknown) => {
    console.error(`swarm: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  })
