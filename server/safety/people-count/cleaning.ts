// Cleaning by use: after so many people who came into a zone somebody is notified, until it is cleaned.
import * as contract from '@gatehouse/contract/safety/people-count'
import type { Cleaning } from '@gatehouse/contract/safety/people-count'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import { hasPassed } from '../../access/entry-exit/entry-exit.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { changes } from '../../kit/changes.ts'
import { existing } from '../../kit/errors.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { notify, usersHolding } from '../../messages/notifications/notifications.ts'

interface Row {
  readonly zoneId: string
  readonly companyId: string
  readonly name: string
  readonly uses: number
  readonly used: number
  readonly cleanedAt: Date
  readonly cleanedBy: string | null
  readonly isNotified: boolean
}

// Who came in since: at counters and doors at its borders.
const readRules = (db: Db, companyId: string | null) =>
  rowsOf<Row>(db)`
    select c.zone_id as "zoneId", c.company_id as "companyId", z.name, c.uses, c.cleaned_at as "cleanedAt",
      c.cleaned_by as "cleanedBy", c.notified_at is not null as "isNotified",
      (coalesce((select sum(case b.sign when 1 then n.entries else n.exits end) from place_border b
          join people_count n on n.device_id = b.device_id and n.at > c.cleaned_at
          where b.place_id = c.zone_id and b.source = 'counter'), 0)
        + (select count(*) from place_border b join entry_exit_log l on l.door_id = b.device_id and l.at > c.cleaned_at
          where b.place_id = c.zone_id and b.source = 'door' and ${hasPassed}
            and l.type = case b.sign when 1 then 'entry' else 'exit' end))::int as used
    from cleaning_rule c join zone z on z.id = c.zone_id
    where (${companyId}::uuid is null or c.company_id = ${companyId})
    order by sort_key_of(z.name) collate "C", z.id
  `

export const serveCleaning = (serve: Serve, db: Db, directory: Directory) => {
  const zoneOf = (caller: Caller, zoneId: string) => {
    const place = directory.placeById(zoneId)
    const isSeen =
      place !== undefined &&
      place.zoneId !== null &&
      place.companyId === caller.companyId &&
      seesLabelled(caller, place.levels)
    return existing(isSeen ? place : undefined, 'This zone')
  }

  serve(contract.cleaningList, async (_input, caller) => {
    const isExact = can(caller, 'view_people_count_detail')
    const rules = await readRules(db, companyOf(caller))
    return {
      zones: rules
        .filter(({ zoneId }) => {
          const place = directory.placeById(zoneId)
          return place !== undefined && seesLabelled(caller, place.levels)
        })
        .map(
          ({ zoneId, name, uses, used, cleanedAt, cleanedBy }): Cleaning => ({
            zone: { id: zoneId, name },
            uses,
            used: shownPeople(used, isExact),
            isDue: used >= uses,
            cleanedAt: cleanedAt.toISOString(),
            cleanedBy,
          }),
        ),
    }
  })

  serve(contract.setCleaning, async ({ zoneId, uses }, caller, call) => {
    const { name } = zoneOf(caller, zoneId)
    call.annotate({ subject: name })
    await inTransaction(db, async (tx) => {
      const before = (await readRules(tx, companyOf(caller))).find((rule) => rule.zoneId === zoneId)
      if (uses === null) await execute(tx)`delete from cleaning_rule where zone_id = ${zoneId}`
      else
        await execute(tx)`
          insert into cleaning_rule (zone_id, company_id, uses, cleaned_at)
          values (${zoneId}, ${companyOf(caller)}, ${uses}, ${instant()})
          on conflict (zone_id) do update set uses = excluded.uses, notified_at = null
        `
      await call.record(tx, changes({ uses: before?.uses ?? null }, { uses }))
    })
  })

  serve(contract.cleaned, async ({ zoneId }, caller, call) => {
    const { name } = zoneOf(caller, zoneId)
    call.annotate({ subject: name })
    await inTransaction(db, async (tx) => {
      const changed = await execute(tx)`
        update cleaning_rule set cleaned_at = ${instant()}, cleaned_by = ${caller.name}, notified_at = null
        where zone_id = ${zoneId}
      `
      existing(changed > 0 ? changed : undefined, 'A rule by which this zone is cleaned')
      await call.record(tx, { after: { cleaned: clock.iso() } })
    })
  })
}

/** Notifies those who manage counts of zones that have become due, once. */
export const notifyOfCleaning = async (db: Db): Promise<void> => {
  const due = (await readRules(db, null)).filter(({ used, uses, isNotified }) => used >= uses && !isNotified)
  for (const { zoneId, companyId, name, uses } of due)
    await inTransaction(db, async (tx) => {
      const isOurs = await execute(tx)`
        update cleaning_rule set notified_at = ${instant()} where zone_id = ${zoneId} and notified_at is null
      `
      if (isOurs === 0) return
      const people = await usersHolding(tx, [companyId], ['manage_people_count'])
      await notify(
        tx,
        people.map(({ id }) => ({
          userId: id,
          companyId,
          kind: 'cleaning-due',
          title: `${name} is due for cleaning`,
          message: `It has been used ${uses} times since it was cleaned.`,
          type: 'info',
          priority: 'low',
          action: { label: 'Open cleaning', path: `/people-count/cleaning?zone=${zoneId}` },
          requiredPermissions: ['view_people_count'],
          placeIds: [zoneId],
        })),
      )
    })
}
