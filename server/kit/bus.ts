// Facts between domains, in process: published after they are stored, heard by whoever subscribed in main.ts.
import type { LiveEvent, Payload } from '@gatehouse/contract/operation'
import type { Logger } from 'pino'

export interface Fact {
  readonly event: LiveEvent
  readonly companyId: string
  readonly payload: unknown
}

export interface Bus {
  publish<E extends LiveEvent>(event: E, companyId: string, payload: Payload<E>): void
  /** Every fact, whatever it is: what the sockets forward. */
  onAny(listener: (fact: Fact) => void): void
}

export const createBus = (log: Logger): Bus => {
  const listeners: ((fact: Fact) => void)[] = []
  return {
    publish(event, companyId, payload) {
      for (const listener of listeners) {
        try {
          listener({ event, companyId, payload })
        } catch (error) {
          log.error({ error, event: event.name }, 'a listener failed')
        }
      }
    },
    onAny(listener) {
      listeners.push(listener)
    },
  }
}
