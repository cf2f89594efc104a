// Visitors: their passes, and who of them is on site. The front of this folder.
import type { Directory } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Names } from '../../kit/names.ts'
import type { Judge } from '../../kit/recorders.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { serveChoices } from './choices.ts'
import { servePasses } from './passes.ts'
import { serveVisits } from './visits.ts'

export { recordPassUses } from './passes.ts'

interface VisitorParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
  readonly bus: Bus
  readonly mail: Poster
  /** By what alarm rules are judged. */
  readonly judge: Judge
}

export const serveVisitors = (serve: Serve, { mail, ...parts }: VisitorParts) => {
  const { store, bus, directory } = parts
  servePasses(serve, { db: store.db, bus }, mail)
  serveVisits(serve, parts)
  serveChoices(serve, { db: store.db, directory })
}
