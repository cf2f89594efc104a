// The calls of alarms: who deals with what.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { Device } from '@gatehouse/contract/building/devices'
import type pg from 'pg'
import { shownDevice } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import { alone, withoutOrder } from '../../db/sorted.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { companyOf } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Call, Notified, Serve } from '../../kit/http/serve.ts'
import { usersHolding } from '../../messages/notifications/notifications.ts'
import { seesAlarm } from '../escalations/escalations.ts'
import { afterAcknowledgement, afterResolution, afterShelving, afterUnshelving, type AlarmLife } from './alarm-life.ts'
import { acknowledgeLocked } from './acknowledge.ts'
import { lockAlarms, type Step, type StoredAlarm } from './alarms.sql.ts'
import { readDoorsBeside, readPlanOf } from './read-surroundings.ts'
import { readEscalation } from './read-escalation.ts'
import { alarmsList, countAlarms, readAlarms, readChecklist, readHistory } from './read-alarms.ts'
import { type AlarmParts, storeChanges, subjectOf } from './store-changes.ts'

export interface ServeAlarmsParts extends AlarmParts {
  readonly store: Store
  /** The devices as they are listed, with the latest each one said. */
  readonly readDevices: (ids: readonly string[]) => Promise<Device[]>
}

interface Done {
  readonly after: StoredAlarm
  readonly what: Step['what']
  readonly note?: string | null
}

export const serveAlarms = (serve: Serve, parts: ServeAlarmsParts) => {
  const { store, directory, readDevices } = parts
  const { db } = store

  const alarmOf = async (caller: Caller, id: string): Promise<Alarm> => {
    const [alarm] = await readAlarms(db, caller, { ids: [id] }, { order: alone, limit: 1 })
    if (!alarm) throw notFound('This alarm')
    return withoutOrder(alarm)
  }

  /** What one person does to one alarm, with its entry of the activity log, in one transaction. */
  const act = async (
    caller: Caller,
    call: Call,
    id: string,
    work: (alarm: StoredAlarm, now: Date, tx: pg.PoolClient) => Promise<readonly Done[]> | readonly Done[],
    notified: (alarm: StoredAlarm) => Notified = () => ({}),
  ): Promise<{ alarm: Alarm }> => {
    const shown = await alarmOf(caller, id)
    const publish = await inPoolTransaction(store.pool, async (tx) => {
      const [alarm] = await lockAlarms(tx, 'a.id = $1', [id])
      if (!alarm) throw new Refusal(409, 'CLEARED', `This alarm is cleared${byWhom(shown)}.`)
      const now = clock.now()
      const done = await work(alarm, now, tx)
      const after = done.at(-1)?.after ?? alarm
      const steps = done.map(({ what, note = null }): Step => ({ what, at: now, by: caller.name, note }))
      if (after.cleared && !alarm.cleared && !steps.some(({ what }) => what === 'cleared'))
        steps.push({ what: 'cleared', at: now, by: null, note: null })
      await call.record(tx, {
        subject: subjectOf(alarm, directory),
        before: { alarm: alarm.id },
        ...notified(after),
        belongsTo: alarm.correlationId,
      })
      return storeChanges(tx, parts, steps.length === 0 ? [] : [{ after, steps }])
    })
    publish()
    return { alarm: await alarmOf(caller, id) }
  }

  serve(alarms.list, async (wanted, caller) => {
    const { page, next } = await alarmsList.page(
      wanted,
      ({ order, limit, ...filter }) => readAlarms(db, caller, filter, { order, limit }),
      ({ id }) => id,
    )
    return { alarms: page, next }
  })

  serve(alarms.counts, async (_input, caller) => countAlarms(db, caller, clock.now()))

  serve(alarms.byId, async ({ id }, caller) => {
    const alarm = await alarmOf(caller, id)
    const [checklist, history] = await Promise.all([readChecklist(db, id), readHistory(db, id)])
    return { alarm, checklist, history }
  })

  serve(alarms.escalation, async ({ id }, caller) => {
    await alarmOf(caller, id)
    return readEscalation(db, id)
  })

  serve(alarms.surroundings, async ({ id }, caller) => {
    const { device, zone, floor } = await alarmOf(caller, id)
    const at = {
      deviceId: device?.id ?? null,
      zoneId: device ? null : (zone?.id ?? null),
      floorId: floor?.id ?? null,
    }
    const [plan, beside] = await Promise.all([readPlanOf(db, caller, at), readDoorsBeside(db, caller, at)])
    const asked = [...(device ? [device.id] : []), ...beside.map((door) => door.id)]
    const found = new Map((asked.length === 0 ? [] : await readDevices(asked)).map((one) => [one.id, one]))
    const of = device && directory.byId(device.id) ? found.get(device.id) : undefined
    return {
      device: of ? shownDevice(caller, of) : null,
      plan,
      doors: beside.flatMap(({ id: doorId, isAdjacent }) => {
        const door = found.get(doorId)
        return door ? [{ ...door, isAdjacent }] : []
      }),
    }
  })

  serve(alarms.acknowledge, async ({ id, note, lastAt }, caller, call) => {
    const words = wordsIn(note)
    return act(
      caller,
      call,
      id,
      (alarm, now) => {
        if (alarm.acknowledged) return words === null ? [] : [{ after: alarm, what: 'commented', note: words }]
        if (lastAt !== undefined && new Date(lastAt) < alarm.lastAt)
          throw new Refusal(409, 'OCCURRED_AGAIN', 'It has occurred again since. Look at it before you acknowledge it.')
        return [acknowledged(alarm, caller.name, now, words)]
      },
      () => ({ reason: words }),
    )
  })

  serve(alarms.acknowledgeMany, async ({ ids, note }, caller, call) => {
    const words = wordsIn(note)
    const seen = await readAlarms(db, caller, { ids }, { order: alone, limit: ids.length })
    if (seen.length < new Set(ids).size) throw notFound('One of these alarms')
    const { publish, n } = await inPoolTransaction(store.pool, async (tx) => {
      const now = clock.now()
      const open = (await lockAlarms(tx, 'a.id = any ($1::uuid[])', [ids])).filter(
        (alarm) => alarm.acknowledged === null,
      )
      await call.record(tx, {
        subject: open.length === 1 && open[0] ? subjectOf(open[0], directory) : `${open.length} alarms`,
        after: { alarms: open.map(({ id }) => id) },
        reason: words,
      })
      const publishAll = await acknowledgeLocked(tx, parts, open, { by: caller.name, at: now, note: words })
      return { publish: publishAll, n: open.length }
    })
    publish()
    return { acknowledged: n }
  })

  serve(alarms.shelve, async ({ id, minutes, reason }, caller, call) =>
    act(
      caller,
      call,
      id,
      (alarm, now) => {
        const until = new Date(now.getTime() + minutes * 60_000)
        return [
          {
            after: withLife(alarm, afterShelving(alarm, { at: now, until, by: caller.name, reason })),
            what: 'shelved',
            note: reason,
          },
        ]
      },
      () => ({ after: { minutes } }),
    ),
  )

  serve(alarms.unshelve, async ({ id }, caller, call) =>
    act(caller, call, id, (alarm, now) => {
      if (!alarm.shelved) throw new Refusal(409, 'NOT_SHELVED', 'This alarm is not shelved any more.')
      return [{ after: withLife(alarm, afterUnshelving(alarm, now)), what: 'unshelved' }]
    }),
  )

  serve(alarms.resolve, async ({ id, reason }, caller, call) => {
    const words = wordsIn(reason)
    return act(caller, call, id, (alarm, now) => {
      if (alarm.isActive)
        throw new Refusal(409, 'STILL_ACTIVE', 'Its condition still holds. It can be resolved once that is over.')
      if (alarm.reasonAsked && words === null)
        throw new Refusal(422, 'VALIDATION', 'Say why it is over.', [
          { field: 'reason', message: 'Say why it is over' },
        ])
      const after = withLife(alarm, afterResolution(alarm, caller.name, now, words))
      return [
        ...(alarm.acknowledged ? [] : [{ after, what: 'acknowledged' as const }]),
        { after, what: 'cleared' as const, note: words },
      ]
    })
  })

  serve(alarms.assign, async ({ id, userId }, caller, call) => {
    const people = userId === null ? [] : await usersHolding(db, [companyOf(caller)], ['acknowledge_alarms'])
    const person = people.find((one) => one.id === userId)
    const name = userId === null ? null : await nameOf(userId)
    return act(
      caller,
      call,
      id,
      (alarm) => {
        if (userId !== null && (!person || name === null || !seesAlarm(person, directory, alarm)))
          throw new Refusal(422, 'VALIDATION', 'This person cannot deal with it.', [
            { field: 'userId', message: 'Choose somebody who acknowledges alarms and sees where this one is' },
          ])
        if (alarm.assigneeId === userId) return []
        return [{ after: { ...alarm, assigneeId: userId }, what: 'assigned', note: name }]
      },
      () => ({ after: { assignee: name } }),
    )
  })

  const nameOf = async (userId: string): Promise<string | null> => {
    const { rows } = await store.pool.query<{ name: string }>(
      "select coalesce(display_name, first_name || ' ' || last_name) as name from users where id = $1",
      [userId],
    )
    return rows[0]?.name ?? null
  }

  serve(alarms.comment, async ({ id, text }, caller, call) =>
    act(caller, call, id, (alarm) => [{ after: alarm, what: 'commented', note: text }]),
  )

  serve(alarms.check, async ({ id, step, done }, caller, call) =>
    act(
      caller,
      call,
      id,
      async (alarm, now, tx) => {
        const words = alarm.checklist[step]
        if (words === undefined) throw notFound('This step of the checklist')
        const { rowCount } = done
          ? await tx.query(
              'insert into alarm_check (alarm_id, step, at, by) values ($1, $2, $3, $4) on conflict do nothing',
              [id, step, now, caller.name],
            )
          : await tx.query('delete from alarm_check where alarm_id = $1 and step = $2', [id, step])
        return rowCount === 0 ? [] : [{ after: alarm, what: done ? 'checked' : 'unchecked', note: words }]
      },
      (alarm) => ({ after: { step: alarm.checklist[step] ?? null, done } }),
    ),
  )
}

const wordsIn = (note: string | undefined): string | null => (note === undefined || note === '' ? null : note)

const withLife = (alarm: StoredAlarm, life: AlarmLife): StoredAlarm => ({ ...alarm, ...life })

const acknowledged = (alarm: StoredAlarm, by: string, at: Date, note: string | null) => ({
  after: withLife(alarm, afterAcknowledgement(alarm, { at, by, note })),
  what: 'acknowledged' as const,
  note,
})

const byWhom = ({ cleared }: Alarm) => (cleared?.by ? ` by ${cleared.by}` : '')
