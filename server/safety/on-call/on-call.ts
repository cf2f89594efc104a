// Who is on call: rotas, what was agreed instead, and absences. The only file of this domain that others import.
import * as onCall from '@gatehouse/contract/safety/on-call'
import type { Rota } from '@gatehouse/contract/safety/on-call'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, execute, firstOf, insertRow, isAny, isoRowsOf, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { usersHolding } from '../../messages/notifications/notifications.ts'
import { type Absent, onCallAt, onCallIn, type Override, type Turns } from './turns.ts'

const longestMs = 62 * 86_400_000

/** Who is on call by these rotas at a moment. */
export const peopleOnCall = async (
  db: Db,
  companyId: string,
  rotaIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  if (rotaIds.length === 0) return new Set()
  const known = await readRotas(db, companyId)
  const agreed = await readAgreed(db, companyId, at, new Date(at.getTime() + 1))
  return new Set(
    known.filter(({ id }) => rotaIds.includes(id)).flatMap((rota) => onCallAt(rota, agreed(rota.id), at)?.userId ?? []),
  )
}

export const serveOnCall = (serve: Serve, { db, bus }: { readonly db: Db; readonly bus: Bus }) => {
  const changed = (companyId: string) => bus.publish(onCall.changed, companyId, { at: clock.iso() })

  const shown = async (tx: Db, companyId: string, id?: string): Promise<Rota[]> => {
    const now = clock.now()
    const rotas = (await readRotas(tx, companyId)).filter((rota) => id === undefined || rota.id === id)
    const agreed = await readAgreed(tx, companyId, now, new Date(now.getTime() + 1))
    const names = await namesOf(
      tx,
      rotas
        .flatMap(({ userIds }) => userIds)
        .concat(rotas.flatMap(({ id: rota }) => agreed(rota).overrides.map((o) => o.userId))),
    )
    return rotas.map(({ id: rotaId, name, userIds, handOverAt, everyDays, startsOn, ...turns }) => {
      const current = onCallAt({ userIds, handOverAt, everyDays, startsOn, ...turns }, agreed(rotaId), now)
      return {
        id: rotaId,
        name,
        userIds: [...userIds],
        handOverAt,
        everyDays,
        startsOn,
        people: userIds.map((userId) => ({ id: userId, name: names.get(userId) ?? 'A former user' })),
        now: current?.userId ? { id: current.userId, name: names.get(current.userId) ?? 'A former user' } : null,
        until: current ? current.to.toISOString() : null,
      }
    })
  }

  const rotaOf = async (tx: Db, caller: Caller, id: string): Promise<Rota> => {
    const [rota] = await shown(tx, companyOf(caller), id)
    if (!rota) throw notFound('This rota')
    return rota
  }

  serve(onCall.list, async (_input, caller) => ({ rotas: await shown(db, companyOf(caller)) }))

  serve(onCall.candidates, async (_input, caller) => {
    const people = await usersHolding(db, [companyOf(caller)], ['acknowledge_alarms'])
    const names = await namesOf(
      db,
      people.map(({ id }) => id),
    )
    return {
      people: [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
    }
  })

  serve(onCall.shifts, async ({ from, to }, caller) => {
    const companyId = companyOf(caller)
    const [begins, ends] = [new Date(from), new Date(to)]
    if (ends <= begins) throw invalid([{ field: 'to', message: 'Choose an end after the beginning' }])
    if (ends.getTime() - begins.getTime() > longestMs)
      throw invalid([{ field: 'to', message: 'Choose 62 days at most' }])
    // Shifts are answered whole: what ends one may lie beyond the time that is asked for.
    const [rotas, agreed] = await Promise.all([
      readRotas(db, companyId),
      readAgreed(db, companyId, new Date(begins.getTime() - longestMs), new Date(ends.getTime() + longestMs)),
    ])
    const shifts = rotas.flatMap((rota) =>
      onCallIn(rota, agreed(rota.id), begins, ends).map((shift) => ({ rotaId: rota.id, ...shift })),
    )
    const names = await namesOf(
      db,
      shifts.flatMap(({ userId }) => userId ?? []),
    )
    return {
      shifts: shifts.map(({ rotaId, userId, from: since, to: until, because, overrideId }) => ({
        rotaId,
        from: since.toISOString(),
        to: until.toISOString(),
        person: userId === null ? null : { id: userId, name: names.get(userId) ?? 'A former user' },
        because,
        overrideId,
      })),
      absences: await readAbsences(db, companyId, begins, ends),
    }
  })

  const demandPeople = async (companyId: string, userIds: readonly string[], field: string) => {
    const able = new Set((await usersHolding(db, [companyId], ['acknowledge_alarms'])).map(({ id }) => id))
    if (userIds.some((id) => !able.has(id)))
      throw invalid([{ field, message: 'Choose people of your company who may acknowledge alarms' }])
    if (new Set(userIds).size < userIds.length) throw invalid([{ field, message: 'Each person once' }])
  }

  const demandPeriod = ({ from, to }: { readonly from: string; readonly to: string }) => {
    if (Date.parse(to) <= Date.parse(from))
      throw invalid([{ field: 'to', message: 'Choose an end after the beginning' }])
  }

  serve(onCall.create, async (facts, caller, call) => {
    const companyId = companyOf(caller)
    await demandPeople(companyId, facts.userIds, 'userIds')
    const id = uuid()
    const rota = await inTransaction(db, async (tx) => {
      await demandFreeName(tx, 'on_call_rota', { company_id: companyId }, facts.name, 'rota')
      await insertRow(tx, 'on_call_rota', { id, company_id: companyId, ...columnsOf(facts) })
      await call.record(tx, { subject: facts.name, after: facts })
      return rotaOf(tx, caller, id)
    })
    changed(companyId)
    return { rota }
  })

  serve(onCall.update, async ({ id, ...facts }, caller, call) => {
    const companyId = companyOf(caller)
    await demandPeople(companyId, facts.userIds, 'userIds')
    const rota = await inTransaction(db, async (tx) => {
      const { people: _people, now: _now, until: _until, id: _id, ...before } = await rotaOf(tx, caller, id)
      await demandFreeName(tx, 'on_call_rota', { company_id: companyId }, facts.name, 'rota', id)
      await updateRow(tx, 'on_call_rota', id, columnsOf(facts))
      await call.record(tx, { subject: before.name, ...changes(before, facts) })
      return rotaOf(tx, caller, id)
    })
    changed(companyId)
    return { rota }
  })

  serve(onCall.remove, async ({ id }, caller, call) => {
    const companyId = companyOf(caller)
    await inTransaction(db, async (tx) => {
      const { name, userIds } = await rotaOf(tx, caller, id)
      const isNamed = await isAny(tx)`
        select from escalation_policy p, jsonb_array_elements(p.steps) s
        where p.company_id = ${companyId} and s -> 'who' -> 'rotaIds' ? ${id} limit 1
      `
      if (isNamed) throw new Refusal(409, 'IN_USE', 'An escalation policy names this rota. Change the policy first.')
      await execute(tx)`delete from on_call_rota where id = ${id}`
      await call.record(tx, { subject: name, before: { userIds } })
    })
    changed(companyId)
  })

  serve(onCall.override, async ({ id, userId, from, to }, caller, call) => {
    const companyId = companyOf(caller)
    demandPeriod({ from, to })
    await demandPeople(companyId, [userId], 'userId')
    await inTransaction(db, async (tx) => {
      const { name } = await rotaOf(tx, caller, id)
      await addOverride(tx, id, userId, new Date(from), new Date(to))
      const names = await namesOf(tx, [userId])
      await call.record(tx, { subject: name, after: { onCall: names.get(userId), from, to } })
    })
    changed(companyId)
  })

  serve(onCall.swap, async ({ id, first, second }, caller, call) => {
    const companyId = companyOf(caller)
    for (const period of [first, second]) demandPeriod(period)
    await inTransaction(db, async (tx) => {
      const { name } = await rotaOf(tx, caller, id)
      const rota = (await readRotas(tx, companyId)).find((one) => one.id === id)
      if (!rota) throw notFound('This rota')
      const personIn = async ({ from, to }: typeof first, field: string) => {
        const agreed = await readAgreed(tx, companyId, new Date(from), new Date(to))
        const people = onCallIn(rota, agreed(id), new Date(from), new Date(to))
        const [only] = people
        if (people.length !== 1 || !only?.userId)
          throw invalid([{ field, message: 'Choose a time in which one person is on call' }])
        return only.userId
      }
      const [a, b] = [await personIn(first, 'first'), await personIn(second, 'second')]
      if (a === b) throw invalid([{ field: 'second', message: 'Choose the shift of somebody else' }])
      await addOverride(tx, id, b, new Date(first.from), new Date(first.to))
      await addOverride(tx, id, a, new Date(second.from), new Date(second.to))
      const names = await namesOf(tx, [a, b])
      await call.record(tx, {
        subject: name,
        after: { first: { ...first, onCall: names.get(b) }, second: { ...second, onCall: names.get(a) } },
      })
    })
    changed(companyId)
  })

  serve(onCall.removeOverride, async ({ id, overrideId }, caller, call) => {
    const companyId = companyOf(caller)
    await inTransaction(db, async (tx) => {
      const { name } = await rotaOf(tx, caller, id)
      const gone = await firstOf<{ from: Date; to: Date }>(tx)`
        delete from on_call_override where id = ${overrideId} and rota_id = ${id} returning from_at as "from", to_at as to
      `
      if (!gone) throw notFound('This change of the rota')
      await call.record(tx, { subject: name, before: { from: gone.from.toISOString(), to: gone.to.toISOString() } })
    })
    changed(companyId)
  })

  serve(onCall.addAbsence, async ({ userId, from, to, note }, caller, call) => {
    const companyId = companyOf(caller)
    demandPeriod({ from, to })
    await demandPeople(companyId, [userId], 'userId')
    const id = uuid()
    const absence = await inTransaction(db, async (tx) => {
      await insertRow(tx, 'on_call_absence', {
        id,
        company_id: companyId,
        user_id: userId,
        from_at: new Date(from),
        to_at: new Date(to),
        note: note === undefined || note === '' ? null : note,
      })
      const [added] = (await readAbsences(tx, companyId, new Date(from), new Date(to))).filter((one) => one.id === id)
      if (!added) throw notFound('This absence')
      await call.record(tx, { subject: added.person.name, after: { from, to } })
      return added
    })
    changed(companyId)
    return { absence }
  })

  serve(onCall.removeAbsence, async ({ id }, caller, call) => {
    const companyId = companyOf(caller)
    await inTransaction(db, async (tx) => {
      const gone = await firstOf<{ userId: string; from: Date; to: Date }>(tx)`
        delete from on_call_absence where id = ${id} and company_id = ${companyId}
        returning user_id as "userId", from_at as "from", to_at as to
      `
      if (!gone) throw notFound('This absence')
      const names = await namesOf(tx, [gone.userId])
      await call.record(tx, {
        subject: names.get(gone.userId) ?? null,
        before: { from: gone.from.toISOString(), to: gone.to.toISOString() },
      })
    })
    changed(companyId)
  })
}

const columnsOf = ({
  name,
  userIds,
  handOverAt,
  everyDays,
  startsOn,
}: Pick<Rota, 'name' | 'userIds' | 'handOverAt' | 'everyDays' | 'startsOn'>) => ({
  name,
  user_ids: userIds,
  hand_over_at: handOverAt,
  every_days: everyDays,
  starts_on: startsOn,
})

const addOverride = (tx: Db, rotaId: string, userId: string, from: Date, to: Date) =>
  insertRow(tx, 'on_call_override', {
    id: uuid(),
    rota_id: rotaId,
    user_id: userId,
    from_at: from,
    to_at: to,
    made_at: clock.now(),
  })

interface StoredRota extends Turns {
  readonly id: string
  readonly name: string
}

const readRotas = (db: Db, companyId: string): Promise<StoredRota[]> =>
  rowsOf<StoredRota>(db)`
    select r.id, r.name, r.user_ids as "userIds", r.hand_over_at as "handOverAt", r.every_days as "everyDays",
      to_char(r.starts_on, 'YYYY-MM-DD') as "startsOn", c.time_zone as "timeZone"
    from on_call_rota r join company c on c.id = r.company_id
    where r.company_id = ${companyId} order by sort_key_of(r.name), r.id
  `

/** By rota: what was agreed for this time, and who is absent then. */
const readAgreed = async (db: Db, companyId: string, from: Date, to: Date) => {
  const overrides = await rowsOf<Override & { readonly rotaId: string }>(db)`
    select o.id, o.rota_id as "rotaId", o.user_id as "userId", o.from_at as "from", o.to_at as to, o.made_at as "madeAt"
    from on_call_override o join on_call_rota r on r.id = o.rota_id
    where r.company_id = ${companyId} and o.to_at > ${from} and o.from_at < ${to} order by o.made_at
  `
  const absences = await rowsOf<Absent>(db)`
    select user_id as "userId", from_at as "from", to_at as to from on_call_absence
    where company_id = ${companyId} and to_at > ${from} and from_at < ${to}
  `
  return (rotaId: string) => ({ overrides: overrides.filter((one) => one.rotaId === rotaId), absences })
}

const readAbsences = (db: Db, companyId: string, from: Date, to: Date) =>
  isoRowsOf<onCall.Absence>(db)`
    select a.id, jsonb_build_object('id', u.id, 'name', ${nameOf}) as person, a.from_at as "from", a.to_at as to, a.note
    from on_call_absence a join users u on u.id = a.user_id
    where a.company_id = ${companyId} and a.to_at > ${from} and a.from_at < ${to} order by a.from_at, a.id
  `

const nameOf = sql<string>`coalesce(u.display_name, u.first_name || ' ' || u.last_name)`

const namesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await rowsOf<{ id: string; name: string }>(db)`
        select u.id, ${nameOf} as name from users u where u.id = any (${[...new Set(ids)]}::uuid[])
      `
    ).map(({ id, name }) => [id, name]),
  )
