// Whether the product itself is well, and its pages in the browsers.
import * as system from '@gatehouse/contract/system/system'
import type { Logger } from 'pino'
import { clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { createCrashLog } from './crashes.ts'

export { createHealth } from './health.ts'
export { serveSystemHealth } from './serve-health.ts'

export const serveSystem = (serve: Serve, version: string, log: Logger, stuck: () => object | null) => {
  // The gate has answered 503 before this runs while the store is away.
  serve.open(system.health, async () => {
    // Why is for who looks after it: on the system page, and in the log.
    if (stuck()) throw new Refusal(503, 'UNAVAILABLE', 'Nothing can be stored at the moment.')
    return { status: 'ready' as const, version, at: clock.iso() }
  })

  const logCrash = createCrashLog((report) => log.warn({ crash: report }, 'a page crashed in a browser'))
  serve.open(system.reportCrash, async (report) => {
    logCrash(report)
    return {}
  })
}
