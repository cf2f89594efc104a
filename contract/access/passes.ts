// Visitor passes: a QR code that opens some doors for somebody who is not of the company, for a time.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { bytes, command, query, type DomainFacts } from '../operation.ts'
import { between, id, moment, named, next, page, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Visitor passes', shows: ['access', 'visitors'] }

/** `expired`: its time is over, however often it was used; `used`: it has let in as many times as it may. */
export const passState = z.enum(['issued', 'used', 'expired', 'withdrawn'])
export type PassState = z.output<typeof passState>

/**
 * Where a visit stands, by the day of the site: `expected` now or later; `overdue`: on site past the end; `no-show`: over,
 * and nobody came; `expired`: over, or used up, and nobody is known to be on site.
 */
export const visitState = z.enum(['expected', 'on-site', 'signed-out', 'overdue', 'no-show', 'expired', 'revoked'])
export type VisitState = z.output<typeof visitState>

/** `today`: whose time touches today, and whoever is still on site. */
export const visitDays = z.enum(['today', 'upcoming', 'past'])
export type VisitDays = z.output<typeof visitDays>

export const pass = z.object({
  id,
  visitor: z.string(),
  /** Where the visitor comes from. */
  company: z.string(),
  email: z.string().nullable(),
  note: z.string(),
  host: named.nullable(),
  from: moment,
  to: moment,
  /** How many times it lets in; null: as often as one likes. */
  uses: z.int().nullable(),
  used: z.int(),
  lastUsedAt: moment.nullable(),
  state: passState,
  visit: visitState,
  /** The first entry of the newest day on which the visitor came, by a door or by hand. */
  arrivedAt: moment.nullable(),
  /** The newest exit, where nothing came after it. */
  leftAt: moment.nullable(),
  level: named.nullable(),
  doors: z.array(named),
  escortNeeded: z.boolean(),
  issuedBy: z.string().nullable(),
  issuedAt: moment,
})
export type Pass = z.output<typeof pass>

export const list = query('passes.list', 'GET /passes', 'read_doors', {
  sentence: ['Viewed', 'the visitor passes'],
  summary: 'Visitor passes, the latest first; not those for a door that labels hide from the caller',
  input: page.extend({
    ...sortedBy('visitor', 'host', 'from', 'visit', 'uses'),
    q: search,
    state: passState.optional(),
    visit: visitState.optional(),
    days: visitDays.optional(),
    /** Passes whose time touches this one. */
    ...between,
  }),
  output: z.object({ passes: z.array(pass), next, total }),
  either: ['manage_visitors', 'operate_doors'],
})

export const byId = query('passes.byId', 'GET /passes/{passId}', 'read_doors', {
  sentence: ['Viewed', 'the visitor pass of {}', 'a visitor pass'],
  summary: 'One visitor pass; its code only with manage_visitors',
  output: z.object({
    pass,
    /** What the QR code says; null for who may not issue passes, and of one that opens nothing any more. */
    code: z.string().nullable(),
  }),
  either: ['manage_visitors', 'operate_doors'],
  audit: true,
})

const text = (most: number) => z.string().trim().max(most, 'This is too long').default('')

export const issue = command('passes.issue', 'POST /passes', 'manage_visitors', {
  sentence: ['Issued', 'a visitor pass for {}', 'a visitor pass'],
  summary:
    'Issue a visitor pass; mailed to the visitor where there is an address. Without manage_doors only for doors that the caller may open',
  input: z.object({
    visitor: z.string().trim().min(2, 'Enter the name of the visitor').max(120, 'The name is too long'),
    company: text(120),
    email: z.union([z.literal(''), z.email('Please enter a valid email address.').max(254)]).default(''),
    note: text(300),
    hostId: id.nullable().default(null),
    from: moment,
    to: moment,
    uses: z.int().min(1).max(1000).nullable().default(null),
    levelId: id.nullable().default(null),
    doorIds: z.array(id).max(500).default([]),
    escortNeeded: z.boolean().default(false),
  }),
  output: z.object({ pass, code: z.string() }),
})

export const withdraw = command('passes.withdraw', 'POST /passes/{passId}/withdraw', 'manage_visitors', {
  sentence: ['Withdrew', 'the visitor pass of {}', 'a visitor pass'],
  summary: 'Revoke a visitor pass: it opens nothing from now on',
  input: z.object({ passId: id, reason: z.string().trim().max(300).optional() }),
  output: z.object({ pass }),
})

export const resend = command('passes.resend', 'POST /passes/{passId}/resend', 'manage_visitors', {
  sentence: ['Mailed', 'the visitor pass of {} again', 'a visitor pass again'],
  summary: 'Mail a visitor pass again; the link of the letter before is void',
  output: z.object({ pass }),
  rateLimit: 20,
})

export const shown = query('passes.shown', 'GET /passes/shown/{token}', 'public', {
  sentence: ['Viewed', 'a mailed visitor pass'],
  summary: 'The page of a mailed pass, for the phone or the printer of the visitor',
  input: z.object({ token: z.string().min(20).max(100) }),
  output: bytes,
  download: 'text/html; charset=utf-8',
  rateLimit: 60,
})

/** A pass was issued, used or withdrawn: screens that show passes ask again. */
export const altered = changeEvent('passes.altered', 'read_doors')
