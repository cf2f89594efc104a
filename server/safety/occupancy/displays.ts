// Displays at entrances: links that show one number and its limit to whoever has them, and nothing else.
import { randomBytes } from 'node:crypto'
import * as contract from '@gatehouse/contract/safety/occupancy'
import type { Display } from '@gatehouse/contract/safety/occupancy'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, insertRow, isoRowsOf, execute } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid } from '../../kit/errors.ts'
import { companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import { modeOf, readOccupied } from './figures.ts'
import type { ServeOccupancyParts } from './occupancy.ts'
import { sightOf } from './sight.ts'

interface Row extends Omit<Display, 'place'> {
  readonly placeId: string
  readonly name: string
}

const readDisplays = async (db: Db, companyId: string): Promise<Row[]> =>
  isoRowsOf<Row>(db)`
    select d.id, d.place_id as "placeId", p.name, d.title, d.created_at as "createdAt", d.created_by as "createdBy",
      d.expires_at as "expiresAt"
    from occupancy_display d join place p on p.id = d.place_id
    where d.company_id = ${companyId} and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${instant()})
    order by sort_key_of(d.title) collate "C", d.id
  `

const shownDisplay = ({ placeId, name, ...display }: Row): Display => ({ ...display, place: { id: placeId, name } })

export const serveDisplays = (serve: Serve, { store, directory }: ServeOccupancyParts) => {
  const { db } = store

  serve(contract.displays, async (_input, caller) => {
    const { places } = sightOf(directory, caller)
    const all = await readDisplays(db, caller.companyId ?? '')
    return { displays: all.filter(({ placeId }) => places.has(placeId)).map(shownDisplay) }
  })

  serve(contract.createDisplay, async ({ placeId, title, expiresAt }, caller, call) => {
    const companyId = companyOf(caller)
    const sight = sightOf(directory, caller)
    const known = sight.places.get(placeId)
    const place = existing(known && sight.seesWhole(known) ? known : undefined, 'This site, floor or zone')
    call.annotate({ subject: title })
    if (expiresAt !== null && Date.parse(expiresAt) <= clock.ms())
      throw invalid([{ field: 'expiresAt', message: 'Choose a time to come, or none' }])
    const secret = randomBytes(24).toString('base64url')
    const id = uuid()
    return inTransaction(db, async (tx) => {
      await insertRow(tx, 'occupancy_display', {
        id,
        company_id: companyId,
        place_id: placeId,
        site_id: place.siteId,
        floor_id: place.kind === 'floor' ? placeId : null,
        zone_id: place.zoneId,
        title,
        token_hash: digestOf(secret),
        created_at: clock.now(),
        created_by: caller.name,
        expires_at: expiresAt,
      })
      await call.record(tx, { after: { title, place: place.name, expiresAt } })
      const display = existing((await readDisplays(tx, companyId)).find((one) => one.id === id))
      return { display: shownDisplay(display), secret }
    })
  })

  serve(contract.revokeDisplay, async ({ displayId }, caller, call) => {
    const companyId = companyOf(caller)
    const { places } = sightOf(directory, caller)
    await inTransaction(db, async (tx) => {
      const display = existing(
        (await readDisplays(tx, companyId)).find(({ id, placeId }) => id === displayId && places.has(placeId)),
        'This display',
      )
      call.annotate({ subject: display.title })
      await execute(tx)`update occupancy_display set revoked_at = ${instant()} where id = ${displayId}`
      await call.record(tx, { before: { title: display.title, place: display.name } })
    })
  })

  serve.open(contract.shown, async ({ secret }) => {
    const display = await firstOf<{ companyId: string; placeId: string; title: string }>(db)`
      select company_id as "companyId", place_id as "placeId", title from occupancy_display
      where token_hash = ${digestOf(secret)} and revoked_at is null and (expires_at is null or expires_at > ${instant()})
    `
    const { companyId, placeId, title } = existing(display, 'This display')
    const now = clock.now()
    const place = existing((await readOccupied(db, companyId, now, [placeId]))[0], 'This display')
    const { limit } = place
    const people = place.silentIds.length > 0 ? null : place.count
    return {
      title,
      people,
      limit,
      free: people === null || limit === null ? null : Math.max(0, limit - people),
      mode: people === null ? 'unknown' : limit === null ? 'open' : modeOf(people, limit),
      asOf: now.toISOString(),
    }
  })
}
