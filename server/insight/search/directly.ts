// What is found by what it is for, beside the index: what may be done to a door, by its name or by the word alone, and whose
// card it is that has a number.
import type { SearchResult } from '@gatehouse/contract/insight/search'
import type { Permission } from '@gatehouse/contract/permissions'
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { holding } from './seeker.ts'

const mostDirect = 10

/** The door that is meant, empty where every door may be; null: nothing is to be unlocked. */
export const doorToUnlock = (q: string): string | null => {
  const found = /^unlock(?:\s+(.*))?$/i.exec(q.trim())
  return found && (found[1] ?? '')
}

/** Leads to the question, and does nothing by itself. */
export const unlocking = (doors: readonly SearchResult[]): SearchResult[] =>
  doors
    .filter(({ type }) => type === 'door')
    .slice(0, mostDirect)
    .map(({ id, title, description, path }) => ({
      id: `unlock ${id}`,
      type: 'command',
      title: `Unlock ${title}`,
      description,
      priority: 'medium',
      path: `${path}?ask=unlock`,
      requiredPermissions: ['read_doors', 'operate_doors'],
    }))

/** Of a card number whole, or its last digits; fewer than four say nothing. */
const digitsOf = (q: string): string | undefined => /^(?:card[\s:]*)?0*(\d{4,20})$/i.exec(q.trim())?.[1]

interface CardRow {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly userId: string
  readonly email: string
  readonly name: string
}

interface CardPage {
  readonly needed: readonly Permission[]
  readonly pathOf: (person: Pick<CardRow, 'userId' | 'email'>) => string
}

/** Where cards are looked after. */
const pages: readonly CardPage[] = [
  { needed: ['manage_doors', 'manage_staff'], pathOf: ({ userId }) => `/door-management/people?person=${userId}` },
  {
    needed: ['read_staff_details', 'manage_staff'],
    pathOf: ({ email }) => `/staff/${encodeURIComponent(email)}`,
  },
]

/** Whose cards end like that; the whole number first. For who looks after credentials. */
export const findCards = async (db: Db, caller: Caller, q: string): Promise<SearchResult[]> => {
  const digits = digitsOf(q)
  const page = pages.find(({ needed }) => needed.every((permission) => can(caller, permission)))
  if (digits === undefined || caller.companyId === null || !page) return []
  const rows = await rowsOf<CardRow>(db)`
    select c.id, substr(c.value, 6) as number, c.state, u.id as "userId", u.email,
      coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name
    from credential c join users u on u.id = c.user_id
    where c.company_id = ${caller.companyId} and u.company_id = c.company_id and c.kind = 'card' and c.revoked_at is null
      and c.value like ${holding(digits).slice(0, -1)}
    order by length(ltrim(substr(c.value, 6), '0')), name, c.id limit ${mostDirect}
  `
  return rows.map(({ id, number, state, name, ...person }) => ({
    id: `card ${id}`,
    type: 'person',
    title: name,
    description: [`Card ${number}`, ...(state === 'active' ? [] : [state])].join(' · '),
    priority: 'medium',
    path: page.pathOf(person),
    requiredPermissions: [...page.needed],
  }))
}
