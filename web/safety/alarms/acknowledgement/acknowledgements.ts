// Acknowledgements on their way to the server. One that finds no connection waits in this browser, with the occurrence
// that its person had seen, and is sent once there is a connection again, also after the page was loaded anew.
import type * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import { createListeners } from '../../../kit/data/store.ts'

export interface Pending {
  readonly alarmId: string
  /** What it is called, for whom the list is not there. */
  readonly name: string
  readonly lastAt: string
  readonly note: string | null
  /** Why the server refused it; null: it waits to be sent. */
  readonly refused: string | null
}

/** Where they outlive the page. */
export interface PendingStore {
  readonly read: (userId: string) => readonly Pending[]
  readonly write: (userId: string, list: readonly Pending[]) => void
}

interface Sending {
  readonly send: (one: Pending) => Promise<Output<typeof alarms.acknowledge>>
  /** Whether the same may succeed later: no connection, a server that is away, a session that has ended. */
  readonly isPassing: (error: unknown) => boolean
  /** Why it was refused; null: there is nothing to acknowledge any more. */
  readonly refusalOf: (error: unknown) => string | null
  /** Who is signed in: in nobody else's name anything is sent. */
  readonly userId: () => string | null
  readonly onSent: (alarm: Alarm) => void
  /** `waited`: the person does not look at what they pressed any more. */
  readonly onRefused: (one: Pending, error: unknown, waited: boolean) => void
  /** One tab of this browser at a time. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  readonly again: (work: () => void, ms: number) => ReturnType<typeof setTimeout>
}

export interface Acknowledgements {
  /** Those that wait, and those that were refused after they had waited. */
  readonly pending: () => readonly Pending[]
  readonly subscribe: (listener: () => void) => () => void
  /** `pending`: it is sent once there is a connection. Throws where the server refuses it. */
  readonly acknowledge: (one: Omit<Pending, 'refused'>) => Promise<'done' | 'pending'>
  /** Without an attempt of its own: another has just failed. */
  readonly queue: (list: readonly Omit<Pending, 'refused'>[]) => void
  /** There may be a connection again, another person, or another tab that has changed something. */
  readonly wake: () => void
  readonly dismiss: (alarmId: string) => void
}

const retryMs = { first: 1_000, most: 15_000 }

export const createAcknowledgements = (store: PendingStore, sending: Sending): Acknowledgements => {
  const { emit, subscribe } = createListeners()
  const underWay = new Set<string>()
  let shown: readonly Pending[] = []
  let text = '[]'
  let failures = 0
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const stored = () => {
    const userId = sending.userId()
    return userId === null ? [] : store.read(userId)
  }
  // The same array for as long as it says the same.
  const refresh = () => {
    const list = stored().filter(({ alarmId }) => !underWay.has(alarmId))
    const now = JSON.stringify(list)
    if (now === text) return
    text = now
    shown = list
    emit()
  }
  const change = (by: (list: readonly Pending[]) => readonly Pending[]) => {
    const userId = sending.userId()
    if (userId !== null) store.write(userId, by(store.read(userId)))
    refresh()
  }
  const without = (id: string) => change((list) => list.filter(({ alarmId }) => alarmId !== id))
  const withOne = (one: Pending) => change((list) => [...list.filter(({ alarmId }) => alarmId !== one.alarmId), one])

  const waitToRetry = () => {
    clearTimeout(timer)
    timer = sending.again(() => void sendAll(), Math.min(retryMs.most, retryMs.first * 2 ** failures++))
  }

  const sendEach = async () => {
    clearTimeout(timer)
    for (;;) {
      const one = stored().find(({ refused, alarmId }) => refused === null && !underWay.has(alarmId))
      if (!one) return
      try {
        const { alarm } = await sending.send(one)
        failures = 0
        without(one.alarmId)
        sending.onSent(alarm)
      } catch (error) {
        if (sending.isPassing(error)) return waitToRetry()
        failures = 0
        const refused = sending.refusalOf(error)
        if (refused === null) without(one.alarmId)
        else withOne({ ...one, refused })
        sending.onRefused(one, error, true)
      }
    }
  }
  const sendAll = async () => {
    if (isSending) return
    isSending = true
    await sending.alone(sendEach).finally(() => (isSending = false))
  }

  return {
    pending: () => shown,
    subscribe,
    async acknowledge(given) {
      const one: Pending = { ...given, refused: null }
      // Stored first: a page that is closed now must not lose it.
      underWay.add(one.alarmId)
      withOne(one)
      try {
        const { alarm } = await sending.send(one)
        without(one.alarmId)
        sending.onSent(alarm)
        return 'done'
      } catch (error) {
        if (sending.isPassing(error)) {
          waitToRetry()
          return 'pending'
        }
        without(one.alarmId)
        sending.onRefused(one, error, false)
        throw error
      } finally {
        underWay.delete(one.alarmId)
        refresh()
      }
    },
    queue(list) {
      for (const one of list) withOne({ ...one, refused: null })
      waitToRetry()
    },
    wake() {
      failures = 0
      refresh()
      void sendAll()
    },
    dismiss: without,
  }
}
