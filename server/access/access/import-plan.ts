// People and their access from a CSV file: every line read, compared with what is there, and nothing believed.
import { cleanName } from '@gatehouse/contract/identity/account-rules'
import { setImmediate as breathe } from 'node:timers/promises'
import { firstName, lastName } from '@gatehouse/contract/identity/accounts'
import { type ImportRow, importColumns, type Terms } from '@gatehouse/contract/access/access'
import { email } from '@gatehouse/contract/identity/auth'
import { unguarded } from '@gatehouse/contract/csv-guard'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { columnNamed, headerFaults, type Line as Read, readCsv } from '../../kit/csv.ts'
import { invalid } from '../../kit/errors.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import type { StaffFacts } from '../../identity/staff/staff.ts'
import { readLinks, type Target, targetsOf } from './assign.sql.ts'
import { cannotGive } from './giving.ts'
import { cardsKnown, dayBounds, type Known, peopleKnown } from './import.sql.ts'
import { usualTerms } from './people.sql.ts'

/** Columns, and what stands for "none" in them: a cell that is empty changes nothing. */
export type Column = (typeof importColumns)[number]
const nothing = '-'
const mostRows = 20_000
const linesAtOnce = 250
const between = ';'

type Fault = ImportRow['faults'][number]

/** Of these people, those with whom the caller may not do it: give them a credential, change what is known of them. */
type Beyond = (userIds: readonly string[]) => Promise<ReadonlySet<string>>

interface Importing {
  readonly companyId: string
  readonly scope: LabelScope
  readonly beyond: Beyond
  readonly outOfHands: Beyond
}

export interface Planned {
  readonly row: ImportRow
  /** Of no use while the row has faults. */
  readonly write: {
    readonly staff: StaffFacts
    readonly isNew: boolean
    readonly staffChanged: boolean
    /** null: as they are. */
    readonly terms: Terms | null
    readonly cards: readonly string[]
    readonly given: readonly Target[]
    readonly taken: readonly Target[]
  }
}

export const readPeople = (companyId: string, csv: string): Promise<Read[]> => readCsv(companyId, csv, mostRows)

/** What the file would do, line by line. A file without a usable header has one line: its header. */
export const planImport = async (db: Db, of: Importing, [header, ...records]: readonly Read[]): Promise<Planned[]> => {
  const columns = header?.cells.map((cell) => columnNamed(cell, importColumns)) ?? []
  const faults = headerFaults(columns, importColumns, ['email'])
  if (!header || faults.length > 0) return [headerOnly(faults)]
  if (records.length > mostRows)
    throw invalid([{ field: 'csv', message: `At most ${mostRows.toLocaleString('en')} people at once` }])
  const at = new Map(importColumns.map((column) => [column, columns.indexOf(column)]))
  const lines = records.map(
    ({ line, cells }): Line => ({
      line,
      tooMany: cells.length > columns.length,
      text: (column: Column) => textOf(column, unguarded((cells[at.get(column) ?? -1] ?? '').trim())),
    }),
  )
  const look = await lookUp(db, of, lines)
  const planned: Planned[] = []
  for (const line of lines) {
    planned.push(planLine(look, line))
    // Others wait no longer for a large file than for a small one.
    if (planned.length % linesAtOnce === 0) await breathe()
  }
  return planned
}

/** Refused as a whole while anything is wrong with it. */
export const demandImportable = (planned: readonly Planned[]): void => {
  const faults = planned.flatMap(({ row }) =>
    row.faults.map(({ field, message }) => ({ field: `line ${row.line}: ${field}`, message })),
  )
  if (faults.length > 0) throw invalid(faults.slice(0, 100))
  if (planned.length === 0) throw invalid([{ field: 'csv', message: 'There is nobody in this file' }])
}

/** What is in the store already of what the lines name. */
const lookUp = async (db: Db, { companyId, scope, beyond, outOfHands }: Importing, lines: readonly Line[]) => {
  const addresses = lines.map(({ text }) => text('email').toLowerCase())
  const cards = lines.flatMap(({ text }) => listed(text('card')))
  const days = lines.flatMap(({ text }) => [text('from'), text('to')]).filter(isDay)
  const known = await peopleKnown(db, addresses)
  const own = [...known.values()].filter((person) => person.companyId === companyId).map(({ id }) => id)
  const targets = await targetsOf(db, companyId, scope)
  return {
    companyId,
    known,
    cards: await cardsKnown(db, companyId, cards),
    /** Whose credentials open what the caller may not. */
    beyond: await beyond(own),
    /** Who hold more than the caller. */
    outOfHands: await outOfHands(own),
    targets: new Map(targets.map((target) => [`${target.of} ${target.name.toLowerCase()}`, target])),
    links: await readLinks(db, null, own),
    /** The first moment of a day and of the day after it, where the company is. */
    days: await dayBounds(db, companyId, days),
    /** Where each address and each card came first. */
    firstLine: new Map<string, number>(),
    cardsGiven: new Map<string, number>(),
  }
}

type Look = Awaited<ReturnType<typeof lookUp>>

interface Line {
  readonly line: number
  readonly tooMany: boolean
  readonly text: (column: Column) => string
}

const planLine = (look: Look, { line, tooMany, text }: Line): Planned => {
  const faults: Fault[] = []
  const changes: string[] = []
  const fault = (field: string, message: string) => void faults.push({ field, message })
  const address = text('email').toLowerCase()
  const known = look.known.get(address)
  const isNew = known === undefined
  check(email, 'email', text('email'), fault)
  const first = look.firstLine.get(address)
  if (address !== '' && first !== undefined) fault('email', `The same address as in line ${first}`)
  else look.firstLine.set(address, line)
  if (known && known.companyId !== look.companyId) fault('email', 'This email cannot be used: somebody has it already')
  const staff = staffOf(known, text)
  if (isNew || text('firstName') !== '') check(firstName, 'firstName', staff.firstName, fault)
  if (isNew || text('lastName') !== '') check(lastName, 'lastName', staff.lastName, fault)
  for (const column of ['job', 'department'] as const) check(shortText, column, text(column), fault)
  const staffChanged =
    known !== undefined && (['firstName', 'lastName', 'job', 'department'] as const).some((f) => staff[f] !== known[f])
  if (staffChanged) changes.push('name, job or department')
  if (staffChanged && look.outOfHands.has(known.id))
    fault('email', 'This person may do what you may not: their name, job and department are for others to change')
  const terms = termsIn(look, known?.terms ?? usualTerms, text, fault)
  if (terms.changed.length > 0) changes.push(...terms.changed)
  const cards = cardsIn(look, known, line, text('card'), fault)
  changes.push(...cards.map((card) => `card ${card}`))
  const groups = targetsIn(look, 'group', 'groups', known, text('groups'), fault)
  const levels = targetsIn(look, 'level', 'levels', known, text('levels'), fault)
  const given = [...groups.given, ...levels.given]
  const removed = [...groups.taken, ...levels.taken]
  changes.push(...given.map(nameOf), ...removed.map((target) => `no longer ${nameOf(target)}`))
  if (tooMany) fault('line', 'There are more values than columns')
  const outcome = faults.length > 0 ? 'error' : isNew ? 'new' : changes.length > 0 ? 'changed' : 'same'
  return {
    row: { line, email: text('email'), name: `${staff.firstName} ${staff.lastName}`.trim(), outcome, changes, faults },
    write: {
      staff,
      isNew,
      staffChanged,
      terms: terms.changed.length > 0 ? terms.now : null,
      cards,
      given,
      taken: removed,
    },
  }
}

const namesOfPeople: readonly Column[] = ['firstName', 'lastName', 'job', 'department']
const textOf = (column: Column, cell: string): string => (namesOfPeople.includes(column) ? cleanName(cell) : cell)

const nameOf = ({ of, name }: Target) => `${of} ${name}`
const shortText = z.string().max(120, 'This is too long')

const check = (schema: z.ZodType, field: string, value: string, fault: (field: string, message: string) => void) => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) fault(field, parsed.error.issues[0]?.message ?? 'Wrong value')
}

const staffOf = (known: Known | undefined, text: Line['text']): StaffFacts => {
  const or = (column: 'job' | 'department') => {
    const cell = text(column)
    return cell === '' ? (known?.[column] ?? null) : cell === nothing ? null : cell
  }
  return {
    id: known?.id ?? uuid(),
    email: known?.email ?? text('email'),
    firstName: text('firstName') || (known?.firstName ?? ''),
    lastName: text('lastName') || (known?.lastName ?? ''),
    job: or('job'),
    department: or('department'),
  }
}

/** The names of a cell; none of what says none. */
const listed = (cell: string): string[] =>
  cell === nothing
    ? []
    : cell
        .split(between)
        .map((part) => part.trim())
        .filter((part) => part !== '')

const cardsIn = (
  look: Look,
  known: Known | undefined,
  line: number,
  cell: string,
  fault: (field: string, message: string) => void,
): string[] =>
  [...new Set(listed(cell))].filter((number) => {
    if (!/^\d{4,20}$/.test(number)) {
      fault('card', `${number.slice(0, 30)} is no card number: 4 to 20 digits`)
      return false
    }
    const before = look.cardsGiven.get(number)
    if (before !== undefined) {
      fault('card', `The card ${number} is given in line ${before} as well`)
      return false
    }
    look.cardsGiven.set(number, line)
    const card = look.cards.get(number)
    if (!card && known && look.beyond.has(known.id)) {
      fault('card', cannotGive)
      return false
    }
    if (!card) return true
    if (card.revoked || card.userId !== known?.id) fault('card', `The card ${number} has been given out before`)
    return false
  })

/** A cell that names some says which of those it is, of all that the caller may give. */
const targetsIn = (
  look: Look,
  of: Target['of'],
  field: string,
  known: Known | undefined,
  cell: string,
  fault: (field: string, message: string) => void,
): { given: Target[]; taken: Target[] } => {
  if (cell === '') return { given: [], taken: [] }
  const wanted = new Set<Target>()
  for (const name of listed(cell)) {
    const target = look.targets.get(`${of} ${name.toLowerCase()}`)
    if (target) wanted.add(target)
    else fault(field, `There is no ${of} ${name.slice(0, 80)} that you may give`)
  }
  const has = (target: Target) => known !== undefined && look.links.has(`${of} ${target.id} ${known.id}`)
  return {
    given: [...wanted].filter((target) => !has(target)),
    taken: [...look.targets.values()].filter((target) => target.of === of && !wanted.has(target) && has(target)),
  }
}

const escorts = ['none', 'needed', 'may escort'] as const

const termsIn = (
  look: Look,
  before: Terms,
  text: Line['text'],
  fault: (field: string, message: string) => void,
): { now: Terms; changed: string[] } => {
  const moment = (column: 'from' | 'to'): string | null => {
    const cell = text(column)
    if (cell === '') return before[column]
    if (cell === nothing) return null
    // A day counts as a whole: to the end of the last.
    if (isDay(cell)) return look.days.get(cell)?.[column === 'from' ? 'begins' : 'ends'] ?? null
    const parsed = z.iso.datetime({ offset: true }).safeParse(cell)
    if (parsed.success) return new Date(cell).toISOString()
    fault(column, 'Please give a day (2026-05-01) or a time in ISO 8601 (2026-05-01T12:00:00Z)')
    return null
  }
  const yes = (column: 'suspended' | 'extendedTime'): boolean => {
    const cell = text(column).toLowerCase()
    if (cell === '') return before[column]
    if (['yes', 'true', '1'].includes(cell)) return true
    if (!['no', 'false', '0', nothing].includes(cell)) fault(column, 'Please say yes or no')
    return false
  }
  const escort = escorts.find((one) => one === text('escort').toLowerCase())
  if (text('escort') !== '' && !escort) fault('escort', `One of these: ${escorts.join(', ')}`)
  const now: Terms = {
    ...before,
    from: moment('from'),
    to: moment('to'),
    suspended: yes('suspended'),
    extendedTime: yes('extendedTime'),
    escort: escort ?? before.escort,
  }
  if (now.from !== null && now.to !== null && now.to <= now.from) fault('to', 'The end must lie after the beginning')
  const fields = ['from', 'to', 'suspended', 'extendedTime', 'escort'] as const
  const changed = fields.filter((field) => now[field] !== before[field]).map((f) => `${words[f]} ${worded(now[f])}`)
  return { now, changed }
}

const worded = (value: string | boolean | null): string =>
  value === null ? 'open' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : value

const words = {
  from: 'from',
  to: 'to',
  suspended: 'suspended:',
  extendedTime: 'extended time:',
  escort: 'escort:',
} as const

/** `2026-05-01`, and one that there is. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text && text >= '0001'

const headerOnly = (faults: Fault[]): Planned => ({
  row: { line: 1, email: '', name: '', outcome: 'error', changes: [], faults },
  write: {
    staff: { id: uuid(), email: '', firstName: '', lastName: '', job: null, department: null },
    isNew: true,
    staffChanged: false,
    terms: null,
    cards: [],
    given: [],
    taken: [],
  },
})
