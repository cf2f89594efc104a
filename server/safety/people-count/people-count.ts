// People counters: counts since the last message are stored as they come; today's sums are told as they change.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import { instant } from '../../db/instant.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { can } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Recorder } from '../../kit/recorders.ts'
import { serveCleaning } from './cleaning.ts'
import { serveTrends } from './trends.ts'

// A counter's sums are told at once, then rest for so long, however fast it talks.
const restMs = 250

export { notifyOfCleaning } from './cleaning.ts'
export { forgetCounts } from './retention.ts'
export { recordTotals } from './totals.ts'

export const recordCounts = (db: Db, bus: Bus, directory: Directory): Recorder<'count'> => {
  const due = new Set<string>()
  // Told a moment ago, and whether they have changed since.
  const resting = new Map<string, boolean>()
  let notifying = false

  const change = (id: string) => {
    if (resting.has(id)) resting.set(id, true)
    else due.add(id)
  }
  // One question at a time: what becomes due meanwhile is the next one.
  const publish = async () => {
    if (notifying) return
    notifying = true
    while (due.size > 0) {
      const ids = [...due]
      due.clear()
      for (const id of ids) resting.set(id, false)
      for (const counter of await today(db, ids).catch(() => [])) {
        const device = directory.byId(counter.deviceId)
        if (device) bus.publish(peopleCount.counted, device.companyId, counter)
      }
      clock.after(restMs, () => wake(ids))
    }
    notifying = false
  }
  const wake = (ids: readonly string[]) => {
    for (const id of ids) {
      const changed = resting.get(id) === true
      resting.delete(id)
      if (changed) due.add(id)
    }
    return publish()
  }
  return async (tx, batch) => {
    await tx.query({
      name: 'people-count',
      text: `insert into people_count (device_id, at, entries, exits, received_at)
             select * from unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::timestamptz[])`,
      values: [
        batch.map((t) => t.device.id),
        batch.map((t) => t.at),
        batch.map((t) => t.message.in),
        batch.map((t) => t.message.out),
        batch.map((t) => t.receivedAt),
      ],
    })
    return () => {
      for (const { device } of batch) change(device.id)
      void publish()
    }
  }
}

export const servePeopleCount = (serve: Serve, db: Db, directory: Directory) => {
  serveTrends(serve, db, directory)
  serveCleaning(serve, db, directory)
  serve(peopleCount.now, async (_input, caller) => {
    const counters = directory.ofCompany(caller.companyId ?? '').filter((d) => d.kind === 'counter')
    const isExact = can(caller, 'view_people_count_detail')
    const sums = await today(
      db,
      counters.filter((d) => directory.sees(caller, d.id)).map((d) => d.id),
    )
    return {
      counters: sums.map((one) => ({
        ...one,
        inToday: shownPeople(Number(one.inToday), isExact),
        outToday: shownPeople(Number(one.outToday), isExact),
      })),
    }
  })
}

const today = async (db: Db, deviceIds: string[]): Promise<peopleCount.Counter[]> => {
  if (deviceIds.length === 0) return []
  return isoRowsOf<peopleCount.Counter>(db)`
    select d.id as "deviceId", d.key, coalesce(sum(c.entries), 0)::int as "inToday",
      coalesce(sum(c.exits), 0)::int as "outToday", max(c.at) as at, max(c.received_at) as "receivedAt"
    from device d join site s on s.id = d.site_id
      left join people_count c on c.device_id = d.id and c.at >= date_trunc('day', ${instant()}, s.time_zone)
    where d.id = any(${deviceIds}::uuid[])
    group by d.id, d.key
  `
}
