// The acknowledgements of this tab: stored in the browser for their person, sent by the typed client, shown in every list.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { singleton } from '../../../kit/application.ts'
import { type Api, api, isApiError, isStatus, messageOf } from '../../../kit/data/api.ts'
import { queryClient } from '../../../kit/data/queries.ts'
import { announce } from '../../../kit/hands/announce.ts'
import { useReach } from '../../../kit/live/reach.ts'
import { useLive } from '../../../kit/live/use-live.ts'
import { type SessionState, sessionState, useSession } from '../../../kit/session/session-state.ts'
import { type ToastQueue, toastQueue } from '../../../ui/feedback/toast.ts'
import { createAcknowledgements, type Pending } from './acknowledgements.ts'
import { showAlarm } from '../alarm-lists.live.ts'
import { nameOf } from '../../../kit/alarm-words.ts'
import { pendingStore } from './pending-store.ts'

const passing = new Set([0, 401, 408, 429, 502, 503, 504])
const notAcknowledged = 'It could not be acknowledged. Please try again.'

interface SendingParts {
  readonly api: Pick<Api, 'call'>
  readonly cache: QueryClient
  readonly session: SessionState
  readonly toasts: Pick<ToastQueue, 'add'>
}

const createSending = ({ cache, session, toasts, ...parts }: SendingParts) => {
  const lookAgain = async (id: string) => {
    const { alarm } = await parts.api.call(alarms.byId, { id })
    showAlarm(cache, alarm)
  }
  const sent = createAcknowledgements(pendingStore, {
    send: ({ alarmId, lastAt, note }) =>
      parts.api.call(alarms.acknowledge, { id: alarmId, lastAt, ...(note === null ? {} : { note }) }),
    isPassing: (error) => !isApiError(error) || passing.has(error.status),
    refusalOf: (error) =>
      isApiError(error) && error.code === 'CLEARED' ? null : messageOf(error, 'The server refused it.'),
    userId: () => {
      const { status, user } = session.get()
      return status === 'out' ? null : (user?.id ?? null)
    },
    onSent(alarm) {
      showAlarm(cache, alarm)
      announce(`${nameOf(alarm)} is acknowledged`)
    },
    onRefused({ alarmId, name }, error, waited) {
      // It is shown as it is by now, before anybody presses again.
      if (isStatus(error, 409)) void lookAgain(alarmId).catch(() => undefined)
      if (waited) toasts.add('warning', `${name}: ${messageOf(error, notAcknowledged)}`)
    },
    alone,
    again: setTimeout,
  })
  // A session that ran out: what waits is sent as soon as the same person is signed in again.
  session.subscribe(sent.wake)
  return sent
}

const alone = async (work: () => Promise<void>): Promise<void> => {
  // There are none where the page did not come by HTTPS.
  const { locks }: { readonly locks?: LockManager | null } = navigator
  if (!locks) return work()
  await locks.request('acknowledgements of alarms', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

export const acknowledgements = singleton((use) =>
  createSending({ api: use(api), cache: use(queryClient), session: use(sessionState), toasts: use(toastQueue) }),
)

/** With the occurrence that is on the screen: one that came since is not acknowledged by it. */
export const pendingOf = (alarm: Alarm, note = ''): Omit<Pending, 'refused'> => ({
  alarmId: alarm.id,
  name: nameOf(alarm),
  lastAt: alarm.lastAt,
  note: note.trim() === '' ? null : note.trim(),
})

/** Throws where the server refuses it. */
export const acknowledge = async (alarm: Alarm, note = ''): Promise<void> => {
  const outcome = await acknowledgements().acknowledge(pendingOf(alarm, note))
  if (outcome === 'pending') announce(`No connection: the acknowledgement of ${nameOf(alarm)} is sent later`)
}

/** Those that wait and those that were refused; sends them while the component is there. */
export const usePending = (): readonly Pending[] => {
  const userId = useSession().user?.id
  const { phase } = useLive()
  const reach = useReach()
  useEffect(() => {
    if (userId !== undefined) acknowledgements().wake()
  }, [userId])
  useEffect(() => {
    if (phase === 'live') acknowledgements().wake()
  }, [phase])
  useEffect(() => {
    if (reach === 'here') acknowledgements().wake()
  }, [reach])
  useEffect(() => {
    const { wake } = acknowledgements()
    for (const event of ['online', 'storage']) window.addEventListener(event, wake)
    return () => {
      for (const event of ['online', 'storage']) window.removeEventListener(event, wake)
    }
  }, [])
  return usePendingShown()
}

const usePendingShown = () => useSyncExternalStore(acknowledgements().subscribe, acknowledgements().pending)

export const usePendingOf = (alarmId: string): Pending | undefined =>
  usePendingShown().find((one) => one.alarmId === alarmId)
