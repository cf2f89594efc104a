// The shift log: what one shift hands over to the next.
import * as contract from '@gatehouse/contract/safety/shift-notes'
import type { ShiftNote } from '@gatehouse/contract/safety/shift-notes'
import { sql } from 'kysely'
import { allOf, isOlder } from '../../db/conditions.ts'
import { instant, iso } from '../../db/instant.ts'
import { type Db, execute, insertRow, isoRowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { type ListFilter, timeCursor } from '../../kit/cursor.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { idAt } from '../../kit/ids.ts'

export const serveShiftNotes = (serve: Serve, { db, bus }: { readonly db: Db; readonly bus: Bus }) => {
  const changed = (companyId: string) => bus.publish(contract.changed, companyId, { at: clock.iso() })

  const noteOf = async (tx: Db, caller: Caller, id: string): Promise<ShiftNote> => {
    const [note] = await readNotes(tx, caller, { id, limit: 1 })
    if (!note) throw notFound('This note')
    return note
  }

  serve(contract.list, async (wanted, caller) => {
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readNotes(db, caller, filter),
      ({ at, id }) => ({ at, id }),
    )
    return { notes: page, next }
  })

  serve(contract.write, async ({ text }, caller, call) => {
    const companyId = companyOf(caller)
    const at = clock.now()
    const id = idAt(at)
    const note = await inTransaction(db, async (tx) => {
      await insertRow(tx, 'shift_note', {
        id,
        company_id: companyId,
        at,
        user_id: caller.userId,
        by: caller.name,
        text,
      })
      await call.record(tx, { after: { text } })
      return noteOf(tx, caller, id)
    })
    changed(companyId)
    return { note }
  })

  serve(contract.read, async ({ id }, caller, call) => {
    const companyId = companyOf(caller)
    const note = await inTransaction(db, async (tx) => {
      const { by, at } = await noteOf(tx, caller, id)
      await execute(tx)`
        insert into shift_note_read (note_id, user_id, name, at)
        values (${id}, ${caller.userId}, ${caller.name}, ${instant()}) on conflict do nothing
      `
      await call.record(tx, { subject: by, after: { note: id, at } })
      return noteOf(tx, caller, id)
    })
    changed(companyId)
    return { note }
  })
}

const readNotes = (
  db: Db,
  { companyId, userId }: Caller,
  { id, beyond, limit }: Pick<ListFilter<typeof contract.list>, 'beyond' | 'limit'> & { readonly id?: string },
) =>
  isoRowsOf<ShiftNote>(db)`
    select n.id, n.at, n.by, n.text,
      coalesce((select jsonb_agg(jsonb_build_object('name', r.name, 'at', ${iso('r.at')}) order by r.at, r.user_id)
        from shift_note_read r where r.note_id = n.id), '[]') as "readBy",
      n.user_id is not distinct from ${userId}::uuid or exists (select from shift_note_read r
        where r.note_id = n.id and r.user_id = ${userId}) as "isRead"
    from shift_note n where ${allOf(
      sql`n.company_id = ${companyId}`,
      id && sql`n.id = ${id}`,
      isOlder('n.at', 'n.id', beyond),
    )}
    order by n.at desc, n.id desc limit ${limit}
  `
