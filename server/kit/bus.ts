// Events between domains, in process: published after they are stored, and handled by whoever subscribed at the start.
import type { LiveEvent, Payload } from '@gatehouse/contract/operation'
import type { Logger } from 'pino'
import type { z } from 'zod'

export interface Fact {
  readonly event: LiveEvent
  readonly companyId: string
  readonly payload: unknown
}

export interface Bus {
  publish<E extends LiveEvent>(event: E, companyId: string, payload: Payload<E>): void
  /** Calls `handler` with every one of this event from now on. */
  on<S extends z.ZodType>(event: LiveEvent<S>, handler: (payload: z.output<S>, companyId: string) => void): void
  /** Every event, whatever it is: what the sockets forward. */
  onAny(listener: (fact: Fact) => void): void
}

export const createBus = (log: Logger): Bus => {
  const listeners: ((fact: Fact) => void)[] = []
  const byName = new Map<string, typeof listeners>()
  return {
    publish(event, companyId, payload) {
      for (const listener of [...(byName.get(event.name) ?? []), ...listeners]) {
        try {
          listener({ event, companyId, payload })
        } catch (error) {
          log.error({ error, event: event.name }, 'a listener failed')
        }
      }
    },
    on({ name, shape }, handler) {
      const handlers = byName.get(name) ?? []
      byName.set(name, handlers)
      handlers.push(({ companyId, payload }) => handler(shape.parse(payload), companyId))
    },
    onAny(listener) {
      listeners.push(listener)
    },
  }
}
