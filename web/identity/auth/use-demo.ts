// Demo mode, for pages before signing in: null outside it, and until the server answered.
import { entrance } from '@gatehouse/contract/system/demo'
import type { Output } from '@gatehouse/contract/operation'
import { useEffect, useState } from 'react'
import { call } from '../../kit/data/api.ts'

export type Demo = NonNullable<Output<typeof entrance>['demo']>

export const useDemo = (): Demo | null => {
  const [demo, setDemo] = useState<Demo | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    // Where it cannot be read there is nothing to offer; the form beside it reports what is wrong.
    call(entrance, {}, { signal: leaving.signal }).then(
      (answer) => setDemo(answer.demo),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return demo
}
