// The settings, read once from the environment and checked at start: a wrong value stops the server with one line.
import { resolve } from 'node:path'
import { isEmail } from '@gatehouse/contract/identity/email'
import { z } from 'zod'
import { wrongEntry } from './http/outbound.ts'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['on', 'off', '1', '0', 'true', 'false', 'yes', 'no']).transform((v) => /^(on|1|true|yes)$/.test(v))
const urlOf = (...protocols: string[]) =>
  z.string().refine((v) => protocols.includes(URL.parse(v)?.protocol ?? ''), {
    error: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })

/** Who is asked for secrets is asked over TLS, unless it is on this machine. */
const secureUrl = urlOf('http:', 'https:').refine((v) => {
  const url = URL.parse(v)
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '')
}, 'must begin with https://')

/** How this installation is known to a provider of sign-ins; undefined while it is not. */
const client = (id: string | undefined, secret: string | undefined, issuer: string) =>
  id && secret ? { id, secret, issuer } : undefined

const many = z.coerce.number().int().min(1).max(1_000_000)

const settings = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: urlOf('postgres:', 'postgresql:').optional(),
    DATABASE_PATIENCE_MS: z.coerce.number().int().min(100).max(60_000).optional(),
    REDIS_URL: urlOf('redis:', 'rediss:').optional(),
    MQTT_PORT: port.default(1883),
    MQTT_URL: urlOf('mqtt:', 'mqtts:').optional(),
    HTTP_CONNECTIONS: many.optional(),
    HTTP_CONNECTIONS_OF_ADDRESS: many.optional(),
    MQTT_CONNECTIONS: many.optional(),
    MQTT_CONNECTIONS_OF_ADDRESS: many.optional(),
    PUBLIC_URL: urlOf('http:', 'https:').optional(),
    DEMO: flag.optional(),
    TOUR: flag.optional(),
    DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
    SMTP_URL: urlOf('smtp:', 'smtps:').optional(),
    MAIL_FROM: z.string().min(3).max(200).optional(),
    CONTACT_EMAIL: z.string().refine(isEmail, 'must be an e-mail address').optional(),
    VAULT_KEY: z
      .base64()
      .refine((v) => Buffer.from(v, 'base64').length === 32, 'must be 32 bytes in base64')
      .optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ISSUER: secureUrl.default('https://accounts.google.com'),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GITHUB_BASE_URL: secureUrl.default('https://github.com'),
    OUTBOUND_ALLOW: z
      .string()
      .transform((v) => v.split(/[\s,]+/).filter((entry) => entry !== ''))
      .refine(
        (entries) => wrongEntry(entries) === undefined,
        'must be host names, addresses and networks with commas between',
      )
      .default([]),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:00')
      .default('03:00'),
    BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(14),
    BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
    DISK_WARN_MB: z.coerce.number().min(0).max(1_000_000_000).default(2000),
    DEVICE_MB_A_DAY: z.coerce.number().min(1).max(1_000_000).default(250),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    NODE_ENV: z.string().optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  })
  .transform((s) => ({
    port: s.PORT,
    host: s.HOST,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    /** How long the store may be silent before it counts as lost; undefined: as usual. */
    databasePatienceMs: s.DATABASE_PATIENCE_MS,
    redisUrl: s.REDIS_URL,
    mqttPort: s.MQTT_PORT,
    mqttUrl: s.MQTT_URL,
    /** undefined: by what the system lets this process have open. */
    connections: {
      http: { most: s.HTTP_CONNECTIONS, mostOfAddress: s.HTTP_CONNECTIONS_OF_ADDRESS },
      mqtt: { most: s.MQTT_CONNECTIONS, mostOfAddress: s.MQTT_CONNECTIONS_OF_ADDRESS },
    },
    /** Less free than this on the disk of the data folder is told. */
    diskWarnBytes: s.DISK_WARN_MB * 1_000_000,
    /** What one device may have stored in a day. */
    deviceDayBytes: s.DEVICE_MB_A_DAY * 1_000_000,
    publicUrl: s.PUBLIC_URL,
    /** undefined: on when there is no admin yet and the address is loopback. */
    demo: s.DEMO,
    demoPassword: s.DEMO_PASSWORD,
    /** undefined: with the demo. */
    tour: s.TOUR,
    /** Without it letters stay in the data folder. */
    smtpUrl: s.SMTP_URL,
    mailFrom: s.MAIL_FROM,
    /** Who answers what is written on /contact; undefined: whoever looks after the installation. */
    contactEmail: s.CONTACT_EMAIL,
    vaultKey: s.VAULT_KEY === undefined ? undefined : Buffer.from(s.VAULT_KEY, 'base64'),
    google: client(s.GOOGLE_CLIENT_ID, s.GOOGLE_CLIENT_SECRET, s.GOOGLE_ISSUER),
    github: client(s.GITHUB_CLIENT_ID, s.GITHUB_CLIENT_SECRET, s.GITHUB_BASE_URL),
    /** What webhooks and push may be sent to although it is private and without TLS. */
    outboundAllow: s.OUTBOUND_ALLOW,
    backup: {
      /** undefined: none are made but by hand. */
      folder: s.BACKUP_DIR === undefined ? undefined : resolve(s.BACKUP_DIR),
      /** By the time zone of this machine. */
      at: s.BACKUP_AT,
      /** How many are kept. */
      keep: s.BACKUP_KEEP,
      /** undefined: they are not encrypted. */
      passphrase: s.BACKUP_PASSPHRASE,
    },
    metricsToken: s.METRICS_TOKEN,
    /** Answers are held against the contract too: in tests always, in production it would double the cost of lists. */
    checkOutput: s.NODE_ENV === 'test',
    logLevel: s.LOG_LEVEL,
  }))

export type Config = z.output<typeof settings>

/** A reason not to start, in words for the person who started it. */
export class CannotStart extends Error {}

/** Reads the settings; empty values count as unset. Throws CannotStart naming the first wrong one. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settings.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const name = issue?.path.join('.') ?? 'A setting'
  throw new CannotStart(`${shown(name, given[name])} cannot be used: ${issue?.message ?? 'wrong value'}.`)
}

/** The setting with its value, unless that is nobody else's business. */
export const shown = (name: string, value = ''): string =>
  /PASSWORD|PASSPHRASE|TOKEN|SECRET|VAULT_KEY/.test(name)
    ? name
    : `${name}=${value.replace(/(:\/\/[^:@/]*:)[^@]*@/, '$1...@')}`

export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/.test(host)
