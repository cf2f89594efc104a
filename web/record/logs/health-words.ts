// How the checks of the system are named and put into states.
import type { HealthCheck, HealthStatus } from '@gatehouse/contract/system/system'
import type { SystemHealth } from '../../kit/session/admin-context.ts'
import type { State } from '../../ui/theme/tokens.ts'

export const checkWords: Record<HealthCheck['name'], string> = {
  store: 'Store',
  broker: 'Device messages',
  mail: 'Mail',
  devices: 'Devices',
  realtime: 'Live connections',
  disk: 'Disk',
  backup: 'Backups',
  load: 'Response',
  redis: 'Other nodes (Redis)',
}

interface Shown {
  readonly state: State
  readonly word: string
}

export const statusWords: Record<HealthStatus, Shown> = {
  normal: { state: 'normal', word: 'Normal' },
  degraded: { state: 'warning', word: 'Degraded' },
  failing: { state: 'critical', word: 'Failing' },
}

/** Three polls in a row have told nothing: what was known before is no news any more. */
export const oldAfterMs = 190_000

export const notReceived: Shown = { state: 'stale', word: 'Not heard of lately' }

/**
 * What may be said of it now: before the first answer nothing, and only that it is old of an old one and of any while the
 * server is not heard.
 */
export const shownHealth = (
  { status, at }: Pick<SystemHealth, 'status' | 'at'>,
  now: number,
  isConnected: boolean,
): Shown => {
  if (at === null) return { state: 'unknown', word: 'Not received yet' }
  return !isConnected || now - Date.parse(at) > oldAfterMs ? notReceived : statusWords[status]
}

/** Of the checks that are not named one by one: `All 7 checks are normal`. */
export const restWords = (checks: readonly unknown[], named: number): string => {
  const rest = checks.length - named
  if (named === 0) return `All ${rest} checks are normal`
  return rest === 1 ? 'The other check is normal' : `The other ${rest} checks are normal`
}
