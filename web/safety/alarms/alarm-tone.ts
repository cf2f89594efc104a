// The alarm tone again and again, until a person acknowledges what it is for.
import { useEffect } from 'react'

const everyMs = 15_000

/**
 * While `on`. The first tone is that of the notification (messages/notifications/news.ts), so this one begins with the
 * second. Every tab of the browser comes to it at the same moment, and the first of them alone plays it.
 */
export const useAlarmTone = (on: boolean): void => {
  useEffect(() => {
    if (!on) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = (from: number) => {
      const turn = Math.ceil(from / everyMs)
      timer = setTimeout(
        () => {
          void import('../../kit/sound/alarm.ts')
            .then(({ alarm }) => alarm().sound(`unacknowledged ${turn}`))
            .catch(() => undefined)
          wait((turn + 0.5) * everyMs)
        },
        turn * everyMs - Date.now(),
      )
    }
    wait(Date.now() + everyMs / 2)
    return () => clearTimeout(timer)
  }, [on])
}
