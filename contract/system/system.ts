// Whether the product itself is well, and its pages in the browsers.
import { z } from 'zod'
import { notification } from '../messages/notifications.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = {
  title: 'System',
  sentences: { restored: ['Restored', 'everything as of {} from a backup', 'everything from a backup'] },
}

export const health = query('system.health', 'GET /health', 'public', {
  summary: '200 when ready, 503 while the store cannot be reached or takes nothing, as when its disk is full',
  // Whoever watches adds what they like, against what keeps answers.
  freeForm: true,
  output: z.object({ status: z.literal('ready'), version: z.string(), at: moment }),
})

/** What a page says of its own crash: kept nowhere but in the server's log. */
export const reportCrash = command('system.reportCrash', 'POST /system/crashes', 'public', {
  summary: 'A page of the product crashed in a browser',
  input: z.object({
    message: z.string().max(500),
    /** Where it was thrown, and below which components. */
    stack: z.string().max(4_000),
    /** Of the page, without its query. */
    path: z.string().max(500),
    /** The script that the page began with. */
    build: z.string().max(200),
  }),
  output: z.object({}),
  audit: false,
  status: 202,
  rateLimit: 10,
  bodyLimit: 16 * 1024,
})

export const healthStatus = z.enum(['normal', 'degraded', 'failing'])
export type HealthStatus = z.output<typeof healthStatus>

export const healthCheck = z.object({
  name: z.enum(['store', 'broker', 'mail', 'devices', 'realtime', 'disk', 'backup', 'load', 'redis']),
  status: healthStatus,
  /** What was measured, in words. */
  says: z.string(),
  /** Since when it is as it is, as far as this server knows. */
  since: moment,
  /** When it was measured. */
  at: moment,
})
export type HealthCheck = z.output<typeof healthCheck>

export const systemHealth = query('system.systemHealth', 'GET /admin/system-health', 'admin_access', {
  sentence: ['Viewed', 'the health of the system'],
  summary: 'Whether the product and the devices of the company are well; figures of the installation for who runs it',
  output: z.object({
    /** The worst of the checks. */
    status: healthStatus,
    checks: z.array(healthCheck),
    /** null for who does not look after the installation. */
    installation: z.object({ version: z.string(), node: z.string(), startedAt: moment }).nullable(),
    at: moment,
  }),
})

export const adminNotifications = query('system.adminNotifications', 'GET /admin/notifications', 'admin_access', {
  sentence: ['Viewed', 'their newest notifications'],
  summary: 'The newest of one’s own notifications that are unread',
  output: z.object({ notifications: z.array(notification) }),
})

/** How often the administration asks for the two, in milliseconds. */
export const adminPollMs = 60_000

/** Messages of the specification, word for word. */
export const messages = {
  healthFailed: 'Failed to fetch system health:',
  notificationsFailed: 'Failed to fetch notifications:',
} as const
