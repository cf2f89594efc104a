// An actuator for tests: a real MQTT client that takes commands, and obeys them or not, as the test has it.
import { type CommandMessage, commandMessage, topicOf } from '@gatehouse/contract/building/wire'
import { connect, send } from '../../building/ingest/ingest.testing.ts'
import type { ADevice } from '../../testing/building.testing.ts'

/** How it takes a command: `obeys` and reports it, or only acknowledges; answers nothing; or refuses. */
export type Manner = 'obeys' | 'only acknowledges' | 'silent' | { readonly refuses: string }

let reported = 0

export interface Actuator extends Awaited<ReturnType<typeof anActuator>> {}

export const anActuator = async (url: string, device: ADevice, manner: Manner = 'obeys') => {
  const received: CommandMessage[] = []
  let now = manner
  let isOn = false
  const client = await connect(url, device)
  const report = (kind: 'ack' | 'output' | 'status', message: object) =>
    send(client, device.key, kind, { id: `a-${++reported}`, at: new Date().toISOString(), ...message })
  client.on('message', (_topic, payload) => {
    const command = commandMessage.parse(JSON.parse(payload.toString()))
    received.push(command)
    if (now === 'silent') return
    const { commandId } = command
    const refused = typeof now === 'object' ? now.refuses : null
    void report('ack', {
      commandId,
      ...(refused === null ? { result: 'done' } : { result: 'refused', reason: refused }),
    })
    if (refused !== null) return
    if (now === 'only acknowledges') return
    isOn = command.action === 'switch-on'
    void report('output', { active: isOn })
  })
  await client.subscribeAsync(topicOf(device.key, 'command'), { qos: 1 })
  return {
    ...device,
    received,
    actions: () => received.map(({ action }) => action),
    isOn: () => isOn,
    says: report,
    behaves: (manners: Manner) => (now = manners),
    close: () => client.endAsync(true),
  }
}
