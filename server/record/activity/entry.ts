// One entry of the record: as it is written, as the store gives it back, and the one text (RFC 8785) that is hashed.
import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { clock } from '../../kit/clock.ts'
import type { AuditEntry } from '../../kit/http/serve.ts'

export interface StoredEntry {
  readonly id: string
  readonly companyId: string | null
  /** In UTC with six digits of the second: all that the store keeps. */
  readonly at: string
  readonly userId: string | null
  readonly actor: string
  readonly onBehalfOf: string | null
  readonly onBehalfOfId: string | null
  readonly action: string
  readonly subject: string | null
  readonly input: unknown
  readonly before: unknown
  readonly after: unknown
  readonly reason: string | null
  readonly status: number
  readonly address: string | null
  readonly correlationId: string
}

/** What is about to be written; its JSON as text, so that it is written as it is hashed. */
export interface Written extends StoredEntry {
  readonly inputText: string
  readonly beforeText: string | null
  readonly afterText: string | null
}

export const writtenOf = (entry: AuditEntry, now = clock.now()): Written => {
  const inputText = textOf(entry.input ?? {})
  const beforeText = entry.before ? textOf(entry.before) : null
  const afterText = entry.after ? textOf(entry.after) : null
  return {
    id: uuid(),
    companyId: entry.companyId,
    at: now.toISOString().replace('Z', '000Z'),
    userId: entry.userId,
    actor: keepable(entry.actor),
    onBehalfOf: entry.onBehalfOf ?? null,
    onBehalfOfId: entry.onBehalfOfId ?? null,
    action: entry.action,
    subject: typeof entry.subject === 'string' ? keepable(entry.subject) : null,
    input: JSON.parse(inputText),
    before: beforeText === null ? null : JSON.parse(beforeText),
    after: afterText === null ? null : JSON.parse(afterText),
    reason: typeof entry.reason === 'string' ? keepable(entry.reason) : null,
    status: entry.status,
    address: entry.address,
    correlationId: entry.correlationId || randomUUID(),
    inputText,
    beforeText,
    afterText,
  }
}

/** The columns of `activity a` as an entry. */
export const columns = `a.id, a.company_id as "companyId",
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.user_id as "userId", a.actor,
  a.on_behalf_of as "onBehalfOf", a.on_behalf_of_id as "onBehalfOfId", a.action, a.subject, a.input, a.before, a.after,
  a.reason, a.status, a.address, a.correlation_id as "correlationId"`

/** JSON after RFC 8785: names in the order of their characters, no space, numbers and strings as JavaScript writes them. */
export const canonical = (entry: StoredEntry): string =>
  `{"action":${text(entry.action)},"actor":${text(entry.actor)},"address":${text(entry.address)},` +
  `"after":${canonicalOf(entry.after)},"at":${text(entry.at)},"before":${canonicalOf(entry.before)},` +
  `"companyId":${text(entry.companyId)},"correlationId":${text(entry.correlationId)},"id":${text(entry.id)},` +
  `"input":${canonicalOf(entry.input)},"onBehalfOf":${text(entry.onBehalfOf)},` +
  `"onBehalfOfId":${text(entry.onBehalfOfId)},"reason":${text(entry.reason)},"status":${entry.status},` +
  `"subject":${text(entry.subject)},"userId":${text(entry.userId)}}`

// By hand: the libraries ask what they are given for a `toJSON`, and whoever calls may name a field so.
export const canonicalOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalOf(inner)}`).join(',')}}`
}

const text = (value: string | null): string => JSON.stringify(value)

// PostgreSQL keeps neither U+0000 nor half a surrogate pair, and an attempt with one must be on the record too.
const keepable = (value: string): string => value.toWellFormed().replaceAll('\0', '\uFFFD')
const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(unstored, '$1\uFFFD')
// As JSON escapes them, and not where the backslash is itself escaped.
const unstored = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g
