// What is found by what it is for, beside the index: what may be done to a door, by its name or by the word alone, to whom
// access may be given, whose card it is that has a number, and what carries devices.
import { personPath } from '@gatehouse/contract/identity/person-path'
import type { SearchResult } from '@gatehouse/contract/insight/search'
import type { Permission } from '@gatehouse/contract/permissions'
import { type Db, rowsOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { fold } from '../../kit/folded-words.ts'
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

/** The person who is meant; null: nobody is to be given access. */
export const personToAdmit = (q: string): string | null => /^give access(?: to)?\s+(.+)$/i.exec(q.trim())?.[1] ?? null

export const admits: readonly Permission[] = ['manage_doors', 'read_staff_details']

/** Leads to the choice of levels, and does nothing by itself. */
export const admitting = (people: readonly SearchResult[]): SearchResult[] =>
  people
    .filter(({ type }) => type === 'person')
    .slice(0, mostDirect)
    .map(({ id, title, description, path }) => ({
      id: `access ${id}`,
      type: 'command',
      title: `Give access to ${title}`,
      description,
      priority: 'medium',
      path: `${path}?tab=access&change=levels`,
      requiredPermissions: [...admits],
    }))

/** Of a card number whole, or its last digits; fewer than four say nothing. */
const digitsOf = (q: string): string | undefined => /^(?:card[\s:]*)?0*(\d{4,20})$/i.exec(q.trim())?.[1]

interface CardRow {
  readonly id: string
  readonly number: string
  readonly state: string
  readonly email: string
  readonly name: string
}

/** Who looks after cards: these together. */
const cardKeepers: readonly (readonly Permission[])[] = [
  ['manage_doors', 'manage_staff'],
  ['read_staff_details', 'manage_staff'],
]

/** Whose cards end like that; the whole number first. For who looks after credentials. */
export const findCards = async (db: Db, caller: Caller, q: string): Promise<SearchResult[]> => {
  const digits = digitsOf(q)
  const needed = cardKeepers.find((permissions) => permissions.every((permission) => can(caller, permission)))
  if (digits === undefined || caller.companyId === null || !needed) return []
  const rows = await rowsOf<CardRow>(db)`
    select c.id, substr(c.value, 6) as number, c.state, u.email,
      coalesce(u.display_name, u.first_name || ' ' || u.last_name) as name
    from credential c join users u on u.id = c.user_id
    where c.company_id = ${caller.companyId} and u.company_id = c.company_id and c.kind = 'card' and c.revoked_at is null
      and c.value like ${holding(digits).slice(0, -1)}
    order by length(ltrim(substr(c.value, 6), '0')), name, c.id limit ${mostDirect}
  `
  return rows.map(({ id, number, state, name, email }) => ({
    id: `card ${id}`,
    type: 'person',
    title: name,
    description: [`Card ${number}`, ...(state === 'active' ? [] : [state])].join(' · '),
    priority: 'medium',
    path: personPath(email, { tab: 'credentials' }),
    requiredPermissions: [...needed],
  }))
}

interface GatewayRow {
  readonly username: string
  readonly topics: readonly string[]
  readonly devices: number | null
}

/** Those that hold every word in their name, their topics or what they are. For who looks after what sends. */
export const findGateways = async (db: Db, caller: Caller, words: readonly string[]): Promise<SearchResult[]> => {
  if (words.length === 0 || caller.companyId === null || !can(caller, 'manage_integrations')) return []
  const rows = await rowsOf<GatewayRow>(db)`
    select username, topics, cardinality(keys) as devices from mqtt_credential
    where company_id = ${caller.companyId} and device_id is null order by username
  `
  return rows
    .filter(({ username, topics }) => {
      const text = fold([username, 'gateway', ...topics].join(' '))
      return words.every((word) => text.includes(word))
    })
    .slice(0, mostDirect)
    .map(({ username, topics, devices }) => ({
      id: `gateway ${username}`,
      type: 'device',
      title: username,
      description: [
        'Gateway',
        devices === null ? 'Every device' : `${devices} ${devices === 1 ? 'device' : 'devices'}`,
        ...topics,
      ].join(' · '),
      priority: 'medium',
      path: `/settings/integrations/gateways?q=${encodeURIComponent(username)}`,
      requiredPermissions: ['manage_integrations'],
    }))
}
