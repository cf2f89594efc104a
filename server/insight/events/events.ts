// The one stream of what devices report beyond readings and accesses.
import * as events from '@gatehouse/contract/insight/events'
import { id as anId } from '@gatehouse/contract/shapes'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Bus } from '../../kit/bus.ts'
import { timeCursor } from '../../kit/cursor.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { existing } from '../../kit/errors.ts'
import { idAt } from '../../kit/ids.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { nothingToPublish, type Recorder, type Sender, type ReceivedMessage } from '../../kit/recorders.ts'
import { dataInPages, longestInPages } from './in-pages.ts'
import { belongingOf } from './belonging.sql.ts'
import { readEvent, readEvents } from './events.sql.ts'
import { readTimeline, type TimelineParts } from './timeline.ts'
import { withoutCredentials } from './without-credentials.ts'

export interface NewEvent {
  readonly device: Pick<Sender, 'id' | 'companyId' | 'name' | 'kind'>
  readonly type: string
  readonly severity: events.DeviceEvent['severity']
  readonly at: Date
  readonly receivedAt: Date
  readonly data: Record<string, unknown>
  /** Of what it belongs to: a command, or what devices of one company say it does. A new one where it is not known. */
  readonly correlationId?: string | undefined
}

const severities: Record<string, events.DeviceEvent['severity']> = {
  'forced-open': 'high',
  'held-open': 'warning',
  tamper: 'high',
  fault: 'warning',
  'gas-detected': 'critical',
  'smoke-detected': 'critical',
  'carbon-monoxide-detected': 'critical',
}

export const severityOf = (type: string) => severities[type] ?? 'information'

export const recordEvents =
  (bus: Bus): Recorder<'event'> =>
  async (tx, batch) => {
    const news: NewEvent[] = []
    for (const received of batch) {
      if (received.message.type === 'access' || !(await isNews(tx, received))) continue
      news.push(ofMessage(received, received.message.type))
    }
    return store(tx, bus, news)
  }

// Some devices say again with every message what has been so for hours; only a change is an event.
const isNews = async (
  tx: Pick<pg.Client, 'query'>,
  { device, message, at }: ReceivedMessage<'event'>,
): Promise<boolean> => {
  const { condition, active } = message
  if (typeof condition !== 'string' || typeof active !== 'boolean') return true
  const { rows } = await tx.query<{ first: boolean }>({
    name: 'device-condition',
    text: `insert into device_condition as k (device_id, condition, active, at) values ($1, $2, $3, $4)
           on conflict (device_id, condition) do update set active = excluded.active, at = excluded.at
           where k.active <> excluded.active and k.at <= excluded.at
           returning k.xmax = 0 as first`,
    values: [device.id, condition, active, at],
  })
  return rows[0] !== undefined && (active || !rows[0].first)
}

/** Intercom calls and answers to commands stand in the stream as they came. */
export const recordAs =
  <K extends 'call' | 'ack'>(bus: Bus, type: string): Recorder<K> =>
  (tx, batch) =>
    store(
      tx,
      bus,
      batch.map((t) => ofMessage(t, type)),
    )

/** Puts events into the stream inside the caller's transaction; tell after COMMIT. */
export const store = async (tx: Pick<pg.Client, 'query'>, bus: Bus, list: readonly NewEvent[]): Promise<() => void> => {
  if (list.length === 0) return nothingToPublish
  const belongs = await belongingOf(tx, list)
  const rows = list.map((e) => ({ ...e, id: idAt(e.at), correlationId: e.correlationId ?? belongs(e) ?? uuid() }))
  await tx.query({
    name: 'event-insert',
    text: `insert into event (id, company_id, device_id, type, severity, at, received_at, data, correlation_id)
           select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[],
             $7::timestamptz[], $8::jsonb[], $9::uuid[])`,
    values: [
      rows.map((e) => e.id),
      rows.map((e) => e.device.companyId),
      rows.map((e) => e.device.id),
      rows.map((e) => e.type),
      rows.map((e) => e.severity),
      rows.map((e) => e.at),
      rows.map((e) => e.receivedAt),
      rows.map((e) => JSON.stringify(e.data)),
      rows.map((e) => e.correlationId),
    ],
  })
  return () => {
    for (const e of rows) {
      bus.publish(events.happened, e.device.companyId, {
        id: e.id,
        deviceId: e.device.id,
        device: e.device.name,
        deviceKind: e.device.kind,
        type: e.type,
        severity: e.severity,
        at: e.at.toISOString(),
        receivedAt: e.receivedAt.toISOString(),
        data: inPages(e.data),
        correlationId: e.correlationId,
      })
    }
  }
}

interface OfDoor {
  readonly deviceId: string
  readonly at: Date
  readonly correlationId: string
}

/** What the watch over doors found. */
export const raiseAtDoors =
  (bus: Bus, directory: Pick<Directory, 'byId'>) =>
  (tx: Pick<pg.Client, 'query'>, list: readonly (OfDoor & { readonly type: string })[]) =>
    store(
      tx,
      bus,
      list.flatMap(({ deviceId, type, ...event }) => {
        const device = directory.byId(deviceId)
        const severity = severityOf(type.replace('door.', ''))
        return device
          ? [{ ...event, type, severity, device, receivedAt: event.at, data: { detectedBy: 'server' } }]
          : []
      }),
    )

export const serveEvents = (serve: Serve, parts: TimelineParts) => {
  const { directory } = parts
  const { db } = parts.store
  serve(events.list, async (wanted, caller) => {
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readEvents(db, caller, directory, { ...filter, order: 'newest' }),
      ({ at, id }) => ({ at, id }),
    )
    return { events: page, next }
  })

  serve(events.byId, async ({ id }, caller) => {
    const event = existing(await readEvent(db, caller, directory, id), 'This event')
    const neighbours = async (order: 'newest' | 'oldest') =>
      event.deviceId === null
        ? []
        : readEvents(db, caller, directory, { deviceId: event.deviceId, beyond: event, order, limit: neighboursShown })
    return { event, before: await neighbours('newest'), after: await neighbours('oldest') }
  })

  serve(events.timeline, async ({ correlationId }, caller) => readTimeline(parts, caller, correlationId))
}

const neighboursShown = 5

/** As `events.sql.ts` has it of what is stored. */
const inPages = (data: NewEvent['data']): NewEvent['data'] =>
  Object.fromEntries(
    Object.entries(data).filter(
      ([name, value]) => dataInPages.includes(name) && (JSON.stringify(value) ?? '').length <= longestInPages,
    ),
  )

const ofMessage = ({ device, message, at, receivedAt }: ReceivedMessage, what: string): NewEvent => {
  const { id: _id, at: _at, type: _type, ...reported } = message as Record<string, unknown>
  const data = withoutCredentials(reported)
  const correlationId = anId.safeParse(data['correlationId']).data
  return { device, type: `${device.kind}.${what}`, severity: severityOf(what), at, receivedAt, data, correlationId }
}
