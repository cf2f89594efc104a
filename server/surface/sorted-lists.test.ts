// Every order that a list of the contract offers, asked for over HTTP: each is read page by page, the one direction is the
// other reversed, and what is no order, or a cursor of another, is refused by the name of the field.
import { operations } from '@gatehouse/contract/contract'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ACompany, aCompany, aDevice, aUser, aZone } from '../testing/building.testing.ts'
import { type ApiClient, type TestServer, sharedServer } from '../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany
let reader: ApiClient

/** What each list answers with, beside the rows themselves. */
const answer = z.looseObject({ next: z.string().nullable() })
const row = z.looseObject({ id: z.string().optional(), person: z.looseObject({ id: z.string() }).optional() })

const fieldsOf = (op: Operation): Readonly<Record<string, z.ZodType>> =>
  op.input instanceof z.ZodObject ? op.input.shape : {}

const ordersOf = (op: Operation): readonly string[] => {
  const { sort } = fieldsOf(op)
  const inner = sort instanceof z.ZodOptional ? sort.unwrap() : undefined
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

const sorted = [...operations.values()].filter((op) => ordersOf(op).length > 0)

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool)
  reader = await server.signedIn(company, { can: allPermissions })
  for (const name of ['Ärger', 'Zoe', 'berg']) {
    await aUser(pool, company)
    await aZone(pool, company, name)
    await aDevice(pool, company, 'door')
  }
})

const pageOf = (op: Operation, more: Readonly<Record<string, unknown>>) => {
  const ids = Object.keys(fieldsOf(op)).filter((name) => op.path.includes(`{${name}}`))
  return reader.try(op, { ...Object.fromEntries(ids.map((name) => [name, company.id])), ...more })
}

/** The rows of a list from its first page to its last, a few at a time. */
const walk = async (op: Operation, sort: string): Promise<string[]> => {
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await pageOf(op, { sort, limit: 7, ...(cursor === undefined ? {} : { cursor }) })
    expect(status, `${op.name} ${sort}`).toBe(200)
    const { next, ...parts } = answer.parse(body)
    const rows = z.array(row).parse(Object.values(parts).find((part) => Array.isArray(part) && part.every(isRow)))
    seen.push(...rows.map(({ id, person }) => id ?? person?.id ?? ''))
    if (next === null || seen.length > 35) return seen
    cursor = next
  }
}

const isRow = (one: unknown): boolean => typeof one === 'object' && one !== null

// Lists of what hangs on something else are read for the page that has it.
const ofTheCompany = sorted.filter((op) => !op.path.includes('{'))

test('there are such lists, each with both directions of every order', () => {
  expect(sorted.length).toBeGreaterThan(10)
  for (const op of sorted) {
    const orders = ordersOf(op)
    const up = orders.filter((order) => !order.startsWith('-'))
    expect(orders.toSorted(), op.name).toEqual([...up, ...up.map((order) => `-${order}`)].toSorted())
  }
})

test.each(ofTheCompany.map((op) => [op.name, op] as const))('%s is read in every order it offers', async (_, op) => {
  for (const order of ordersOf(op).filter((one) => !one.startsWith('-'))) {
    const up = await walk(op, order)
    expect(new Set(up).size, order).toBe(up.length)
    if (up.length <= 35) expect(await walk(op, `-${order}`), order).toEqual(up.toReversed())
  }
})

test.each(ofTheCompany.map((op) => [op.name, op] as const))(
  '%s refuses what is no order, and a cursor of another',
  async (_, op) => {
    const refused = await pageOf(op, { sort: 'password' })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ details: [{ field: 'sort' }] })
    const [one = '', other = ''] = ordersOf(op)
    const { body } = await pageOf(op, { sort: one, limit: 1 })
    const { next } = answer.parse(body)
    if (next === null) return
    const mixed = await pageOf(op, { sort: other, limit: 1, cursor: next })
    expect(mixed.status).toBe(422)
    expect(mixed.body).toMatchObject({ details: [{ field: 'cursor' }] })
  },
)
