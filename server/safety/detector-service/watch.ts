// What follows from the calendar: people are reminded of what is due, and alarm rules are given what is overdue. Both are compared
// with what the store has of the time before, and stored together with what comes of it: of several nodes, and before and after a
// restart, each is done once.
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Directory } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import type { Judge, Observation } from '../../kit/recorders.ts'
import { type Notice, notify, usersWho } from '../../messages/notifications/notifications.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** Days begin at every quarter of an hour somewhere. */
const everyMs = 300_000
const firstMs = 5000

export interface ServiceWatchParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly judge: Judge
  readonly log: Logger
}

export const watchService = ({ store, directory, judge, log }: ServiceWatchParts): StoreLoop =>
  storeLoop(
    store,
    everyMs,
    async (now) => {
      const publish = await inPoolTransaction(store.pool, (client) => judgeOverdue(client, judge, {}, now))
      publish()
      await inPoolTransaction(store.pool, (client) => remind(client, directory, now))
    },
    { log, firstMs, failure: 'the service of gas detectors waits for the store' },
  )

/** Gives alarm rules what has become overdue or is done: everywhere, in a company, or at a device. Answers what to publish after COMMIT. */
export const judgeOverdue = async (
  tx: Querier,
  judge: Judge,
  { companyId = null, id = null }: { readonly companyId?: string | null; readonly id?: string | null },
  at: Date = clock.now(),
): Promise<() => void> => {
  const values = [at, companyId, id]
  const begun = await tx.query<OfChannel>({ name: 'gas-overdue-begun', text: becameOverdue, values })
  const ended = await tx.query<OfChannel>({ name: 'gas-overdue-ended', text: nothingOverdue, values })
  const observations: Observation[] = [
    ...begun.rows.map((row) => ({ ...overdue, ...row, value: true, at })),
    ...ended.rows.map((row) => ({ ...overdue, ...row, value: false, at })),
  ]
  return judge(tx, observations)
}

/** What is overdue of these devices, for a rule that is new. Locked, so that whoever changes it judges after it. */
export const overdueNow = async (tx: Querier, deviceIds: readonly string[]): Promise<Observation[]> => {
  const { rows } = await tx.query<OfChannel & { at: Date }>({
    name: 'gas-overdue-now',
    text: `select device_id as "deviceId", channel as part, since as at from gas_calibration_overdue
      where device_id = any ($1::uuid[]) order by device_id, channel for share`,
    values: [deviceIds],
  })
  return rows.map((row) => ({ ...overdue, ...row, value: true }))
}

const overdue = { measure: 'gas.calibration-overdue' } as const

interface OfChannel {
  readonly deviceId: string
  readonly part: string
}

const stateNow = `select g.device_id, g.channel from gas_service_state($1) g
  where g.calibration_due_on < g.today and ($2::uuid is null or g.company_id = $2)
    and ($3::uuid is null or g.device_id = $3)`

const becameOverdue = `
  insert into gas_calibration_overdue as o (device_id, channel, since)
  select n.device_id, n.channel, $1::timestamptz from (${stateNow}) n
  where not exists (select from gas_calibration_overdue k where k.device_id = n.device_id and k.channel = n.channel)
  order by 1, 2 on conflict do nothing
  returning device_id as "deviceId", channel as part`

const nothingOverdue = `
  delete from gas_calibration_overdue o using device d
  where d.id = o.device_id and ($2::uuid is null or d.company_id = $2) and ($3::uuid is null or d.id = $3)
    and (o.device_id, o.channel) not in (${stateNow})
  returning o.device_id as "deviceId", o.channel as part`

type Item = 'calibration' | 'bump-test' | 'replacement'

interface Due {
  readonly deviceId: string
  readonly channel: string
  readonly item: Item
  readonly dueOn: string
  readonly stage: number
}

/** Notifies of what has become due soon, due, or another week overdue. */
export const remind = async (tx: Querier, directory: Pick<Directory, 'byId'>, now: Date): Promise<void> => {
  const { rows } = await tx.query<Due>({ name: 'gas-service-reminders', text: reminders, values: [now] })
  const found = [...Map.groupBy(rows, ({ deviceId }) => deviceId)].flatMap(([id, due]) => {
    const device = directory.byId(id)
    return device ? [{ device, due }] : []
  })
  if (found.length === 0) return
  const readers = await usersWho(tx, [...new Set(found.map(({ device }) => device.companyId))], ['manage_gas'])
  const notices = found.flatMap(({ device, due }) =>
    readers
      .filter((reader) => reader.companyId === device.companyId && reader.permissions.has('view_gas_detection'))
      .filter((reader) => seesLabelled(reader, device.levels))
      .map(({ id: userId }): Notice => {
        const stage = Math.max(...due.map((one) => one.stage))
        return {
          userId,
          companyId: device.companyId,
          kind: 'gas-service-due',
          title: `${device.name}: service ${stage === 0 ? 'due soon' : stage === 1 ? 'due' : 'overdue'}`,
          message: `${due.map(wordsOf).join('. ')}.`,
          type: stage === 0 ? 'info' : 'warning',
          priority: stage === 0 ? 'low' : 'medium',
          action: { label: 'Open the detector', path: `/gas-monitoring/detectors?detector=${device.id}` },
          requiredPermissions: ['manage_gas', 'view_gas_detection'],
          deviceIds: [device.id],
        }
      }),
  )
  await notify(tx, notices)
}

const titles: Record<Item, string> = {
  calibration: 'calibration',
  'bump-test': 'bump test',
  replacement: 'sensor replacement',
}

const wordsOf = ({ channel, item, dueOn, stage }: Due): string =>
  stage > 1 ? `${channel}: ${titles[item]} overdue since ${dueOn}` : `${channel}: ${titles[item]} due on ${dueOn}`

// The row that two nodes write at once is locked by the first; the second finds it written.
const reminders = `
  with due as (
    select g.device_id, g.channel, i.item, i.due_on,
      case when g.today >= i.due_on then 1 + (g.today - i.due_on) / 7 else 0 end as stage
    from gas_service_state($1) g cross join lateral (values ('calibration', g.calibration_due_on),
      ('bump-test', g.bump_due_on), ('replacement', g.replacement_due_on)) i (item, due_on)
    where g.today >= i.due_on - g.due_soon_days)
  insert into gas_service_reminder as r (device_id, channel, item, due_on, stage)
  select d.device_id, d.channel, d.item, d.due_on, d.stage from due d
    left join gas_service_reminder k on k.device_id = d.device_id and k.channel = d.channel and k.item = d.item
  where k.due_on is null or k.due_on <> d.due_on or k.stage < d.stage
  order by 1, 2, 3
  on conflict (device_id, channel, item) do update set due_on = excluded.due_on, stage = excluded.stage
    where r.due_on <> excluded.due_on or r.stage < excluded.stage
  returning device_id as "deviceId", channel, item, to_char(due_on, 'YYYY-MM-DD') as "dueOn", stage`
