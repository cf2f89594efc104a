// Anchors: moments at which it is known how many people are in a place. What was counted is held against each, and counted
// anew from there.
import { isoRowsOf, type Db, insertRow, execute } from '../../db/pool.ts'
import { idAt } from '../../kit/ids.ts'
import { bandOf, learn } from './accuracy.ts'
import { readAccuracies, writeAccuracies } from './accuracy.sql.ts'
import { addUpAnew, badgesByPlace, countedPlaces, readStored, type Stored } from './occupancy.sql.ts'
import { countOf, type Tally } from './tally.ts'

export interface NewAnchor {
  readonly companyId: string
  readonly placeId: string
  readonly siteId: string
  readonly zoneId: string | null
  readonly at: Date
  readonly kind: Stored['anchorKind']
  readonly people: number
  readonly reason: string
  readonly by: string
  readonly userId?: string | null
  readonly musterId?: string | null
  /** false: it is only noted. */
  readonly applied?: boolean
}

/** What was counted by the moment of an anchor. */
interface Before {
  readonly tally: Tally
  readonly low: number | null
  readonly high: number | null
}

const insertAnchor = async (tx: Db, anchor: NewAnchor, before: Before | undefined): Promise<string> => {
  const id = idAt(anchor.at)
  await insertRow(tx, 'occupancy_anchor', {
    id,
    company_id: anchor.companyId,
    place_id: anchor.placeId,
    site_id: anchor.siteId,
    zone_id: anchor.zoneId,
    at: anchor.at,
    kind: anchor.kind,
    people: anchor.people,
    applied: anchor.applied ?? true,
    counted: before ? countOf(before.tally) : null,
    low: before?.low ?? null,
    high: before?.high ?? null,
    raw: before ? before.tally.base + before.tally.net : null,
    reason: anchor.reason,
    user_id: anchor.userId ?? null,
    by: anchor.by,
    muster_id: anchor.musterId ?? null,
  })
  return id
}

/**
 * Under the lock of occupancy: sets how many people were in each of these places, which are added up, and counts on from
 * there; what that says of the counters is learnt once of each, from the largest place that it stands at.
 */
export const setAnchors = async (tx: Db, anchors: readonly NewAnchor[], done: string): Promise<void> => {
  const companyIds = [...new Set(anchors.map(({ companyId }) => companyId))]
  const stored = new Map(
    (await readStored(tx, { placeIds: anchors.map(({ placeId }) => placeId) })).map((one) => [one.placeId, one]),
  )
  const accuracies = await readAccuracies(tx, companyIds)
  const order = { site: 0, floor: 1, zone: 2 }
  const counted = anchors
    .flatMap((anchor) => {
      const place = stored.get(anchor.placeId)
      return place && anchor.at >= place.anchoredAt ? [{ anchor, place }] : []
    })
    .toSorted((a, b) => order[a.place.kind] - order[b.place.kind])
  const until = await addUpAnew(
    tx,
    counted.map(({ anchor, place }) => ({
      placeId: place.placeId,
      people: place.base,
      since: place.anchoredAt,
      until: anchor.at,
    })),
    done,
  )
  const since = await addUpAnew(
    tx,
    counted.map(({ anchor }) => ({ placeId: anchor.placeId, people: anchor.people, since: anchor.at })),
    done,
  )
  const learnt = new Map<string, Map<string, ReturnType<typeof accuracies.of>>>()
  for (const { anchor, place } of counted) {
    const tally = until.get(place.placeId)
    const from = since.get(place.placeId)
    if (!tally || !from) continue
    const isKnown = place.anchorKind !== 'start' && Object.keys(place.gaps).length === 0
    const band = isKnown ? bandOf(tally, accuracies.of) : { low: null, high: null }
    const id = await insertAnchor(tx, anchor, { tally, ...band })
    const isNow = place.gapsAt <= anchor.at
    await execute(tx)`
      update occupancy set anchor_id = ${id}, anchored_at = ${anchor.at}, base = ${anchor.people}, net = ${from.net},
        lowest = ${from.lowest}, last_at = ${from.lastAt === null ? null : new Date(from.lastAt)},
        flows = ${JSON.stringify(from.flows)}::jsonb,
        gaps = ${isNow ? '{}' : JSON.stringify(place.gaps)}::jsonb, gaps_at = greatest(gaps_at, ${anchor.at}::timestamptz)
      where place_id = ${place.placeId}
    `
    if (!isKnown) continue
    const ofCompany = learnt.get(anchor.companyId) ?? new Map<string, ReturnType<typeof accuracies.of>>()
    learnt.set(anchor.companyId, ofCompany)
    for (const [deviceId, accuracy] of learn(tally, anchor.people, accuracies.of))
      if (!ofCompany.has(deviceId)) ofCompany.set(deviceId, accuracy)
  }
  for (const [companyId, ofCompany] of learnt) await writeAccuracies(tx, companyId, ofCompany)
}

/** Notes what was due and left out. */
export const noteAnchor = (tx: Db, anchor: NewAnchor) => insertAnchor(tx, { ...anchor, applied: false }, undefined)

/**
 * Under the lock of occupancy: adds up every place that has a counter at a border by now, and none that has not. One that is
 * new begins with whom badges have there, and nobody knows how well; one with other borders is added up anew.
 */
export const followBorders = async (tx: Db, companyId: string, done: string, now: Date): Promise<boolean> => {
  const stored = new Map((await readStored(tx, { companyIds: [companyId] })).map((one) => [one.placeId, one]))
  const wanted = await countedPlaces(tx, companyId)
  const wantedIds = new Set(wanted.map(({ placeId }) => placeId))
  const gone = [...stored.keys()].filter((placeId) => !wantedIds.has(placeId))
  const fresh = wanted.filter(({ placeId }) => !stored.has(placeId))
  const otherwise = wanted.filter(({ placeId, borders }) => {
    const known = stored.get(placeId)
    return known !== undefined && known.borders !== borders
  })
  // A place that was removed has no row in `place` any more.
  const removed = await execute(tx)`
    delete from occupancy o where o.company_id = ${companyId}
      and (o.place_id = any (${gone}::uuid[]) or not exists (select from place p where p.id = o.place_id))
  `
  const badges = fresh.length > 0 ? await badgesByPlace(tx, companyId, now) : new Map<string, number>()
  for (const { placeId, siteId, zoneId, borders } of fresh) {
    const people = badges.get(placeId) ?? 0
    const start: NewAnchor = {
      companyId,
      placeId,
      siteId,
      zoneId,
      at: now,
      kind: 'start',
      people,
      reason: 'A counter was placed at its borders',
      by: 'Gatehouse',
    }
    const anchorId = await insertAnchor(tx, start, undefined)
    await insertRow(tx, 'occupancy', {
      place_id: placeId,
      company_id: companyId,
      anchor_id: anchorId,
      anchored_at: now,
      base: people,
      net: 0,
      lowest: 0,
      flows: '{}',
      gaps_at: now,
      borders,
    })
  }
  const again = await addUpAnew(
    tx,
    otherwise.flatMap(({ placeId }) => {
      const known = stored.get(placeId)
      return known ? [{ placeId, people: known.base, since: known.anchoredAt }] : []
    }),
    done,
  )
  for (const { placeId, borders } of otherwise) {
    const tally = again.get(placeId)
    if (!tally) continue
    await execute(tx)`
      update occupancy set borders = ${borders}, net = ${tally.net}, lowest = ${tally.lowest},
        last_at = ${tally.lastAt === null ? null : new Date(tally.lastAt)}, flows = ${JSON.stringify(tally.flows)}::jsonb
      where place_id = ${placeId}
    `
  }
  return removed > 0 || fresh.length > 0 || otherwise.length > 0
}

interface AnchorRow {
  readonly id: string
  readonly placeId: string
  readonly place: string
  readonly placeKind: Stored['kind']
  readonly at: string
  readonly kind: Stored['anchorKind']
  readonly people: number
  readonly applied: boolean
  readonly counted: number | null
  readonly low: number | null
  readonly high: number | null
  readonly reason: string
  readonly by: string
}

/** Newest first. */
export const readAnchors = (
  db: Db,
  companyId: string,
  {
    placeIds,
    kind,
    beyond,
    limit,
  }: {
    readonly placeIds: readonly string[]
    readonly kind?: Stored['anchorKind'] | undefined
    readonly beyond?: { readonly at: string; readonly id: string } | undefined
    readonly limit: number
  },
) =>
  isoRowsOf<AnchorRow>(db)`
    select a.id, a.place_id as "placeId", p.name as place, p.kind as "placeKind", a.at, a.kind, a.people, a.applied, a.counted,
      a.low, a.high, a.reason, a.by
    from occupancy_anchor a join place p on p.id = a.place_id
    where a.company_id = ${companyId} and a.place_id = any (${[...placeIds]}::uuid[])
      and (${kind ?? null}::text is null or a.kind = ${kind ?? null})
      and (${beyond?.at ?? null}::timestamptz is null
        or (a.at, a.id) < (${beyond?.at ?? null}::timestamptz, ${beyond?.id ?? null}::uuid))
    order by a.at desc, a.id desc limit ${limit}
  `
