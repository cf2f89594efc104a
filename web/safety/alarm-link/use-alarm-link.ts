// The alarm that the link of a letter is about. Opening the link only reads: programs that scan mail follow links too.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { call, isApiError, messageOf } from '../../kit/data/api.ts'

export type LinkedAlarm = Output<typeof alarms.linked>

export type AlarmLink =
  | { readonly is: 'loading' }
  /** Cut off, expired or never there. */
  | { readonly is: 'invalid' }
  | { readonly is: 'failed'; readonly failure: string }
  | { readonly is: 'shown'; readonly alarm: LinkedAlarm }
  /** From this page, by this name. */
  | { readonly is: 'acknowledged'; readonly alarm: LinkedAlarm; readonly by: string }

export interface AlarmLinkState {
  readonly link: AlarmLink
  readonly retry: () => void
  /** Fails for whoever calls it where another attempt may help. */
  readonly acknowledge: (alarm: LinkedAlarm) => Promise<void>
}

/** The token is that of the page's address: a page with another one is mounted anew. */
export const useAlarmLink = (token: string): AlarmLinkState => {
  const [link, setLink] = useState<AlarmLink>(isWhole(token) ? loading : invalid)
  const [asked, ask] = useState({ token })
  useEffect(() => {
    if (!isWhole(asked.token)) return undefined
    const leaving = new AbortController()
    call(alarms.linked, { token: asked.token }, { signal: leaving.signal, unauthorized: 'an-answer' }).then(
      (alarm) => setLink({ is: 'shown', alarm }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setLink(isInvalid(error) ? invalid : { is: 'failed', failure: failureOf(error) })
      },
    )
    return () => leaving.abort()
  }, [asked])
  const read = () => ask({ token })
  return {
    link,
    retry: () => {
      setLink(loading)
      read()
    },
    acknowledge: async (alarm) => {
      try {
        const { acknowledgedBy } = await call(alarms.acknowledgeLinked, { token }, { unauthorized: 'an-answer' })
        setLink({ is: 'acknowledged', alarm, by: acknowledgedBy })
      } catch (error) {
        if (!isInvalid(error)) throw error
        // Used meanwhile, or somebody was quicker: reading it says which.
        read()
      }
    },
  }
}

const isWhole = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Of an address that nobody has mailed, too. */
const isInvalid = (error: unknown): boolean => isApiError(error) && [400, 404, 409, 410, 422].includes(error.status)

export const failureOf = (error: unknown): string =>
  messageOf(error, 'The server did not answer as expected. Please try again.')

const loading = { is: 'loading' } as const
const invalid = { is: 'invalid' } as const
