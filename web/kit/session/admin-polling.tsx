// Asks every minute how the system is and what is unread, for as long as an administrator is signed in, in hidden tabs
// too, and sooner when devices come and go or the server is back. What fails is only logged: the next minute asks again.
import { statusChanged } from '@gatehouse/contract/building/devices'
import { adminNotifications, adminPollMs, messages, systemHealth } from '@gatehouse/contract/system/system'
import { useEffect, useRef } from 'react'
import { adminContext } from './admin-context.ts'
import { call } from '../data/api.ts'
import { useLiveEvent } from '../live/live-events.ts'
import { holderIn } from './holder.ts'
import { currentSession, subscribeSession } from './session-state.ts'
import { readStoredUser } from './stored-user.ts'
import { useLive } from '../live/use-live.ts'

/** The refresh token that asks at once. */
export const healthSection = 'system health'

/** Many devices go at once: asked once for all that change within it. */
const togetherMs = 2_000

export const AdminPolling = () => {
  useEffect(startAdminPolling, [])
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const askSoon = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      adminContext().actions.refresh(healthSection)
    }, togetherMs)
  }
  useLiveEvent(statusChanged, askSoon)
  const { phase } = useLive()
  const before = useRef(phase)
  useEffect(() => {
    if (phase === 'live' && before.current === 'lost') adminContext().actions.refresh(healthSection)
    before.current = phase
  }, [phase])
  return null
}

/** Answers with how to stop. */
export const startAdminPolling = (): (() => void) => {
  const leaving = new AbortController()
  const options = { signal: leaving.signal }
  let holder = holderNow()
  let refreshed = adminContext().current().refreshTokens[healthSection]

  const poll = () => {
    const asker = holderNow()
    if (asker === null || readStoredUser() === null) return
    // An answer to somebody who has gone meanwhile is nobody's.
    const stays = () => !leaving.signal.aborted && holderNow() === asker
    call(systemHealth, {}, options).then(
      (answer) => stays() && adminContext().actions.systemHealth(answer),
      (error: unknown) => stays() && console.info(messages.healthFailed, error),
    )
    call(adminNotifications, {}, options).then(
      ({ notifications }) => stays() && adminContext().actions.notifications(notifications),
      (error: unknown) => stays() && console.info(messages.notificationsFailed, error),
    )
  }

  poll()
  const timer = setInterval(poll, adminPollMs)
  const stopListening = subscribeSession(() => {
    const now = holderNow()
    if (now === holder) return
    holder = now
    adminContext().actions.reset()
    poll()
  })
  const stopRefreshing = adminContext().subscribe(() => {
    const token = adminContext().current().refreshTokens[healthSection]
    if (token === refreshed) return
    refreshed = token
    if (token !== undefined) poll()
  })
  return () => {
    leaving.abort()
    clearInterval(timer)
    stopListening()
    stopRefreshing()
    adminContext().actions.reset()
  }
}

/** Who asks, in which company; null: nobody who may. */
const holderNow = (): string | null => {
  const session = currentSession()
  return session.permissions.has('admin_access') ? holderIn(session) : null
}
