// The demo's accounts, and the way in for tests that are not about signing in.
import type { csrfToken, User } from '@gatehouse/contract/identity/auth'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import type { APIRequestContext, Page } from '@playwright/test'
import { demoPassword } from './product.ts'

export type Account = 'admin' | 'manager' | 'supervisor' | 'guard' | 'reception' | 'staff' | 'auditor' | 'platform'

export const emailOf = (account: Account) => `${account}@gatehouse.example`

/** The administrator of the other company. */
export const strangerEmail = 'admin@northwind.example'

export interface Signed {
  readonly token: string
  readonly user: User
  /** Asks the server what the page asks it, with the same rights. */
  readonly ask: <Op extends Operation>(op: Op, input: Input<Op>) => Promise<Output<Op>>
}

/** Signs the page's browser in without its sign-in page; whatever is opened next is opened by the account. */
export const enter = (page: Page, account: Account): Promise<Signed> => enterAs(page, emailOf(account))

export const enterAs = async (page: Page, email: string, password = demoPassword): Promise<Signed> => {
  const signed = await signIn(page.request, email, password)
  const { token, user } = signed
  // The smallest thing of our own origin: what is kept there is there before the first page of the application.
  await page.goto('/favicon.svg')
  await page.evaluate((stored) => localStorage.setItem('userInfo', stored), JSON.stringify({ ...user, token }))
  return signed
}

/** For who only asks: without a browser. */
export const signIn = async (request: APIRequestContext, email: string, password: string): Promise<Signed> => {
  const response = await postSignIn(request, email, password)
  const { token, user }: { token: string; user: User } = await response.json()
  return { token, user, ask: (op, input) => ask(request, token, op, input) }
}

export const postSignIn = async (request: APIRequestContext, email: string, password: string) => {
  const { csrfToken: csrf }: Output<typeof csrfToken> = await (await request.get('/api/auth/csrf-token')).json()
  return request.post('/api/auth/signin', { headers: { 'x-csrf-token': csrf }, data: { email, password } })
}

const ask = async <Op extends Operation>(
  request: APIRequestContext,
  token: string,
  { method, path }: Op,
  input: Input<Op>,
): Promise<Output<Op>> => {
  if (method !== 'GET') throw new Error(`${method} ${path} is no question`)
  const given = new Map(Object.entries(isRecord(input) ? input : {}).map(([name, value]) => [name, String(value)]))
  const filled = fill(path, given)
  const response = await request.get(`/api${filled}?${new URLSearchParams([...given])}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Takes out of what is given what the path asks for. */
const fill = (path: string, given: Map<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(given.get(name))
    given.delete(name)
    return encodeURIComponent(value)
  })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What the page of somebody who is signed in would send. */
export const send = async <Op extends Operation>(
  { request }: Pick<Page, 'request'>,
  { token }: Signed,
  { method, path }: Op,
  input: Input<Op>,
): Promise<Output<Op>> => {
  const { csrfToken: csrf }: Output<typeof csrfToken> = await (await request.get('/api/auth/csrf-token')).json()
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': csrf }
  const given = new Map(Object.entries(isRecord(input) ? input : {}))
  const filled = fill(path, given)
  const response = await request.fetch(`/api${filled}`, { method, headers, data: Object.fromEntries(given) })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}
