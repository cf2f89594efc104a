// The swarm of simulated doors, in a process of its own beside the server.
import { join } from 'node:path'
import { z } from 'zod'
import { repository } from './gatehouse.ts'
import { lastWords, loaderCpu, start } from './kit/processes.ts'

export interface ReceivedCommand {
  readonly key: string
  readonly commandId: string
  readonly action: string
  /** Milliseconds of this machine's clock. */
  readonly at: number
}

export interface Answer {
  readonly id: string
  readonly result: 'granted' | 'denied' | null
  readonly reason: string | null
  readonly ms: number
}

export interface Swarm {
  /** Every command so far, in the order of the wire. */
  readonly received: readonly ReceivedCommand[]
  report(): Promise<void>
  /** The moment at which it was said. */
  send(key: string, state: object): Promise<number>
  ask(asks: readonly { key: string; credential: string }[], everyMs: number): Promise<readonly Answer[]>
  stop(): Promise<void>
}

export interface SwarmSettings {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly keys: readonly string[]
  readonly silent?: readonly string[]
}

const receivedMessage = z.object({
  received: z.object({ key: z.string(), commandId: z.string(), action: z.string(), at: z.number() }),
})
const doneMessage = z.looseObject({ done: z.string() })
const report = z.object({ at: z.number() })
const asked = z.object({
  answers: z.array(
    z.object({
      id: z.string(),
      result: z.enum(['granted', 'denied']).nullable(),
      reason: z.string().nullable(),
      ms: z.number(),
    }),
  ),
})

export const startSwarm = async (settings: SwarmSettings): Promise<Swarm> => {
  const running = start(process.execPath, [join(repository, 'simulator/swarm-main.ts')], {
    name: 'swarm',
    cwd: repository,
    cpu: loaderCpu,
  })
  const results: ReceivedCommand[] = []
  let waiting: ((message: unknown) => void) | undefined
  running.child.on('message', (message) => {
    const command = receivedMessage.safeParse(message).data
    if (command) results.push(command.received)
    else if (doneMessage.safeParse(message).success) waiting?.(message)
  })
  const send = (message: object) =>
    new Promise<unknown>((resolve, reject) => {
      const ended = () => reject(new Error(`the swarm ended: ${lastWords(running)}`))
      running.child.once('exit', ended)
      waiting = (answer) => {
        running.child.off('exit', ended)
        resolve(answer)
      }
      running.child.send(message)
    })
  await send({ do: 'start', settings })
  return {
    received: results,
    report: async () => {
      await send({ do: 'report' })
    },
    send: async (key, state) => report.parse(await send({ do: 'say', key, state })).at,
    ask: async (asks, everyMs) => asked.parse(await send({ do: 'ask', asks, everyMs })).answers,
    stop: () => running.stop(),
  }
}
