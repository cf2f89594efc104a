// What time does to occupancy, once a minute: borders that changed elsewhere, outages, passages that were put right, finished
// roll-calls, empty nights.
import { altered } from '@gatehouse/contract/safety/occupancy'
import { type Db, execute } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { followBorders, type NewAnchor, setAnchors } from './anchors.ts'
import { readAccuracies } from './accuracy.sql.ts'
import { devicesAt } from './figures.ts'
import { forgetCounts, notifyOfCleaning } from '../people-count/people-count.ts'
import type { OccupancyParts } from './live.ts'
import { musterAnchors } from './muster-anchors.sql.ts'
import { type Night, nightOf, noteNights, sitesDue } from './nightly.ts'
import { addUpAnew, companiesCounted, lockOccupancy, readStored, writeTallies } from './occupancy.sql.ts'

export const upkeepOf = async (parts: OccupancyParts, now: Date): Promise<void> => {
  for (const companyId of await companiesCounted(parts.store.db)) await ofCompany(parts, companyId, now)
  await forgetCounts(parts.store.db, now)
  await notifyOfCleaning(parts.store.db)
}

const ofCompany = async (
  { store, bus, judge, record }: OccupancyParts,
  companyId: string,
  now: Date,
): Promise<void> => {
  const publish = await inPoolTransaction(store.pool, async (client, tx) => {
    const done = await lockOccupancy(tx)
    let isAltered = await followBorders(tx, companyId, done, now)
    isAltered = (await followOutages(tx, companyId, now)) || isAltered
    await followPassages(tx, companyId, done)
    const anchors = await musterAnchors(tx, companyId)
    const nights: Night[] = []
    for (const site of await sitesDue(tx, companyId, now)) nights.push(await nightOf(tx, site, now))
    anchors.push(...nights.flatMap((night) => (night.isEmpty ? night.anchors : [])))
    await setAnchors(tx, anchors, done)
    await noteNights(tx, nights)
    await recordAnchors(record, client, anchors, nights)
    if (!isAltered && anchors.length === 0) return () => undefined
    const publishAlarms = await judge(client, [{ companyId, measure: 'occupancy', value: null, at: now }])
    return () => {
      publishAlarms()
      bus.publish(altered, companyId, { at: now.toISOString() })
    }
  })
  publish()
}

/** Of every device at a border that is offline now, the time since this was looked at last. */
const followOutages = async (tx: Db, companyId: string, now: Date): Promise<boolean> => {
  const accuracies = await readAccuracies(tx, [companyId])
  let isOut = false
  for (const place of await readStored(tx, { companyIds: [companyId] })) {
    const seconds = Math.max(0, (now.getTime() - place.gapsAt.getTime()) / 1000)
    const silent = devicesAt(place).filter((id) => !accuracies.isOnline(id))
    const gaps = { ...place.gaps }
    for (const id of silent) gaps[id] = (gaps[id] ?? 0) + seconds
    isOut ||= silent.length > 0
    await execute(tx)`
      update occupancy set gaps = ${JSON.stringify(gaps)}::jsonb, gaps_at = ${now} where place_id = ${place.placeId}
    `
  }
  return isOut
}

// Who did not go through after all, and entries that were undone, leave their rows changed or gone.
const followPassages = async (tx: Db, companyId: string, done: string) => {
  const stored = (await readStored(tx, { companyIds: [companyId] })).filter(({ borders }) => borders.includes(' door'))
  const again = await addUpAnew(
    tx,
    stored.map(({ placeId, base, anchoredAt }) => ({ placeId, people: base, since: anchoredAt })),
    done,
  )
  await writeTallies(tx, again)
}

const recordAnchors = async (
  record: OccupancyParts['record'],
  client: Parameters<OccupancyParts['record']>[1],
  anchors: readonly NewAnchor[],
  nights: readonly Night[],
) => {
  const named = new Map(nights.map(({ siteId, site }) => [siteId, site]))
  for (const { companyId, kind, placeId, people, reason } of anchors) {
    const site = named.get(placeId)
    // Of a night once for the site; its zones are the same fact.
    if (kind === 'nightly' && site === undefined) continue
    await record(
      {
        companyId,
        userId: null,
        actor: 'Gatehouse',
        action: kind === 'nightly' ? 'occupancy.reset' : 'occupancy.anchored',
        subject: site ?? null,
        input: { placeId },
        after: { people },
        reason,
        status: 200,
        address: '',
        correlationId: crypto.randomUUID(),
      },
      client,
    )
  }
}
