// Logs that are no record of commands: of the ways of signing in, and of the server itself.
import * as logs from '@gatehouse/contract/record/logs'
import { type Db, firstOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { readSignIns } from './sign-ins.sql.ts'
import { readSystemLine, readSystemLines } from './system-log.sql.ts'

export { createSystemLog } from './system-log.ts'

export const serveLogs = (serve: Serve, db: Db) => {
  serve(logs.signIns, async (wanted, { companyId }) => {
    if (!companyId) return { signIns: [], next: null }
    const { page, next } = await timeCursor.read(wanted, (filter) => readSignIns(db, companyId, filter), keyOf)
    return { signIns: page, next }
  })

  serve(logs.systemLines, async (wanted, caller) => {
    if (!(await seesInstallation(db, caller))) throw ofTheInstallation()
    const { page, next } = await timeCursor.read(wanted, (filter) => readSystemLines(db, filter), keyOf)
    return { lines: page, next }
  })

  serve(logs.systemLineById, async ({ id }, caller) => {
    if (!(await seesInstallation(db, caller))) throw ofTheInstallation()
    const line = existing(await readSystemLine(db, id), 'This line')
    return { line }
  })
}

/**
 * Whether somebody may look at what belongs to no company: who manages all of them, and the administrators of the only
 * one there is. The demo's companies count where there is no other. docs/decisions/0025-the-system-log-belongs-to-the-installation.md
 */
export const seesInstallation = async (db: Db, caller: Caller): Promise<boolean> => {
  if (can(caller, 'manage_companies')) return true
  if (!can(caller, 'admin_access') || !caller.companyId) return false
  const found = await firstOf<{ real: number; own: boolean }>(db)`
    select count(*) filter (where not demo and not tour)::int as real,
      coalesce(bool_or(id = ${caller.companyId} and not tour and not demo), false) as own
    from company
  `
  return found !== undefined && (found.real === 0 || (found.real === 1 && found.own))
}

// As if there were none: which permission an operation needs is said by the operation, and this is no matter of one.
const ofTheInstallation = () =>
  new Refusal(
    404,
    'NOT_FOUND',
    'The system log belongs to the installation: it is shown to who manages all its companies.',
  )

const keyOf = ({ at, id }: { readonly at: string; readonly id: string }) => ({ at, id })
