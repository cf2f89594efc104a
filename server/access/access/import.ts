// People and their access from a CSV file, looked at first and written in one transaction; and out into one again.
import * as access from '@gatehouse/contract/access/access'
import { importColumns, type ImportRow } from '@gatehouse/contract/access/access'
import type { Place } from '../../db/by-name.ts'
import type { Db } from '../../db/pool.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changing, type Parts } from './changing.ts'
import { csvLine, type Line } from '../../kit/csv.ts'
import { unlessDuplicate } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { beyondHands } from '../../identity/roles/roles.ts'
import { addToStaff, updateStaff } from '../../identity/staff/staff.ts'
import { entryOf, type RecordMany } from './assign.ts'
import { giveLinks, takeLinks, targetsOf } from './assign.sql.ts'
import { readForExport } from './export.sql.ts'
import { beyondReach, ownerNotice } from './giving.ts'
import { giveCards, writeTerms } from './import.sql.ts'
import { demandImportable, type Planned, planImport, readPeople } from './import-plan.ts'

const mostShown = 500
const exportedAtOnce = 1000

export const serveImport = (serve: Serve, parts: Parts, recordMany: RecordMany) => {
  const { db } = parts
  const plan = (on: Db, caller: Caller, lines: readonly Line[]) => {
    const beyond = (userIds: readonly string[]) => beyondReach(on, caller, userIds)
    const outOfHands = (userIds: readonly string[]) => beyondHands(on, caller, userIds)
    return planImport(on, { companyId: companyOf(caller), scope: labelScope(caller), beyond, outOfHands }, lines)
  }

  serve(access.previewImport, async ({ csv }, caller) => {
    const planned = await plan(db, caller, await readPeople(companyOf(caller), csv))
    const rows = planned.map(({ row }) => row).toSorted(byInterest)
    return { counts: countsOf(planned), rows: rows.slice(0, mostShown) }
  })

  serve(access.importPeople, async ({ csv }, caller, call) => {
    const lines = await readPeople(companyOf(caller), csv)
    return changing(parts, caller, async (tx, companyId) => {
      const planned = await plan(tx, caller, lines)
      demandImportable(planned)
      const counts = countsOf(planned)
      const changed = planned.filter(({ row }) => row.outcome !== 'same')
      await write(tx, companyId, changed)
      const notices = changed.flatMap((one) => noticesOf(one, caller, companyId))
      await notify(tx, notices)
      const entries = changed.map((one) => entryFor(one, caller, call))
      await recordMany(entries, tx)
      await call.record(tx, { subject: `${planned.length} people`, after: counts })
      return { counts }
    })
  })

  serve(access.exportPeople, async (_input, caller, call) => {
    const companyId = companyOf(caller)
    const scope = labelScope(caller)
    let people = 0
    call.annotate({ subject: 'people and their access' })
    call.reply.header('content-disposition', 'attachment; filename="access.csv"')
    call.annotateAtEnd(() => ({ people }))
    return pieces(db, companyId, scope, (more) => (people += more))
  })
}

const order: readonly ImportRow['outcome'][] = ['error', 'changed', 'new', 'same']
const byInterest = (one: ImportRow, other: ImportRow) =>
  order.indexOf(one.outcome) - order.indexOf(other.outcome) || one.line - other.line

const countsOf = (planned: readonly Planned[]) => {
  const counts = { new: 0, changed: 0, same: 0, error: 0 }
  for (const { row } of planned) counts[row.outcome]++
  return counts
}

const write = async (tx: Db, companyId: string, planned: readonly Planned[]): Promise<void> => {
  const writes = planned.map((one) => one.write)
  const added = writes.filter(({ isNew }) => isNew).map(({ staff }) => staff)
  // Somebody may have taken the address since it was looked at, in another company.
  const inUse = 'Somebody of this file was added meanwhile: look at it again'
  await unlessDuplicate(addToStaff(tx, companyId, added), 'csv', inUse)
  const renamed = writes.filter(({ staffChanged }) => staffChanged).map(({ staff }) => staff)
  await updateStaff(tx, companyId, renamed)
  const held = writes.flatMap(({ staff, terms }) => (terms ? [{ userId: staff.id, terms }] : []))
  await writeTerms(tx, companyId, held)
  const cards = writes.flatMap((one) => one.cards.map((number) => ({ userId: one.staff.id, number })))
  await giveCards(tx, companyId, cards)
  const pairs = (which: 'given' | 'taken') =>
    writes.flatMap((one) => one[which].map((target) => ({ userId: one.staff.id, target })))
  await giveLinks(tx, pairs('given'), { from: null, to: null })
  await takeLinks(tx, pairs('taken'))
}

const noticesOf = ({ write: { staff, cards } }: Planned, caller: Caller, companyId: string) =>
  cards.map((number) => ownerNotice(companyId, caller, staff.id, 'given', { kind: 'card', number, duress: false }))

const entryFor = ({ row, write: written }: Planned, caller: Caller, call: Call) => ({
  ...entryOf(caller, call),
  action: 'access.importPeople',
  subject: written.staff.email,
  before: null,
  after: { line: row.line, outcome: row.outcome, changes: row.changes },
})

async function* pieces(db: Db, companyId: string, scope: LabelScope, count: (more: number) => void) {
  yield Buffer.from(csvLine(importColumns))
  const targetIds = (await targetsOf(db, companyId, scope)).map(({ id }) => id)
  let beyond: Place | undefined
  for (;;) {
    const rows = await readForExport(db, companyId, targetIds, beyond, exportedAtOnce)
    count(rows.length)
    const lines = rows.map((row) => csvLine(importColumns.map((column) => row[column])))
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    beyond = rows.at(-1)
    if (rows.length < exportedAtOnce) return
  }
}
