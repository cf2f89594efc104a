// How messages come in over HTTP, what could not be read, and the keys machines use.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page, sortedBy } from '../shapes.ts'
import { deviceKey } from './wire.ts'

export const domain: DomainFacts = { title: 'API keys and messages' }

/** `refused`: the device has said more today than is stored of one; a few such are in quarantine, the rest is counted. */
const result = z.enum(['stored', 'duplicate', 'quarantined', 'refused'])

export const batch = command('ingest.batch', 'POST /ingest', 'api-key', {
  sentence: ['Sent', 'messages of devices'],
  summary: 'Up to 1,000 device messages; answered once they are stored, with a result per message',
  input: z
    .array(z.looseObject({ device: z.string().optional(), kind: z.string().optional() }))
    .min(1)
    .max(1000),
  output: z.object({
    results: z.array(
      z.object({
        id: z.string().nullable(),
        result,
        reason: z.string().optional(),
      }),
    ),
  }),
  audit: false,
  rateLimit: 6000,
  bodyLimit: 4 * 1024 * 1024,
})

export const quarantined = z.object({
  id,
  receivedAt: moment,
  source: z.enum(['mqtt', 'http']),
  topic: z.string(),
  /** The first kilobyte as text; bytes that are not UTF-8 are shown as replacement characters. */
  payload: z.string(),
  reason: z.string(),
  replayedAt: moment.nullable(),
})

export type Quarantined = z.output<typeof quarantined>

export const quarantine = query('ingest.quarantine', 'GET /ingest/quarantine', 'manage_integrations', {
  sentence: ['Viewed', 'messages that could not be read'],
  summary: 'Messages that could not be decoded, newest first, each with its reason',
  input: page.extend(sortedBy('receivedAt', 'topic', 'reason', 'source')),
  output: z.object({ messages: z.array(quarantined), next }),
})

export const replay = command('ingest.replay', 'POST /ingest/quarantine/{id}/replay', 'manage_integrations', {
  sentence: ['Replayed', 'a quarantined message'],
  summary: 'Offer a quarantined message to the drivers once more',
  output: z.object({ result, reason: z.string().optional() }),
})

export const discard = command('ingest.discard', 'DELETE /ingest/quarantine/{id}', 'manage_integrations', {
  sentence: ['Deleted', 'a message on {} that could not be read', 'a message that could not be read'],
  summary: 'Delete a quarantined message',
})

export const discardAll = command('ingest.discardAll', 'DELETE /ingest/quarantine', 'manage_integrations', {
  sentence: ['Deleted', 'all messages that could not be read'],
  summary: 'Delete every quarantined message that had been received by a moment',
  input: z.object({ until: moment }),
  output: z.object({ discarded: z.int() }),
})

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The keys of the devices it may speak for; null: every device of the company. */
  deviceKeys: z.array(z.string()).nullable(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
})

export type ApiKey = z.output<typeof apiKey>

export const apiKeys = query('ingest.apiKeys', 'GET /api-keys', 'manage_integrations', {
  sentence: ['Viewed', 'the API keys'],
  summary: 'The API keys of the company, without their secrets',
  output: z.object({ apiKeys: z.array(apiKey) }),
})

export const createApiKey = command('ingest.createApiKey', 'POST /api-keys', 'manage_integrations', {
  sentence: ['Made', 'the API key {}', 'an API key'],
  summary: 'Make an API key; the secret is shown this once',
  input: z.object({
    name: z.string().trim().min(1, 'Give the key a name').max(100, 'The name is too long'),
    deviceKeys: z.array(deviceKey).min(1, 'Choose one device at least').max(1000).nullable().default(null),
  }),
  output: z.object({ apiKey, secret: z.string() }),
  status: 201,
})

export const revokeApiKey = command('ingest.revokeApiKey', 'DELETE /api-keys/{id}', 'manage_integrations', {
  sentence: ['Revoked', 'the API key {}', 'an API key'],
  summary: 'Revoke an API key, at once and for good',
  output: z.object({ apiKey }),
})
