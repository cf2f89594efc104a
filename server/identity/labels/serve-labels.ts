// Labels: seen, made, changed, and put on places and devices.
import * as labels from '@gatehouse/contract/identity/labels'
import type { Label } from '@gatehouse/contract/identity/labels'
import type { Input } from '@gatehouse/contract/operation'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, execute, insertRow, updateRow } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { existing, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { changeRights, labelsNow, notifyOfAccess } from '../roles/roles.ts'
import { demandGivableLabels, giveLabels } from './giving.ts'
import {
  allMarks,
  holdersOf,
  type Level,
  levels,
  markColumn,
  markedBy,
  peopleWith,
  seenAmong,
  somethingHidden,
  visibleLabels,
  withLabelsNow,
} from './labels.sql.ts'
import { sightChange } from './sight.ts'

export const serveLabels = (serve: Serve, db: Db, mail: Poster) => {
  serve(labels.list, async (_input, caller) => ({ labels: await visibleLabels(db, caller) }))

  serve(labels.create, ({ name, colour, description }, caller, call) =>
    changing(db, caller, async (tx, now, companyId) => {
      await demandFreeName(tx, 'label', { company_id: companyId }, name, 'label')
      const id = uuid()
      await insertRow(tx, 'label', { id, company_id: companyId, name, colour, description })
      await giveLabels(tx, caller.userId, [id])
      await call.record(tx, { subject: name, after: { name, colour, description } })
      return { label: await shown(tx, now, id) }
    }),
  )

  serve(labels.update, ({ id, name, colour, description }, caller, call) =>
    changing(db, caller, async (tx, now, companyId) => {
      await demandGivableLabels(tx, { ...now, companyId }, [id])
      const before = await shown(tx, now, id)
      call.annotate({ subject: before.name })
      if (name !== undefined) await demandFreeName(tx, 'label', { company_id: companyId }, name, 'label', id)
      await updateRow(tx, 'label', id, { name, colour, description })
      const label = await shown(tx, now, id)
      await call.record(tx, changes(factsOf(before), factsOf(label)))
      return { label }
    }),
  )

  serve(labels.remove, ({ id }, caller, call) =>
    changing(db, caller, async (tx, now, companyId) => {
      await demandGivableLabels(tx, { ...now, companyId }, [id])
      const before = await shown(tx, now, id)
      call.annotate({ subject: before.name })
      if (await somethingHidden(tx, now, await allMarks(tx, id))) throw hidden()
      const { name, people } = await holdersOf(tx, id)
      await tx.deleteFrom('label').where('id', '=', id).execute()
      await notifyOfAccess(tx, mail, people, (person) => `Your label ${name} was deleted. ${labelsNow(person)}`)
      await call.record(tx, { before: { ...factsOf(before), uses: before.uses } })
    }),
  )

  serve(labels.marks, async ({ id }, caller) => {
    await shown(db, caller, id)
    return {
      sites: await markedBy(db, caller, 'site', id),
      zones: await markedBy(db, caller, 'zone', id),
      devices: await markedBy(db, caller, 'device', id),
      people: await peopleWith(db, caller.companyId, id),
    }
  })

  serve(labels.previewMarks, (wanted, caller) =>
    changing(db, caller, async (tx, now, companyId) => {
      const planned = await planMarks(tx, { ...now, companyId }, wanted)
      return { taken: await sightChange(tx, { companyId, labelId: wanted.id, ...planned }) }
    }),
  )

  serve(labels.setMarks, (wanted, caller, call) =>
    changing(db, caller, async (tx, now, companyId) => {
      const { id } = wanted
      const { added, removed } = await planMarks(tx, { ...now, companyId }, wanted)
      const was = await marksOf(tx, now, id)
      const affected = await sightChange(tx, { companyId, labelId: id, added, removed })
      for (const level of levels) await mark(tx, id, level, added[level], removed[level])
      if (levels.some((level) => added[level].length + removed[level].length > 0)) {
        const { name, people } = await holdersOf(tx, id)
        const what = `Your label ${name} now marks other places or devices than before, and opens those to you`
        await notifyOfAccess(tx, mail, people, () => what)
      }
      const label = await shown(tx, now, id)
      await call.record(tx, { subject: label.name, ...changes(was, await marksOf(tx, now, id)) })
      return { label, taken: affected }
    }),
  )
}

/** What is to be marked and unmarked, refused where it is more than the caller may decide about. */
const planMarks = async (
  tx: Db,
  now: Caller & { readonly companyId: string },
  { id, siteIds, zoneIds, deviceIds }: Input<typeof labels.setMarks>,
) => {
  await demandGivableLabels(tx, now, [id])
  const wanted = { site: siteIds, zone: zoneIds, device: deviceIds }
  const added: Record<Level, string[]> = { site: [], zone: [], device: [] }
  const removed: Record<Level, string[]> = { site: [], zone: [], device: [] }
  for (const level of levels) {
    const ids = new Set(wanted[level])
    if ((await seenAmong(tx, now, level, [...ids])).length < ids.size) throw notFound(`This ${level}`)
    // What is marked beyond the caller's sight stays so.
    const before = new Set((await markedBy(tx, now, level, id)).map((marked) => marked.id))
    added[level] = [...ids].filter((at) => !before.has(at))
    removed[level] = [...before].filter((at) => !ids.has(at))
  }
  for (const changed of [added, removed]) if (await somethingHidden(tx, now, changed)) throw hidden()
  return { added, removed }
}

const factsOf = ({ name, colour, description }: Label) => ({ name, colour, description })

/** By name, as far as the caller sees them. */
const marksOf = async (tx: Db, now: Caller, id: string) => {
  const named = async (level: Level) => (await markedBy(tx, now, level, id)).map(({ name }) => name)
  return { sites: await named('site'), zones: await named('zone'), devices: await named('device') }
}

const changing = <T>(
  db: Db,
  caller: Caller,
  change: (tx: Db, now: Caller, companyId: string) => Promise<T>,
): Promise<T> =>
  changeRights(db, caller, async (tx, { companyId, permissions }) =>
    change(tx, await withLabelsNow(tx, caller, permissions), companyId),
  )

const shown = async (db: Db, caller: Caller, id: string): Promise<Label> =>
  existing((await visibleLabels(db, caller, id))[0], 'This label')

// Marks decide who sees what is inside: who cannot see all of it decides nothing about it.
const hidden = () =>
  new Refusal(403, 'FORBIDDEN', 'What this would change holds something that other labels hide from you.')

const mark = async (tx: Db, labelId: string, level: Level, added: readonly string[], removed: readonly string[]) => {
  const column = markColumn[level]
  await execute(tx)`
    insert into label_mark (label_id, ${column}) select ${labelId}::uuid, x from unnest(${[...added]}::uuid[]) x
  `
  await execute(tx)`delete from label_mark where label_id = ${labelId} and ${column} = any (${[...removed]}::uuid[])`
}
