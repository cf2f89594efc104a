// What browsers ask over the main connection passes here as calls pass serve(): readiness, rate, permission, validation.
// Each is acknowledged with its answer, or with `{ failure }`; nothing that is sent brings the server down.
import { neededBy } from '@gatehouse/contract/lack'
import { randomUUID } from 'node:crypto'
import { missing } from '@gatehouse/contract/permissions'
import type { Inbound } from '@gatehouse/contract/realtime'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { z } from 'zod'
import type { Caller } from '../http/caller.ts'
import { clock } from '../clock.ts'
import { invalid, invalidFrom, lacking, readOnly, Refusal, unavailable } from '../errors.ts'
import { describe } from '../http/http.ts'
import type { Guest } from './realtime.ts'
import { actorOfPerson, type Gate } from '../http/serve.ts'
import { firstUnstorable } from '../unstorable.ts'
import { inWords } from '../wording.ts'

/** Answers one message of those who are let in from now on. */
export interface OnInbound {
  <S extends z.ZodType>(
    name: string,
    message: Inbound<S>,
    handler: (input: z.output<S>, caller: Caller) => Promise<object>,
  ): void
}

type InboundGate = Pick<Gate, 'ready' | 'orLost' | 'audit' | 'observe'>

const minuteMs = 60_000

export const createInbound = (
  welcome: (listener: (guest: Guest) => void) => void,
  gate: InboundGate,
  log: Logger,
): OnInbound => {
  const answers = new Map<string, (raw: unknown, guest: Guest) => Promise<object>>()
  welcome((guest) => {
    for (const [name, answer] of answers) {
      guest.socket.on(name, (raw: unknown, acknowledge: unknown) => {
        void answerTo(acknowledge, answer(raw, guest))
      })
    }
  })

  const answerTo = async (acknowledge: unknown, answer: Promise<object>) => {
    const message = await answer
    if (typeof acknowledge === 'function') acknowledge(message)
  }

  return (name, message, handler) => {
    const spent = createSpending(message.perMinute)
    const work = async (raw: unknown, caller: Caller, read: (input: unknown) => void): Promise<object> => {
      if (!gate.ready()) throw unavailable()
      if (spent(caller.viewer?.id ?? caller.userId))
        throw new Refusal(429, 'TOO_MANY', 'Too many requests. Please try again later.')
      const lack = missing(caller.permissions, neededBy(message))
      if (lack.length > 0) throw lacking(lack)
      if (caller.viewer && message.personal) throw readOnly()
      if (firstUnstorable(raw) !== null)
        throw invalid([{ field: 'body', message: 'This has characters that cannot be kept, or is nested too deeply.' }])
      const parsed = message.shape.safeParse(raw, { error: inWords })
      if (!parsed.success) throw invalidFrom(parsed.error)
      read(parsed.data)
      return gate.orLost(handler(parsed.data, caller))
    }
    answers.set(name, async (raw, { caller, socket }) => {
      const started = performance.now()
      let status = 200
      let input: unknown = {}
      try {
        return await work(raw, caller, (parsed) => (input = parsed))
      } catch (error) {
        const described = describe(error instanceof Error ? error : new Error(String(error)))
        status = described.status
        if (status === 500) log.error({ error, message: name }, 'a message could not be answered')
        return { failure: described.body }
      } finally {
        gate.observe(name, status, performance.now() - started)
        // What is cut off is only counted, as of calls: who floods us is not to fill the record.
        if ((caller.viewer || status === 403) && status !== 429 && gate.ready())
          await audit({ action: message.action, input, status }, caller, socket)
      }
    })
  }

  async function audit(message: { action: string; input: unknown; status: number }, caller: Caller, socket: Socket) {
    const entry = {
      ...actorOfPerson(caller),
      ...message,
      address: socket.handshake.address,
      correlationId: randomUUID(),
    }
    await gate.audit(entry).catch((error: unknown) => log.warn({ error }, 'a message could not be recorded'))
  }
}

/** Whether somebody has said it too often in this minute. */
const createSpending = (perMinute: number) => {
  let minute = 0
  const counts = new Map<string, number>()
  return (who: string): boolean => {
    const now = Math.floor(clock.ms() / minuteMs)
    if (now !== minute) {
      minute = now
      counts.clear()
    }
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    return count > perMinute
  }
}
