// Devices that are out of service, because somebody works at them: nobody is notified of their alarms until they are back,
// by a person or when the time is over that was given.
import { altered as doorAltered } from '@gatehouse/contract/access/doors'
import * as devices from '@gatehouse/contract/building/devices'
import type { OutOfService } from '@gatehouse/contract/building/devices'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { iso } from '../../db/instant.ts'
import { type Db, firstOf, rowsOf, type Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, lacking, notFound } from '../../kit/errors.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import type { AuditLog } from '../../record/activity/activity.ts'
import type { Directory } from './devices.ts'

/** Takes the alarms of a device out of service, or back, in the transaction; answers what to publish after COMMIT. */
export type Maintained = (
  tx: Pick<pg.ClientBase, 'query'>,
  device: { readonly id: string; readonly isOutOfService: boolean; readonly by: string | null },
) => Promise<() => void>

export interface ServiceParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly record: AuditLog
  readonly maintained: Maintained
  readonly log: Logger
}

const everyMs = 1000

/** As the contract has it, of a device `d`; null: it is in service. */
export const outOfServiceOf = sql<OutOfService | null>`case when d.out_of_service_since is not null then jsonb_build_object(
  'since', ${iso('d.out_of_service_since')}, 'until', ${iso('d.out_of_service_until')},
  'reason', d.out_of_service_reason, 'by', d.out_of_service_by) end`

export const serveService = (serve: Serve, parts: ServiceParts): StoreLoop => {
  const { store, directory, bus, record, maintained, log } = parts

  const publish = (id: string, companyId: string, outOfService: OutOfService | null) => {
    const device = directory.byId(id)
    if (!device) return
    const { key, kind } = device
    bus.publish(devices.serviceChanged, companyId, { id, key, kind, outOfService })
    if (kind === 'door') bus.publish(doorAltered, companyId, { deviceId: id, at: clock.iso() })
  }

  const managed = (caller: Caller, id: string) => {
    const device = directory.byId(id)
    if (!device || !can(caller, devices.readPermission[device.kind])) throw notFound('This device')
    const needed = devices.managePermission[device.kind]
    if (!can(caller, needed)) throw lacking([needed])
    return device
  }

  serve(devices.takeOutOfService, async ({ deviceId, reason, minutes }, caller, call) => {
    const device = managed(caller, deviceId)
    call.annotate({ subject: device.name })
    const now = clock.now()
    const until = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
    const by = caller.name || actorOfPerson(caller).actor
    const { after, publishAlarms } = await inPoolTransaction(store.pool, async (client, tx) => {
      const before = await locked(tx, deviceId)
      const next: OutOfService = {
        since: before?.since ?? now.toISOString(),
        until: until && until.toISOString(),
        reason,
        by,
      }
      await write(tx, deviceId, next)
      await call.record(tx, { subject: device.name, ...changes(factsOf(before), factsOf(next)), reason })
      return { after: next, publishAlarms: await maintained(client, { id: deviceId, isOutOfService: true, by }) }
    })
    publishAlarms()
    publish(deviceId, device.companyId, after)
    return { outOfService: after }
  })

  serve(devices.returnToService, async ({ deviceId, reason }, caller, call) => {
    const device = managed(caller, deviceId)
    call.annotate({ subject: device.name })
    const by = caller.name || actorOfPerson(caller).actor
    const publishAlarms = await inPoolTransaction(store.pool, async (client, tx) => {
      const before = await locked(tx, deviceId)
      await write(tx, deviceId, null)
      await call.record(tx, {
        subject: device.name,
        ...changes(factsOf(before), factsOf(null)),
        ...(reason === undefined ? {} : { reason }),
      })
      return maintained(client, { id: deviceId, isOutOfService: false, by })
    })
    publishAlarms()
    publish(deviceId, device.companyId, null)
    return { outOfService: null }
  })

  const tick = async (now: Date) => {
    const published = await inPoolTransaction(store.pool, async (client, tx) => {
      const over = await rowsOf<Over>(tx)`
        select d.id, d.company_id as "companyId", d.name, ${outOfServiceOf} as "outOfService" from device d
        where d.out_of_service_until <= ${now} order by d.id for update skip locked
      `
      const publishAlarms: (() => void)[] = []
      for (const { id, companyId, name, outOfService } of over) {
        await write(tx, id, null)
        const entry = {
          companyId,
          userId: null,
          actor: 'Gatehouse',
          action: 'devices.serviceResumed',
          input: { deviceId: id },
          subject: name,
          ...changes(factsOf(outOfService), factsOf(null)),
          reason: null,
          status: 200,
          address: '',
          correlationId: uuid(),
        }
        await record([entry], client)
        publishAlarms.push(await maintained(client, { id, isOutOfService: false, by: null }))
      }
      return { over, publishAlarms }
    })
    for (const publishOne of published.publishAlarms) publishOne()
    for (const { id, companyId } of published.over) publish(id, companyId, null)
  }
  return storeLoop(store, everyMs, tick, { log, failure: 'devices out of service wait for the store' })
}

interface Over {
  readonly id: string
  readonly companyId: string
  readonly name: string
  readonly outOfService: OutOfService
}

const locked = async (tx: Db, id: string): Promise<OutOfService | null> =>
  existing(
    await firstOf<{ outOfService: OutOfService | null }>(tx)`
      select ${outOfServiceOf} as "outOfService" from device d where d.id = ${id} and d.retired_at is null for update
    `,
    'This device',
  ).outOfService

const write = (tx: Db, id: string, value: OutOfService | null) =>
  tx
    .updateTable('device')
    .set({
      out_of_service_since: value && new Date(value.since),
      out_of_service_until: value?.until ? new Date(value.until) : null,
      out_of_service_reason: value && value.reason,
      out_of_service_by: value && value.by,
    })
    .where('id', '=', id)
    .execute()

const factsOf = (value: OutOfService | null) => ({
  outOfService: value?.reason ?? null,
  until: value?.until ?? null,
})
