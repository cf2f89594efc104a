// Whether the product itself is well.
import * as system from '@gatehouse/contract/system'
import type { Serve } from '../kit/serve.ts'

export const serveSystem = (serve: Serve, version: string) => {
  // The gate has answered 503 before this runs while the store is away.
  serve.open(system.health, async () => ({ status: 'ready' as const, version, at: new Date().toISOString() }))
}
