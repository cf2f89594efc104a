// Staff: everybody who works for the company, and what is known of each. Their cards are given in ../access/credentials.ts.
import { type Permission } from '@gatehouse/contract/permissions'
import * as staff from '@gatehouse/contract/identity/staff'
import { v7 as uuid } from 'uuid'
import type { SortedFilter } from '../../db/sorted.ts'
import { type Db, insertRow, type Store, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import { changes, withChanges } from '../../kit/changes.ts'
import { existing, unlessDuplicate } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { demandInHands } from '../roles/roles.ts'
import {
  readAccess,
  readCredentials,
  readDepartments,
  readInside,
  readMember,
  readPassages,
  readStaff,
  staffList,
} from './staff.sql.ts'

export { addToStaff, type StaffFacts, updateStaff } from './many.sql.ts'

const mostPassages = 50

export const serveStaff = (serve: Serve, store: Store) => {
  const { db } = store

  const memberOf = async (caller: Caller, email: string, on: Db = db) =>
    existing(await readMember(on, companyOf(caller), email), 'This member of staff')

  serve(staff.list, async (wanted, caller) => {
    const companyId = companyOf(caller)
    const rowsOf = (filter: SortedFilter<typeof staff.list>) => readStaff(db, { companyId, ...filter })
    const { page, ...rest } = await staffList.page(wanted, rowsOf, ({ id }) => id)
    const departments = await readDepartments(db, companyId)
    return { staff: page, departments, ...rest }
  })

  serve(staff.details, async ({ email }, caller, call) => {
    call.annotate({ subject: email })
    const companyId = companyOf(caller)
    const member = await memberOf(caller, email)
    const scope = labelScope(caller)
    const passages = (limit: number) => readPassages(store, { companyId, userId: member.id, scope, limit })
    return {
      member: factReaders.some((permission) => can(caller, permission)) ? member : withoutFacts(member),
      credentials: await partFor(caller, 'manage_staff', async () => ({
        credentials: await readCredentials(db, member.id),
      })),
      access: await partFor(caller, 'manage_users', () => readAccess(db, member.id)),
      lastSeen: await partFor(caller, 'read_entry_exit_dashboard', async () => ({
        passage: (await passages(1))[0] ?? null,
        inside: await readInside(db, caller, companyId, member.id),
      })),
      history: await partFor(caller, 'read_entry_exit_report', async () => ({
        passages: await passages(mostPassages),
      })),
    }
  })

  serve(staff.add, async ({ email, firstName, lastName, phone, job, department }, caller, call) => {
    const companyId = companyOf(caller)
    return inTransaction(db, async (tx) => {
      const write = insertRow(tx, 'users', {
        id: uuid(),
        company_id: companyId,
        email,
        first_name: firstName,
        last_name: lastName,
        phone: phone || null,
        job: job || null,
        department: department || null,
      })
      // Not of which company: that is none of the caller's business.
      await unlessDuplicate(write, 'email', 'This email cannot be used: somebody has it already')
      const member = await memberOf(caller, email, tx)
      await call.record(tx, { subject: email, after: factsOf(member) })
      return { member }
    })
  })

  serve(staff.update, ({ email, ...given }, caller, call) =>
    inTransaction(db, async (tx) => {
      const { id } = await memberOf(caller, email, tx)
      await demandInHands(tx, caller, id)
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const before = factsOf(await memberOf(caller, email, tx))
      const { firstName, lastName, phone, job, department } = withChanges(before, given)
      await updateRow(tx, 'users', id, {
        first_name: firstName,
        last_name: lastName,
        phone: phone || null,
        job: job || null,
        department: department || null,
      })
      const member = await memberOf(caller, email, tx)
      await call.record(tx, { subject: email, ...changes(before, factsOf(member)) })
      return { member }
    }),
  )
}

/** Whoever holds one of these reads phone, job and department of a person elsewhere too. */
const factReaders: readonly Permission[] = [
  'read_staff',
  'read_staff_details',
  'manage_staff',
  'manage_users',
  'manage_doors',
]

const withoutFacts = ({ phone: _phone, job: _job, department: _department, ...member }: staff.Member) => member

const factsOf = ({ firstName, lastName, phone, job, department }: staff.Member) => ({
  firstName,
  lastName,
  phone,
  job,
  department,
})

const partFor = async <Part>(caller: Caller, permission: Permission, read: () => Promise<Part>) =>
  can(caller, permission) ? read() : { missing: permission }
