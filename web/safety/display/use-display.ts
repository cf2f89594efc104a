// What a display at an entrance shows, asked for every two seconds for as long as it is open.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { useClock } from '../../kit/clock.ts'
import { call, isApiError } from '../../kit/data/api.ts'

export type Shown = Output<typeof occupancy.shown>

export type Display =
  | { readonly is: 'loading' }
  /** Revoked, expired, or never there. */
  | { readonly is: 'invalid' }
  /** Nothing has come for some seconds: no number of before is shown. */
  | { readonly is: 'lost'; readonly title: string | null }
  | { readonly is: 'shown'; readonly shown: Shown }

const everyMs = 2_000
/** A link that is void may be a slip of the server: it is tried again now and then. */
const voidEveryMs = 60_000
const lostAfterMs = 10_000

interface Known {
  readonly shown: Shown | null
  /** By the clock of this machine, which goes on while nothing comes. */
  readonly at: number
  readonly isInvalid: boolean
}

export const useDisplay = (secret: string): Display => {
  const [known, setKnown] = useState<Known>(() => ({ shown: null, at: Date.now(), isInvalid: secret === '' }))
  useEffect(() => {
    if (secret === '') return undefined
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      let nextMs = everyMs
      try {
        const shown = await call(occupancy.shown, { secret }, { signal: leaving.signal, unauthorized: 'an-answer' })
        setKnown({ shown, at: Date.now(), isInvalid: false })
      } catch (error) {
        if (isApiError(error) && isVoid(error.status)) {
          nextMs = voidEveryMs
          setKnown({ shown: null, at: Date.now(), isInvalid: true })
        }
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void ask(), nextMs)
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [secret])
  const isLost = useClock(() => Date.now() - known.at > lostAfterMs)
  if (known.isInvalid) return { is: 'invalid' }
  if (isLost) return { is: 'lost', title: known.shown?.title ?? null }
  return known.shown === null ? { is: 'loading' } : { is: 'shown', shown: known.shown }
}

const isVoid = (status: number): boolean => [400, 404, 410, 422].includes(status)
