// The check of the record, which goes on while its page is left, and whose result stays for as long as the tab does.
import { verify } from '@gatehouse/contract/record/activity'
import type { Output } from '@gatehouse/contract/operation'
import { useSyncExternalStore } from 'react'
import { type Api, api, messageOf } from '../../kit/data/api.ts'
import { singleton } from '../../kit/application.ts'
import { type Clock, clock } from '../../kit/clock.ts'
import { whenHolderChanges } from '../../kit/session/holder.ts'
import { type SessionState, sessionState } from '../../kit/session/session-state.ts'
import { createStore } from '../../kit/data/store.ts'

export type Answer = Output<typeof verify>

/** The stretch of time that is checked; neither: all of it. */
export interface Stretch {
  readonly from?: string
  readonly to?: string
}

export type Verification =
  | { readonly is: 'not begun' }
  | { readonly is: 'running'; readonly stretch: Stretch; readonly since: number }
  | { readonly is: 'finished'; readonly stretch: Stretch; readonly at: number; readonly answer: Answer }
  | { readonly is: 'failed'; readonly stretch: Stretch; readonly at: number; readonly why: string }

interface RecordCheckParts {
  readonly api: Pick<Api, 'call'>
  readonly clock: Pick<Clock, 'now'>
  readonly session: SessionState
}

export const createRecordCheck = ({ session, ...parts }: RecordCheckParts) => {
  const state = createStore<Verification>({ is: 'not begun' })
  let running: AbortController | null = null

  const finish = async (stretch: Stretch, signal: AbortSignal): Promise<Verification> => {
    try {
      const answer = await parts.api.call(verify, stretch, { signal })
      return { is: 'finished', stretch, at: parts.clock.now(), answer }
    } catch (error) {
      return { is: 'failed', stretch, at: parts.clock.now(), why: messageOf(error, 'The server did not say why.') }
    }
  }

  const stop = (): void => {
    running?.abort()
    running = null
    if (state.get().is === 'running') state.set({ is: 'not begun' })
  }

  const forget = (): void => {
    stop()
    state.set({ is: 'not begun' })
  }

  // What was found of one company is nothing for the next person, or the next company.
  whenHolderChanges(session, forget)

  return {
    state: state.get,
    subscribe: state.subscribe,
    /** Answers with what it ended with; null: it was stopped. */
    start: async (stretch: Stretch): Promise<Verification | null> => {
      stop()
      const controller = new AbortController()
      running = controller
      state.set({ is: 'running', stretch, since: parts.clock.now() })
      const ended = await finish(stretch, controller.signal)
      if (running !== controller) return null
      running = null
      state.set(ended)
      return ended
    },
    stop,
    forget,
  }
}

export const recordCheck = singleton((use) =>
  createRecordCheck({ api: use(api), clock: use(clock), session: use(sessionState) }),
)

export const useVerification = (): Verification => useSyncExternalStore(recordCheck().subscribe, recordCheck().state)
