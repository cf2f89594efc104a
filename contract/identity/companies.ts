// Companies: one's own, every one for who looks after the installation, requests to join, and what security they ask for.
import { z } from 'zod'
import { companyName, timeZone } from './accounts.ts'
import { email, user } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { changesTo, id, moment, next, page, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Companies', shows: ['users'] }

const optionalText = (most: number) => z.string().trim().max(most).nullable().default(null)

const facts = {
  name: companyName,
  timeZone,
  country: optionalText(2),
  address: optionalText(300),
  phone: optionalText(30),
  website: z
    .union([
      z.null(),
      z.literal('').transform(() => null),
      z.url({ protocol: /^https?$/, error: 'Enter a web address' }).max(300),
    ])
    .default(null),
}

export const company = z.object({
  id,
  name: z.string(),
  timeZone: z.string(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** What its writers publish is on the public blog of the installation; otherwise nobody else sees it. */
  publishes: z.boolean(),
  createdAt: moment,
  people: z.int(),
  sites: z.int(),
  devices: z.int(),
})
export type Company = z.output<typeof company>

const detailed = z.object({
  company,
  administrators: z.array(
    z.object({ id, displayName: z.string(), email: z.string(), profilePicture: z.string().nullable() }),
  ),
  sites: z.array(
    z.object({ id, name: z.string(), timeZone: z.string(), floors: z.int(), zones: z.int(), devices: z.int() }),
  ),
})

export const list = query('companies.list', 'GET /companies', 'manage_companies', {
  sentence: ['Viewed', 'the list of companies'],
  summary: 'Every company of this installation by name',
  input: page.extend({
    ...sortedBy('name', 'country', 'timeZone', 'people', 'sites', 'devices', 'createdAt'),
    search,
  }),
  output: z.object({ companies: z.array(company), next, total }),
})

export const create = command('companies.create', 'POST /companies', 'manage_companies', {
  sentence: ['Added', 'the company {}', 'a company'],
  summary: 'Add a company and invite its first administrator',
  input: z.object({
    ...facts,
    adminEmail: email,
    adminFirstName: z.string().trim().min(2).max(255),
    adminLastName: z.string().trim().min(2).max(255),
  }),
  output: z.object({ company }),
})

export const byName = query('companies.byName', 'GET /company/by-name/{name}', 'read_company_details', {
  sentence: ['Viewed', 'the company {}', 'a company'],
  summary: 'A company in full: one’s own, or any with `manage_companies`',
  input: z.object({ name: z.string().min(1).max(200) }),
  output: detailed,
})

export const mine = query('companies.mine', 'GET /company', 'read_company', {
  sentence: ['Viewed', 'the company'],
  summary: 'The company one is in',
  output: detailed,
})

export const update = command('companies.update', 'PUT /company', 'manage_settings', {
  sentence: ['Changed', 'the facts of the company {}', 'the facts of the company'],
  summary: 'Change the facts of the company one is in',
  input: z.object(changesTo(facts)),
  output: z.object({ company }),
})

export const switchTo = command('companies.switchTo', 'POST /companies/{companyId}/switch', 'manage_companies', {
  sentence: ['Switched', 'to the company {}', 'to another company'],
  summary: 'Be in another company, in this session',
  touches: false,
  output: z.object({ token: z.string(), user }),
})

export const setPublishing = command(
  'companies.setPublishing',
  'PUT /companies/{companyId}/publishing',
  'manage_companies',
  {
    sentence: ['Changed', 'whether {} may publish', 'whether a company may publish'],
    summary: 'Allow a company to publish on the public blog, or take all that it has published out of sight',
    input: z.object({ companyId: id, publishes: z.boolean() }),
    output: z.object({ company }),
  },
)

// What a company asks of its people's security ------------------------------------------------------------------------

export const policy = z.object({
  /** `composition`: four of five criteria, as specified. `length`: 15 characters, of any kind. */
  password: z.enum(['composition', 'length']),
  /** `strong`: an app or a passkey; a code by e-mail is not enough. */
  secondFactor: z.enum(['none', 'any', 'strong']),
  /** `split`: what the browser's scripts can read of the token opens nothing without a cookie that they cannot. */
  token: z.enum(['stored', 'split']),
})
export type Policy = z.output<typeof policy>
export const defaultPolicy: Policy = { password: 'composition', secondFactor: 'none', token: 'stored' }

export const myPolicy = query('companies.myPolicy', 'GET /company/policy', 'manage_security', {
  sentence: ['Viewed', 'the security policy of the company'],
  summary: 'The security policy of the company',
  output: z.object({ policy }),
})

export const setPolicy = command('companies.setPolicy', 'PUT /company/policy', 'manage_security', {
  sentence: ['Changed', 'the security policy of {}', 'the security policy of the company'],
  summary: 'Choose it. Who does not meet it is asked to at the next sign-in',
  input: policy,
  output: z.object({ policy }),
})

// Requests to join ----------------------------------------------------------------------------------------------------

export const joinRequest = z.object({
  id,
  person: z.object({ id, displayName: z.string(), email: z.string(), verified: z.boolean() }),
  message: z.string(),
  createdAt: moment,
})
export type JoinRequest = z.output<typeof joinRequest>

export const requestToJoin = command('companies.requestToJoin', 'POST /company/join-requests', 'signed-in', {
  sentence: ['Asked', 'to join {}', 'to join a company'],
  summary: 'Ask to join a company, by its exact name. The answer is the same when there is none',
  input: z.object({
    company: z.string().trim().min(1, 'Enter the name of your company').max(120),
    message: z.string().trim().max(500).default(''),
  }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  rateLimit: 10,
})

export const joinRequests = query('companies.joinRequests', 'GET /company/join-requests', 'manage_users', {
  sentence: ['Viewed', 'the requests to join'],
  summary: 'Requests to join the company that wait for a decision',
  output: z.object({ requests: z.array(joinRequest) }),
})

export const decideJoinRequest = command(
  'companies.decideJoinRequest',
  'POST /company/join-requests/{requestId}',
  'manage_users',
  {
    sentence: ['Answered', 'the request of {} to join', 'a request to join'],
    summary: 'Approve a request to join, with roles that the caller may give, or decline it',
    input: z.object({
      requestId: id,
      decision: z.enum(['approve', 'decline']),
      roleIds: z.array(id).max(20).default([]),
    }),
  },
)
