// People from a CSV file: every line read, every fault of every line named, and nothing believed.
import { firstName, lastName } from '@gatehouse/contract/identity/accounts'
import { email } from '@gatehouse/contract/identity/auth'
import { isPermission, missing } from '@gatehouse/contract/permissions'
import { type ImportRow, importColumns } from '@gatehouse/contract/identity/users'
import { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { columnNamed, headerFaults, type Line, readCsv } from '../../kit/csv.ts'
import { invalid } from '../../kit/errors.ts'
import type { Giver } from '../labels/labels.ts'
import type { Invitee } from './invitations.ts'
import { addressFaults } from './known-addresses.sql.ts'

const mostRows = 1000
const mostDetails = 100
const needed: readonly string[] = importColumns.slice(0, 3)

type Column = (typeof importColumns)[number]
type Fault = ImportRow['faults'][number]

export interface Planned {
  readonly row: ImportRow
  /** Of no use while the row has faults. */
  readonly invitee: Omit<Invitee, 'companyId' | 'inviter'>
}

export const readPeople = (companyId: string, csv: string): Promise<Line[]> => readCsv(companyId, csv, mostRows)

/** What the file would do, line by line. A file without a usable header has one line: its header. */
export const planImport = async (db: Db, giver: Giver, [header, ...records]: readonly Line[]): Promise<Planned[]> => {
  const columns = header?.cells.map((cell) => columnNamed(cell, importColumns)) ?? []
  const faults = headerFaults(columns, importColumns, needed)
  if (!header || faults.length > 0) return [headerOnly(faults)]
  if (records.length > mostRows)
    throw invalid([{ field: 'csv', message: `At most ${mostRows.toLocaleString('en')} people at once` }])
  const lines = records.map(({ line, cells }) => ({
    line,
    tooMany: cells.length > columns.length,
    text: (column: Column) => (cells[columns.indexOf(column)] ?? '').trim(),
  }))
  const addresses = lines.map(({ text }) => text('email').toLowerCase())
  const inUse = await addressFaults(db, giver.companyId, addresses)
  const offers = await offersOf(db, giver)
  return lines.map(({ line, tooMany, text }, i) => {
    const address = addresses[i] ?? ''
    const roles = chosen('roles', text('roles'), offers.roles)
    const labels = chosen('labels', text('labels'), offers.labels)
    const first = addresses.indexOf(address)
    const found = [
      ...ruleFaults(text),
      ...(first < i && address !== ''
        ? [{ field: 'email', message: `The same address as in line ${lines[first]?.line ?? 0}` }]
        : []),
      ...(inUse.has(address) ? [{ field: 'email', message: inUse.get(address) ?? '' }] : []),
      ...roles.faults,
      ...labels.faults,
      ...(tooMany ? [{ field: 'line', message: 'There are more values than columns' }] : []),
    ]
    return {
      row: { line, email: text('email'), name: `${text('firstName')} ${text('lastName')}`.trim(), faults: found },
      invitee: {
        email: text('email'),
        firstName: text('firstName'),
        lastName: text('lastName'),
        job: text('job'),
        department: text('department'),
        roleIds: roles.ids,
        labelIds: labels.ids,
      },
    }
  })
}

/** Refused as a whole while anything is wrong with it. */
export const demandImportable = (planned: readonly Planned[]): Planned['invitee'][] => {
  const faults = planned.flatMap(({ row }) =>
    row.faults.map(({ field, message }) => ({ field: `line ${row.line}: ${field}`, message })),
  )
  if (faults.length > 0) throw invalid(faults.slice(0, mostDetails))
  if (planned.length === 0) throw invalid([{ field: 'csv', message: 'There is nobody in this file' }])
  return planned.map(({ invitee }) => invitee)
}

const headerOnly = (faults: Fault[]): Planned => ({
  row: { line: 1, email: '', name: '', faults },
  invitee: { email: '', firstName: '', lastName: '', roleIds: [], labelIds: [] },
})

const rules = { email, firstName, lastName, job: z.string().max(120), department: z.string().max(120) }

const ruleFaults = (text: (column: Column) => string): Fault[] =>
  (['email', 'firstName', 'lastName', 'job', 'department'] as const).flatMap((field) => {
    const parsed = rules[field].safeParse(text(field))
    return parsed.success ? [] : [{ field, message: parsed.error.issues[0]?.message ?? 'Wrong value' }]
  })

interface Offer {
  readonly id: string
  readonly givable: boolean
}

/** Roles and labels of the company by name in lower case, and which of them may be given. */
const offersOf = async (db: Db, giver: Giver): Promise<Record<'roles' | 'labels', Map<string, Offer>>> => {
  const { companyId } = giver
  const roles = await db
    .selectFrom('role')
    .select(['id', 'name', 'permissions'])
    .where((eb) => eb.or([eb('company_id', '=', companyId), eb('company_id', 'is', null)]))
    .execute()
  const labels = await db.selectFrom('label').select(['id', 'name']).where('company_id', '=', companyId).execute()
  const had = await db.selectFrom('user_label').select('label_id').where('user_id', '=', giver.userId).execute()
  const own = new Set(had.map((row) => row.label_id))
  const all = giver.permissions.has('admin_access')
  return {
    roles: new Map(
      roles.map(({ id, name, permissions }) => [
        name.toLowerCase(),
        { id, givable: missing(giver.permissions, permissions.filter(isPermission)).length === 0 },
      ]),
    ),
    labels: new Map(labels.map(({ id, name }) => [name.toLowerCase(), { id, givable: all || own.has(id) }])),
  }
}

const chosen = (field: 'roles' | 'labels', names: string, offers: ReadonlyMap<string, Offer>) => {
  const ids: string[] = []
  const faults: Fault[] = []
  const what = field === 'roles' ? 'role' : 'label'
  for (const name of names.split(';').map((part) => part.trim())) {
    if (name === '') continue
    const offer = offers.get(name.toLowerCase())
    if (!offer) faults.push({ field, message: `There is no ${what} ${name}` })
    else if (!offer.givable) faults.push({ field, message: `You may not give the ${what} ${name}` })
    else ids.push(offer.id)
  }
  return { ids: [...new Set(ids)], faults }
}
