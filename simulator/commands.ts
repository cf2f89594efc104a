// What a device does with a command: check it, do it at most once, and say what became of it.
import { type CommandMessage, commandMessage } from '@gatehouse/contract/building/wire'
import type { Device } from './device.ts'
import { type Answer, behaviourOf, type Manner } from './manners.ts'

/** null: done; else why it was refused. */
export type Obey = (command: CommandMessage) => string | null

/** How the device takes commands at present; undefined: as it should. */
export type MannerNow = () => { readonly manner: Manner; readonly slowSeconds: number } | undefined

const remembered = 100

export const commandTaker = (obey: Obey, mannerNow: MannerNow = () => undefined) => {
  const answers = new Map<string, Answer>()
  let commanded = 0
  return (device: Device, payload: Buffer) => {
    const command = read(payload)
    if (!command) return
    const { commandId } = command
    const expires = Date.parse(command.expiresAt)
    const staged = mannerNow()
    const behaviour = behaviourOf(staged?.manner, expires, staged?.slowSeconds ?? 0)
    // MQTT may deliver a command twice; it is answered again, not done again.
    const answer = answers.get(commandId) ?? behaviour.reply ?? answerOf(expires, command, behaviour.obeys, obey)
    answers.set(commandId, answer)
    for (const oldest of answers.keys()) if (answers.size > remembered) answers.delete(oldest)
    const ids = new Map<number, string>()
    for (const after of behaviour.answers) {
      const id = ids.get(after) ?? `ack-${commandId}-${++commanded}`
      ids.set(after, id)
      const send = () => device.send('ack', { commandId, ...answer, id, at: new Date().toISOString() })
      if (after === 0) send()
      else setTimeout(send, after)
    }
  }
}

const answerOf = (expires: number, command: CommandMessage, obeys: boolean, obey: Obey): Answer => {
  const reason = expires <= Date.now() ? 'expired' : obeys ? obey(command) : null
  return reason === null ? { result: 'done' } : { result: 'refused', reason }
}

const read = (payload: Buffer): CommandMessage | null => {
  try {
    return commandMessage.parse(JSON.parse(payload.toString('utf8')))
  } catch {
    return null
  }
}
