// What the link of a letter opens, asked before anything is typed: nobody fills in a form that leads nowhere.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { call, isApiError } from '../../kit/data/api.ts'
import { anyMessage } from './error-messages.ts'

export type Opened<Answer> =
  | { readonly link: 'reading' }
  | { readonly link: 'open'; readonly answer: Answer }
  /** Used, expired or never there: only another one helps. */
  | { readonly link: 'over' }
  | { readonly link: 'unread'; readonly failure: string }

export interface LinkState<Answer> {
  readonly opened: Opened<Answer>
  /** Somebody used it while this page was open. */
  readonly end: () => void
  readonly again: () => void
}

/** The token is that of the page's address: a page with another one is mounted anew. */
export const useLink = <Op extends Operation>(op: Op, input: Input<Op>): LinkState<Output<Op>> => {
  const [opened, setOpened] = useState<Opened<Output<Op>>>(reading)
  const [asked, ask] = useState({ input })
  useEffect(() => {
    const leaving = new AbortController()
    call(op, asked.input, { signal: leaving.signal }).then(
      (answer) => setOpened({ link: 'open', answer }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setOpened(isOver(error) ? over : { link: 'unread', failure: anyMessage(error) })
      },
    )
    return () => leaving.abort()
  }, [op, asked])
  return {
    opened,
    end: () => setOpened(over),
    again: () => {
      setOpened(reading)
      ask({ input })
    },
  }
}

/** Of an address that nobody has mailed, too. */
export const isOver = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'INVALID_TOKEN' || error.details.some(({ field }) => field === 'token'))

const reading = { link: 'reading' } as const
const over = { link: 'over' } as const
