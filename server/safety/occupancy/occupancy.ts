// Occupancy: how many people are in each place, how well that is known, and what it is held to. The only file of this domain
// that others import.
import * as contract from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { Readable } from 'node:stream'
import type { Directory } from '../../building/devices/devices.ts'
import type { Db, Store } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { csvLine } from '../../kit/csv.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { Refusal } from '../../kit/errors.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { Judge } from '../../kit/recorders.ts'
import { existing } from '../../kit/errors.ts'
import { readAnchors, setAnchors } from './anchors.ts'
import { serveBorders } from './borders.ts'
import { serveCounters } from './counters.ts'
import { serveDisplays } from './displays.ts'
import { figureOf, readOccupied } from './figures.ts'
import { serveLimits } from './limits.ts'
import { publishFigures } from './live.ts'
import { lockOccupancy } from './occupancy.sql.ts'
import { serveSettings } from './settings.ts'
import { anchorShown } from './shown.ts'
import { type Sight, sightOf } from './sight.ts'

export { type CountedPlaces, countPlaces } from './alarmed.ts'
export { createOccupancy } from './live.ts'
export type { NewAnchor } from './anchors.ts'
export { placedSince } from './placed-since.ts'

export interface ServeOccupancyParts {
  readonly store: Pick<Store, 'db' | 'pool'>
  readonly bus: Bus
  readonly directory: Directory
  /** By what alarm rules are judged. */
  readonly judge: Judge
}

const mostInCsv = 10_000

export const serveOccupancy = (serve: Serve, parts: ServeOccupancyParts) => {
  const { store, directory, judge } = parts
  const { db } = store

  serve(contract.now, async (_input, caller) => {
    const figures = await figuresFor(db, caller, sightOf(directory, caller))
    const of = (kind: Figure['kind']) => figures.filter((one) => one.kind === kind)
    return { zones: of('zone'), floors: of('floor'), sites: of('site') }
  })

  const correct = async (
    caller: Caller,
    call: Call,
    { placeId, kind, count, reason }: { placeId: string; kind: Figure['kind']; count: number; reason: string },
  ) => {
    const companyId = companyOf(caller)
    const sight = sightOf(directory, caller)
    const known = sight.places.get(placeId)
    const place = existing(known?.kind === kind ? known : undefined, `This ${kind}`)
    call.annotate({ subject: place.name })
    const publish = await inPoolTransaction(store.pool, async (client, tx) => {
      const done = await lockOccupancy(tx)
      const [before] = await readOccupied(tx, companyId, clock.now(), [placeId])
      if (before?.source !== 'counters')
        throw new Refusal(
          409,
          'NOT_COUNTED',
          `No counter stands at the borders of ${place.name}. Place one there first; badges are corrected in the entry and exit log.`,
        )
      const at = clock.now()
      const { siteId, zoneId } = place
      const of = { companyId, placeId, siteId, zoneId }
      await setAnchors(
        tx,
        [{ ...of, at, kind: 'manual', people: count, reason, by: caller.name, userId: caller.userId }],
        done,
      )
      await call.record(tx, { before: { people: before.count }, after: { people: count }, reason })
      return judge(client, [{ companyId, zoneId, measure: 'occupancy', value: null, at }])
    })
    publish()
    await publishFigures(parts, companyId, [placeId])
    const figure = (await figuresFor(db, caller, sight)).find(({ id }) => id === placeId)
    return { zone: existing(figure) }
  }

  serve(contract.correctZone, ({ zoneId, ...input }, caller, call) =>
    correct(caller, call, { placeId: zoneId, kind: 'zone', ...input }),
  )
  serve(contract.correctFloor, ({ floorId, ...input }, caller, call) =>
    correct(caller, call, { placeId: floorId, kind: 'floor', ...input }),
  )
  serve(contract.correctSite, ({ siteId, ...input }, caller, call) =>
    correct(caller, call, { placeId: siteId, kind: 'site', ...input }),
  )

  const anchorsFor = async (
    caller: Caller,
    {
      placeId,
      ...wanted
    }: Omit<Parameters<typeof readAnchors>[2], 'placeIds'> & { readonly placeId?: string | undefined },
  ) => {
    const whole = sightOf(directory, caller)
    const placeIds = (await readOccupied(db, companyOf(caller), clock.now()))
      .filter((place) => whole.seesWhole(place) && (placeId === undefined || place.id === placeId))
      .map(({ id }) => id)
    return readAnchors(db, companyOf(caller), { ...wanted, placeIds })
  }
  const isExact = (caller: Caller) => can(caller, 'view_people_count_detail')

  serve(contract.corrections, async (wanted, caller) => {
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => anchorsFor(caller, filter),
      ({ at, id }) => ({ at, id }),
    )
    return { corrections: page.map((row) => anchorShown(row, isExact(caller))), next }
  })

  serve(contract.correctionsCsv, async (wanted, caller, { reply, annotateAtEnd }) => {
    const rows = (await anchorsFor(caller, { ...wanted, limit: mostInCsv })).map((row) =>
      anchorShown(row, isExact(caller)),
    )
    annotateAtEnd(() => ({ rows: rows.length }))
    reply.header('content-disposition', 'attachment; filename="gatehouse-count-corrections.csv"')
    const columns = ['at', 'place', 'kind', 'people', 'applied', 'counted', 'low', 'high', 'difference', 'reason', 'by']
    return Readable.from(
      [
        csvLine(columns),
        ...rows.map((row) =>
          csvLine(
            [
              row.at,
              row.place.name,
              row.kind,
              row.people,
              row.applied,
              row.counted,
              row.low,
              row.high,
              row.difference,
              row.reason,
              row.by,
            ].map((cell) => `${cell ?? ''}`),
          ),
        ),
      ],
      { objectMode: false },
    )
  })

  serveBorders(serve, parts)
  serveCounters(serve, parts)
  serveLimits(serve, parts)
  serveSettings(serve, parts)
  serveDisplays(serve, parts)
}

/** What somebody may see, and of it what they may know. */
const figuresFor = async (db: Db, caller: Caller, sight: Sight): Promise<Figure[]> => {
  if (!caller.companyId) return []
  const all = await readOccupied(db, caller.companyId, clock.now())
  return all.filter(sight.seesWhole).map((place) => figureOf(place, all, sight))
}
