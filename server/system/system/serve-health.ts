// The administration's two questions of every minute: whether all is well, and what is unread.
import { readPermission } from '@gatehouse/contract/building/devices'
import * as system from '@gatehouse/contract/system/system'
import type { HealthCheck, HealthStatus } from '@gatehouse/contract/system/system'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { seesInstallation } from '../../record/logs/logs.ts'
import { pageOf } from '../../messages/notifications/notifications.ts'
import type { Health } from './health.ts'

interface SystemHealthParts {
  readonly db: Db
  readonly directory: Directory
  readonly health: Health
  /** Devices that were refused something today, as they had said too much. */
  readonly budget: { exceeding(): ReadonlySet<string>; refusedOf(deviceId: string): number }
  readonly version: string
}

const startedAt = new Date(clock.ms() - process.uptime() * 1000).toISOString()
const shownNotifications = 20

export const serveSystemHealth = (serve: Serve, { db, directory, health, budget, version }: SystemHealthParts) => {
  serve(system.systemHealth, async (_input, caller) => {
    const whole = await seesInstallation(db, caller)
    const [devices, measured] = await Promise.all([ofDevices({ db, directory, budget }, caller), health.read()])
    const checks = [
      ...(devices ? [devices] : []),
      ...measured
        .filter(({ name }) => whole || !ofTheMachine.has(name))
        .map(({ plainly, says: text, ...check }) => ({ ...check, says: whole ? text : plainly })),
    ]
    return {
      status: worstOf(checks),
      checks,
      installation: whole ? { version, node: process.versions.node, startedAt } : null,
      at: clock.iso(),
    }
  })

  serve(system.adminNotifications, async (_input, caller) => {
    const { notifications } = await pageOf(db, caller, { page: 1, limit: shownNotifications, read: 'false' })
    return { notifications }
  })
}

/** Of no interest to who does not look after the installation. */
const ofTheMachine: ReadonlySet<string> = new Set(['disk', 'backup', 'load', 'redis'])

const order: readonly HealthStatus[] = ['normal', 'degraded', 'failing']

const worstOf = (checks: readonly HealthCheck[]): HealthStatus =>
  order.findLast((status) => checks.some((check) => check.status === status)) ?? 'normal'

// Of the company, and of that what the caller sees.
const ofDevices = async (
  { db, directory, budget }: Pick<SystemHealthParts, 'db' | 'directory' | 'budget'>,
  caller: Caller,
): Promise<HealthCheck | null> => {
  const shown = directory
    .ofCompany(caller.companyId ?? '')
    .filter(({ id, kind }) => caller.permissions.has(readPermission[kind]) && directory.sees(caller, id))
  if (shown.length === 0) return null
  const [away] = await isoRowsOf<{ devices: number; since: string | null }>(db)`
    select count(*) as devices, max(last_seen_at) as since from device_status
    where not online and device_id = any (${shown.map(({ id }) => id)}::uuid[])
  `
  const count = away?.devices ?? 0
  const exceeding = budget.exceeding()
  const loud = shown.filter(({ id }) => exceeding.has(id))
  const isConnected =
    count === 0 ? `None of ${shown.length} devices is offline` : `${count} of ${shown.length} devices are offline`
  return {
    name: 'devices',
    status: count * 2 > shown.length ? 'failing' : count > 0 || loud.length > 0 ? 'degraded' : 'normal',
    says: [isConnected, ...tooLoud(loud, budget)].join('. '),
    since: away?.since ?? startedAt,
    at: clock.iso(),
  }
}

const mostNamed = 5

const tooLoud = (loud: readonly KnownDevice[], { refusedOf }: SystemHealthParts['budget']): string[] => {
  if (loud.length === 0) return []
  const named = loud.slice(0, mostNamed).map(({ id, name }) => `${name} (${refusedOf(id)} messages)`)
  const others = loud.length > mostNamed ? ` and ${loud.length - mostNamed} more` : ''
  return [`Beyond what one device may have stored today, and refused: ${named.join(', ')}${others}`]
}
