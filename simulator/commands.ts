// What a device does with a command: check it, do it at most once, and say what became of it.
import { type CommandMessage, commandMessage } from '@gatehouse/contract/wire'
import type { Device } from './device.ts'

/** null: done; else why it was refused. */
export type Obey = (command: CommandMessage) => string | null

const remembered = 100

export const commandTaker = (obey: Obey) => {
  const answers = new Map<string, string | null>()
  return (device: Device, payload: Buffer) => {
    const command = read(payload)
    if (!command) return
    const { commandId } = command
    // MQTT may deliver a command twice; it is answered again, not done again.
    const known = answers.get(commandId)
    const reason = known !== undefined ? known : Date.parse(command.expiresAt) <= Date.now() ? 'expired' : obey(command)
    answers.set(commandId, reason)
    for (const oldest of answers.keys()) if (answers.size > remembered) answers.delete(oldest)
    device.tell('ack', {
      commandId,
      result: reason === null ? 'done' : 'refused',
      ...(reason === null ? {} : { reason }),
    })
  }
}

const read = (payload: Buffer): CommandMessage | null => {
  try {
    return commandMessage.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
