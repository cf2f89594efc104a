// Whether the product is well: measured every half minute, and anew when somebody asks and the last time is a while ago.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { HealthCheck, HealthStatus } from '@gatehouse/contract/system/system'
import { instant } from '../../db/instant.ts'
import { rowsOf, type Store } from '../../db/pool.ts'
import type { Logger } from 'pino'
import type { Mail } from '../../messages/mail/mail.ts'
import { bytesInWords } from '../../kit/bytes.ts'
import { clock } from '../../kit/clock.ts'
import type { Config } from '../../kit/config.ts'
import { newestBackups } from '../backup/backup.ts'
import { watchTroubles } from './troubles.ts'
import { freeSpace, pingRedis, placeOf, reaches, whyNot } from './probes.ts'

/** What is measured of the installation, whoever asks. */
export interface HealthParts {
  readonly store: Store
  readonly mail: Pick<Mail, 'post' | 'sendNow'>
  readonly log: Logger
  readonly config: Pick<Config, 'backup' | 'dataDir' | 'diskWarnBytes' | 'smtpUrl' | 'mqttUrl' | 'redisUrl' | 'host'>
  /** Where our own broker listens. */
  readonly mqttPort: number
  readonly figures: {
    /** Device messages that are not stored yet, and connections of devices. */
    messages(): number
    connections(): number
    /** Since when the store takes no message of devices, and why. */
    stuck(): { readonly since: Date; readonly why: string } | null
    /** Browsers that hear live values. */
    sockets(): number
  }
}

export interface Health {
  /** The newest measurement; taken anew if it is older than a few seconds. */
  read(): Promise<readonly Measured[]>
  stop(): Promise<void>
}

export interface Measured extends HealthCheck {
  /** For who does not look after the installation: that it works or not, and no figures of others. */
  readonly plainly: string
}

type Finding = Pick<Measured, 'status' | 'says' | 'plainly'> & { readonly since?: Date }
type Name = HealthCheck['name']

const measureEveryMs = 30_000
const freshMs = 2_000
const loopResolutionMs = 20

export const createHealth = (parts: HealthParts): Health => {
  const delay = monitorEventLoopDelay({ resolution: loopResolutionMs })
  delay.enable()
  const begun = new Map<Name, { status: HealthStatus; since: Date }>()
  let measured: readonly Measured[] = []
  let measuredAt = 0
  let underWay: Promise<readonly Measured[]> | undefined

  const measure = async (): Promise<readonly Measured[]> => {
    const found = await Promise.all(
      checksOf(parts, delay).map(async ([name, look]) => [name, await look().catch(brokenDown)] as const),
    )
    const at = clock.now()
    measured = found.map(([name, { since, ...finding }]) => {
      const known = begun.get(name)
      const from = since ?? (known?.status === finding.status ? known.since : at)
      begun.set(name, { status: finding.status, since: from })
      return { name, ...finding, since: from.toISOString(), at: at.toISOString() }
    })
    measuredAt = at.getTime()
    delay.reset()
    return measured
  }
  const read = (): Promise<readonly Measured[]> => {
    if (clock.ms() - measuredAt < freshMs) return Promise.resolve(measured)
    return (underWay ??= measure().finally(() => (underWay = undefined)))
  }
  const loop = clock.every(measureEveryMs, read, { log: parts.log, failure: 'the health could not be measured' })
  const troubles = watchTroubles({
    db: parts.store.db,
    mail: parts.mail,
    log: parts.log,
    stuck: parts.figures.stuck,
    diskWarnBytes: parts.config.diskWarnBytes,
    free: async () => {
      const space = await freeSpace(parts.config.dataDir)
      return { bytes: space.bytes, says: inWords(space) }
    },
  })
  return {
    read,
    async stop() {
      delay.disable()
      await Promise.all([loop.stop(), troubles.stop()])
    },
  }
}

const checksOf = (
  { store, config, mqttPort, figures }: HealthParts,
  delay: ReturnType<typeof monitorEventLoopDelay>,
): readonly (readonly [Name, () => Promise<Finding>])[] => [
  ['store', () => ofStore(store, figures)],
  ['broker', () => ofBroker(config, mqttPort, figures)],
  ['mail', () => ofMail(store, config.smtpUrl)],
  [
    'realtime',
    async () => reported('normal', counted(figures.sockets(), 'browser hears', 'browsers hear', 'live values')),
  ],
  ['disk', () => ofDisk(config.dataDir, config.diskWarnBytes)],
  ['backup', () => ofBackups(store, config.backup)],
  ['load', async () => ofLoad(Math.max(0, delay.percentile(99) / 1e6 - loopResolutionMs))],
  ...(config.redisUrl === undefined ? [] : [['redis', () => ofRedis(config.redisUrl ?? '')] as const]),
]

const slowMs = 500

const ofStore = async (store: Store, figures: HealthParts['figures']): Promise<Finding> => {
  const stuck = figures.stuck()
  if (stuck)
    return { ...reported('failing', `It stores nothing: ${stuck.why}`, 'Nothing is stored'), since: stuck.since }
  const began = performance.now()
  try {
    await store.pool.query('select 1')
  } catch (error) {
    return reported('failing', `The store does not answer: ${whyNot(error)}`, 'The store does not answer')
  }
  const ms = Math.round(performance.now() - began)
  return ms < slowMs
    ? reported('normal', `It answers within ${Math.max(1, ms)} ms`, 'It answers')
    : reported('degraded', `It takes ${ms} ms to answer`, 'It answers slowly')
}

const manyWaiting = 1_000
const tooManyWaiting = 10_000

const ofBroker = async (
  { mqttUrl, host }: HealthParts['config'],
  port: number,
  figures: HealthParts['figures'],
): Promise<Finding> => {
  const own = { host: anywhere.has(host) ? '127.0.0.1' : host, port }
  for (const place of [own, ...(mqttUrl === undefined ? [] : [placeOf(mqttUrl)])]) {
    const why = await reaches(place.host, place.port).then(() => null, whyNot)
    if (why !== null)
      return reported('failing', `No devices are heard at ${place.host}:${place.port}: ${why}`, 'Devices are not heard')
  }
  const waiting = figures.messages()
  const stuck = figures.stuck()
  if (stuck) {
    const many = counted(
      waiting,
      'message of devices waits',
      'messages of devices wait',
      'to be stored, and none is acknowledged',
    )
    return { ...reported('failing', many, 'Messages of devices are not stored'), since: stuck.since }
  }
  const text = `${counted(figures.connections(), 'connection', 'connections', 'of devices')}; messages that wait to be stored: ${waiting}`
  if (waiting < manyWaiting) return reported('normal', text, 'Devices are heard')
  return reported(waiting < tooManyWaiting ? 'degraded' : 'failing', text, 'Messages of devices are stored late')
}

const anywhere = new Set(['0.0.0.0', '::', '[::]'])
const longMs = 3_600_000

const ofMail = async (store: Store, smtpUrl: string | undefined): Promise<Finding> => {
  const now = instant()
  const rows = await rowsOf<{ queued: number; failing: number; since: Date | null; given_up: number }>(store.db)`
    select count(*) filter (where failed_at is null)::int as queued,
      count(*) filter (where failed_at is null and error is not null)::int as failing,
      min(created_at) filter (where failed_at is null and error is not null) as since,
      count(*) filter (where failed_at > ${now} - interval '1 day')::int as given_up
    from mail where sent_at is null and (failed_at is null or failed_at > ${now} - interval '1 day')
  `
  const { queued, failing, since, given_up: givenUp } = rows[0] ?? { queued: 0, failing: 0, since: null, given_up: 0 }
  const waits = counted(queued, 'letter waits', 'letters wait', 'to be sent')
  if (smtpUrl !== undefined) {
    const { host, port } = placeOf(smtpUrl)
    const why = await reaches(host, port).then(() => null, whyNot)
    if (why !== null)
      return {
        ...reported(
          'failing',
          `The mail server ${host}:${port} is not there: ${why}. ${waits}`,
          'E-mails are not sent',
        ),
        ...(since ? { since } : {}),
      }
  }
  if (failing > 0 && since) {
    const status = clock.ms() - since.getTime() > longMs ? 'failing' : 'degraded'
    const refused = counted(failing, 'letter was', 'letters were', 'not taken so far and will be tried again')
    return { ...reported(status, `${refused}. ${waits}`, 'E-mails are sent late'), since }
  }
  if (givenUp > 0)
    return reported(
      'degraded',
      counted(givenUp, 'letter was', 'letters were', 'given up within a day'),
      'Some letters failed',
    )
  return reported(
    'normal',
    smtpUrl === undefined ? 'E-mails stay in the data folder: there is no mail server' : waits,
    'E-mails are sent',
  )
}

const gigabyte = 1e9

const inWords = ({ bytes, share }: { readonly bytes: number; readonly share: number }): string =>
  `${(bytes / gigabyte).toFixed(1)} GB are free (${Math.round(share * 100)} %)`

const ofDisk = async (folder: string, warnBytes: number): Promise<Finding> => {
  const space = await freeSpace(folder)
  if (space.bytes < warnBytes / 4) return reported('failing', inWords(space), 'The disk is full')
  if (space.bytes < warnBytes) return reported('degraded', inWords(space), 'The disk is nearly full')
  return reported('normal', inWords(space), 'There is room')
}

const dayMs = 86_400_000

const ofBackups = async ({ pool }: Store, { folder }: Config['backup']): Promise<Finding> => {
  const { made, failed } = await newestBackups(pool)
  const last = made
    ? `The last one is of ${made.startedAt}, ${bytesInWords(made.bytes ?? 0)}, read back whole`
    : 'There is none'
  if (folder === undefined) return reported('normal', `${last}; none are made by themselves (BACKUP_DIR)`)
  if (failed && (!made || failed.startedAt > made.startedAt))
    return {
      ...reported('failing', `The newest could not be made: ${failed.error ?? ''} ${last}`, 'Backups fail'),
      since: new Date(failed.startedAt),
    }
  if (!made) return reported('normal', `The first is made at the next time of day that is set, into ${folder}`)
  const isOld = clock.ms() - Date.parse(made.startedAt) > 2 * dayMs
  return reported(
    isOld ? 'degraded' : 'normal',
    `${last}, in ${folder}`,
    isOld ? 'Backups are missing' : 'Backups are made',
  )
}

const lateMs = 200
const tooLateMs = 1_000

const ofLoad = (ms: number): Finding => {
  const text = `Event-loop delay p99 ${Math.round(ms)} ms`
  if (ms < lateMs) return reported('normal', text, 'Work is done in time')
  return reported(ms < tooLateMs ? 'degraded' : 'failing', text, 'Work is done late')
}

const ofRedis = async (url: string): Promise<Finding> => {
  const why = await pingRedis(url).then(() => null, whyNot)
  return why === null
    ? reported('normal', 'It answers', 'It answers')
    : reported('failing', `Redis does not answer: ${why}. Other nodes are not heard`, 'Other nodes are not heard')
}

const brokenDown = (error: unknown): Finding =>
  reported('failing', `It could not be measured: ${whyNot(error)}`, 'It could not be measured')

const reported = (status: HealthStatus, text: string, plainly = text): Finding => ({ status, says: text, plainly })

const counted = (count: number, one: string, many: string, what: string): string =>
  `${count === 0 ? 'No' : count} ${count === 1 ? one : many} ${what}`
