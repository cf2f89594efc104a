// What is made of counts over longer spans: flow, hours of the week, peaks, sites against each other, how long people stay.
import * as contract from '@gatehouse/contract/safety/people-count'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import { Readable } from 'node:stream'
import type { Directory } from '../../building/devices/devices.ts'
import { type Db, firstOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { csvLine } from '../../kit/csv.ts'
import { existing, invalid, notFound } from '../../kit/errors.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { type FlowStep, type Of, readDwell, readFlow, readHeatMap, type Span, type Step } from './flow.sql.ts'

const dayMs = 86_400_000
const longestDays = { quarter: 8, hour: 62, day: 400 } as const satisfies Record<Step, number>
const most = 10

export const serveTrends = (serve: Serve, db: Db, directory: Directory) => {
  const isExact = (caller: Caller) => can(caller, 'view_people_count_detail')

  /** A device or a place that the caller may see; of a site or floor only where labels hide none of its zones. */
  const seen = async (
    caller: Caller,
    { deviceId, placeId }: { readonly deviceId?: string | undefined; readonly placeId?: string | undefined },
  ): Promise<Of & { readonly timeZone: string }> => {
    if ((deviceId === undefined) === (placeId === undefined))
      throw invalid([{ field: 'placeId', message: 'Choose a counter or a place' }])
    if (deviceId !== undefined) {
      const device = directory.byId(deviceId)
      if (device?.kind !== 'counter' || !directory.sees(caller, deviceId)) throw notFound('This counter')
      return { deviceId, placeId: null, timeZone: device.timeZone }
    }
    const place = existing(
      await firstOf<{ kind: string; siteId: string; timeZone: string }>(db)`
        select p.kind, p.site_id as "siteId", s.time_zone as "timeZone" from place p join site s on s.id = p.site_id
        where p.id = ${placeId} and p.company_id = ${caller.companyId}
      `,
      'This place',
    )
    const known = directory.placesOf(caller.companyId ?? '').filter(({ siteId }) => siteId === place.siteId)
    const mustSee = place.kind === 'site' ? known : known.filter(({ id }) => id === placeId)
    if (mustSee.length === 0 || !mustSee.every(({ levels }) => seesLabelled(caller, levels)))
      throw notFound('This place')
    return { deviceId: null, placeId: placeId ?? null, timeZone: place.timeZone }
  }

  const flowOf = async (
    caller: Caller,
    {
      step,
      from,
      to,
      ...of
    }: Parameters<typeof spanOf>[0] & { step: Step; deviceId?: string | undefined; placeId?: string | undefined },
  ) => {
    const span = spanOf({ from, to }, longestDays[step])
    const steps = await readFlow(db, await seen(caller, of), step, span)
    return steps.map((one) => ({
      at: one.at.toISOString(),
      in: shownPeople(one.in, isExact(caller)),
      out: shownPeople(one.out, isExact(caller)),
    }))
  }

  serve(contract.flow, async (input, caller) => ({ steps: await flowOf(caller, input) }))

  serve(contract.flowCsv, async (input, caller, { reply, annotateAtEnd }) => {
    const steps = await flowOf(caller, input)
    annotateAtEnd(() => ({ rows: steps.length }))
    reply.header('content-disposition', 'attachment; filename="gatehouse-people-flow.csv"')
    const lines = steps.map((one) => csvLine([one.at, `${one.in}`, `${one.out}`]))
    return Readable.from([csvLine(['at', 'in', 'out']), ...lines], { objectMode: false })
  })

  serve(contract.heatMap, async ({ from, to, ...of }, caller) => {
    const { timeZone, ...what } = await seen(caller, of)
    const cells = await readHeatMap(db, what, timeZone, spanOf({ from, to }, longestDays.day))
    return {
      cells: cells.map((cell) => ({ ...cell, in: shownPeople(Math.round(cell.in), isExact(caller)) })),
    }
  })

  serve(contract.peaks, async ({ from, to, ...of }, caller) => {
    const what = await seen(caller, of)
    const span = spanOf({ from, to }, longestDays.day)
    const busiest = async (step: 'hour' | 'day') =>
      (await readFlow(db, what, step, span))
        .toSorted((a: FlowStep, b: FlowStep) => b.in - a.in || a.at.getTime() - b.at.getTime())
        .slice(0, most)
        .filter((one) => one.in > 0)
        .map((one) => ({ at: one.at.toISOString(), in: shownPeople(one.in, isExact(caller)) }))
    return { hours: await busiest('hour'), days: await busiest('day') }
  })

  serve(contract.compare, async ({ from, to }, caller) => {
    const span = spanOf({ from, to }, longestDays.day)
    const before = { from: new Date(2 * span.from.getTime() - span.to.getTime()), to: span.from }
    const all = directory.placesOf(caller.companyId ?? '')
    const hidden = new Set(all.filter(({ levels }) => !seesLabelled(caller, levels)).map(({ siteId }) => siteId))
    const sites = all.filter(({ kind, siteId }) => kind === 'site' && !hidden.has(siteId))
    const sum = async (placeId: string, of: Span) =>
      (await readFlow(db, { deviceId: null, placeId }, 'hour', of)).reduce((total, one) => total + one.in, 0)
    return {
      sites: await Promise.all(
        sites.map(async ({ id, name }) => {
          const [now, then] = [await sum(id, span), await sum(id, before)]
          const [shown, shownBefore] = [shownPeople(now, isExact(caller)), shownPeople(then, isExact(caller))]
          const change =
            shown === 'few' || shownBefore === 'few' || shownBefore === 0
              ? null
              : Math.round(((shown - shownBefore) * 1000) / shownBefore) / 10
          return { site: { id, name }, in: shown, inBefore: shownBefore, change }
        }),
      ),
    }
  })

  serve(contract.dwell, async ({ from, to, placeId }, caller) => {
    await seen(caller, { placeId })
    const { visits, median, p90 } = await readDwell(
      db,
      caller.companyId ?? '',
      placeId,
      spanOf({ from, to }, longestDays.day),
    )
    const shown = shownPeople(visits, isExact(caller))
    const minutes = (value: number | null) => (value === null || shown === 'few' ? null : Math.round(value * 10) / 10)
    return { visits: shown, medianMinutes: minutes(median), p90Minutes: minutes(p90) }
  })
}

/** Until now at the latest. */
const spanOf = ({ from, to }: { readonly from: string; readonly to: string }, days: number): Span => {
  if (Date.parse(to) <= Date.parse(from)) throw invalid([{ field: 'to', message: 'Choose an end after the beginning' }])
  const span = { from: new Date(from), to: new Date(Math.min(Date.parse(to), clock.ms() + dayMs)) }
  if (span.to.getTime() - span.from.getTime() > days * dayMs)
    throw invalid([{ field: 'from', message: `Choose ${days} days at most` }])
  return span
}
