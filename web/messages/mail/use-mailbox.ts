// The letters of the demo's mailbox, asked for again every few seconds while somebody looks.
import { type Letter, mailbox } from '@gatehouse/contract/messages/mail'
import { useEffect, useState } from 'react'
import { call, isApiError } from '../../kit/data/api.ts'

export type Mailbox =
  | { readonly state: 'loading' | 'closed' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'open'; readonly letters: readonly Letter[] }

const everyMs = 3000

export const useMailbox = (): Mailbox => {
  const [known, setKnown] = useState<Mailbox>({ state: 'loading' })
  useEffect(() => {
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const now: Mailbox = document.hidden ? { state: 'loading' } : await read(gone.signal)
      if (gone.signal.aborted) return
      if (now.state !== 'loading') setKnown((before) => (isSame(before, now) ? before : now))
      if (now.state !== 'closed') timer = setTimeout(() => void ask(), everyMs)
    }
    void ask()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [])
  return known
}

const read = async (signal: AbortSignal): Promise<Mailbox> => {
  try {
    const { mails } = await call(mailbox, {}, { signal })
    return { state: 'open', letters: mails }
  } catch (error) {
    if (!isApiError(error)) return { state: 'failed', message: '' }
    return error.status === 404 ? { state: 'closed' } : { state: 'failed', message: error.message }
  }
}

// What has not changed is not drawn anew: a letter that is being read stays as it is.
const isSame = (before: Mailbox, now: Mailbox): boolean =>
  before.state === 'open' &&
  now.state === 'open' &&
  before.letters.length === now.letters.length &&
  before.letters[0]?.sentAt === now.letters[0]?.sentAt
