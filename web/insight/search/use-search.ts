// What is typed, and what the server found for it: asked once typing rests, and what comes too late is dropped.
import type { Output } from '@gatehouse/contract/operation'
import type { find } from '@gatehouse/contract/insight/search'
import { useEffect, useState } from 'react'
import { findResults } from './find-results.ts'
import { lookFor } from './look-for.ts'

export interface Search {
  readonly typed: string
  readonly type: (text: string) => void
  readonly again: () => void
  /** Of what `found` is; null: nothing has been found yet for anything. */
  readonly found: (Found & { readonly q: string }) | null
  readonly failed: boolean
  /** Something is typed for which there is no answer yet. */
  readonly busy: boolean
}

export type Found = Output<typeof find>

export const useSearch = (): Search => {
  const [typed, setTyped] = useState('')
  // A new object asks anew, also for the same.
  const [sought, seek] = useState({ q: '' })
  const [found, setFound] = useState<Search['found']>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const { q } = sought
    if (q === '') return undefined
    return lookFor(q, findResults, {
      found: (answer) => setFound({ ...answer, q }),
      failed: () => setFailed(true),
    })
  }, [sought])
  const askFor = (q: string) => {
    setFailed(false)
    seek({ q })
  }
  return {
    typed,
    type(text) {
      setTyped(text)
      const q = text.trim()
      if (q === '') setFound(null)
      if (q !== sought.q) askFor(q)
    },
    again: () => askFor(sought.q),
    found,
    failed,
    busy: sought.q !== '' && !failed && found?.q !== sought.q,
  }
}
