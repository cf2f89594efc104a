// The check of the record, which goes on while its page is left, and whose result stays for as long as the tab does.
import { verify } from '@gatehouse/contract/activity'
import type { Output } from '@gatehouse/contract/operation'
import { useSyncExternalStore } from 'react'
import { call, messageOf } from '../kit/api.ts'
import { serverNow } from '../kit/clock.ts'
import { currentSession, subscribeSession } from '../kit/session-state.ts'

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

export const useVerification = (): Verification => useSyncExternalStore(subscribe, () => state)

/** Answers with what it ended with; null: it was stopped. */
export const startVerification = async (stretch: Stretch): Promise<Verification | null> => {
  stopVerification()
  const controller = new AbortController()
  running = controller
  set({ is: 'running', stretch, since: serverNow() })
  const ended = await finish(stretch, controller.signal)
  if (running !== controller) return null
  running = null
  set(ended)
  return ended
}

export const stopVerification = (): void => {
  running?.abort()
  running = null
  if (state.is === 'running') set({ is: 'not begun' })
}

export const forgetVerification = (): void => {
  stopVerification()
  set({ is: 'not begun' })
}

const finish = async (stretch: Stretch, signal: AbortSignal): Promise<Verification> => {
  try {
    const answer = await call(verify, stretch, { signal })
    return { is: 'finished', stretch, at: serverNow(), answer }
  } catch (error) {
    return { is: 'failed', stretch, at: serverNow(), why: messageOf(error, 'The server did not say why.') }
  }
}

const listeners = new Set<() => void>()
let state: Verification = { is: 'not begun' }
let running: AbortController | null = null

const set = (next: Verification) => {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// What was found of one company is nothing for the next person, or the next company.
const holder = () => {
  const { user, viewing } = currentSession()
  return `${user?.id} ${user?.company?.id} ${viewing}`
}
let known = holder()
subscribeSession(() => {
  if (holder() === known) return
  known = holder()
  forgetVerification()
})
