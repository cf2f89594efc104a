// A door's controller for tests: a real MQTT client that hears commands and answers them as it is told to.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { commandMessage, topicOf } from '@gatehouse/contract/building/wire'
import type { ADevice } from '../../testing/building.testing.ts'
import { connect, send } from '../../building/ingest/ingest.testing.ts'

/** What it does with a command: says done, says no and why, or nothing; more than once where it stutters. */
export type Manner = (command: CommandMessage) => readonly ('done' | { readonly refused: string })[]

export const obedient: Manner = () => ['done']
export const silent: Manner = () => []

let reported = 0

export interface Controller extends Awaited<ReturnType<typeof aController>> {}

export const aController = async (url: string, door: ADevice, manner: Manner = obedient) => {
  const received: CommandMessage[] = []
  let now = manner
  const client = await connect(url, door)
  const report = (kind: 'ack' | 'state' | 'event' | 'status', message: object) =>
    send(client, door.key, kind, { id: `said-${++reported}`, at: new Date().toISOString(), ...message })
  client.on('message', (_topic, payload) => {
    const command = commandMessage.parse(JSON.parse(payload.toString()))
    received.push(command)
    for (const answer of now(command))
      void report('ack', {
        commandId: command.commandId,
        ...(answer === 'done' ? { result: 'done' } : { result: 'refused', reason: answer.refused }),
      })
  })
  await client.subscribeAsync(topicOf(door.key, 'command'), { qos: 1 })
  return {
    received,
    send: report,
    behaves: (manners: Manner) => (now = manners),
    close: () => client.endAsync(true),
  }
}
