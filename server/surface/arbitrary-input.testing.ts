// Random inputs for any operation, out of its own schema: what is asked for by type and format, ids and words from
// pools. An operation that is new is drawn without anybody having to remember it.
import type { Operation } from '@gatehouse/contract/operation'
import fc, { type Arbitrary } from 'fast-check'
import { z } from 'zod'

export interface Pools {
  readonly ids: readonly string[]
  readonly words: readonly string[]
}

interface Schema {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** Mostly what the operation takes, now and then something it must refuse. */
export const arbitraryInput = (op: Operation, pools: Pools): Arbitrary<unknown> =>
  arbitraryOf(z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema, pools)

const arbitraryOf = (schema: Schema, pools: Pools): Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf?.length) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, pools)))
  if (schema.allOf?.length) return arbitraryOf(Object.assign({}, ...schema.allOf) as Schema, pools)
  if (schema.properties) return recordOf(schema.properties, schema.required ?? [], pools)
  switch (schema.type) {
    case 'string':
      return textOf(schema.format, pools)
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 200, 200) })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, pools), { maxLength: 3 })
    case 'null':
      return fc.constant(null)
    case 'object':
      return fc.constant({})
    default:
      return textOf(undefined, pools)
  }
}

const recordOf = (properties: Readonly<Record<string, Schema>>, required: readonly string[], pools: Pools) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fieldOf(name, one, pools)])), {
    requiredKeys: [...required],
  })

// What a field is called says more than its type: most ids and names are plain strings to the schema.
const fieldOf = (name: string, schema: Schema, pools: Pools): Arbitrary<unknown> =>
  name.endsWith('permissions')
    ? fc.subarray(['read_doors', 'admin_access', 'manage_users', 'read_staff', 'manage_roles'])
    : /password/i.test(name)
      ? fc.constantFrom('Correct horse 7!', 'Other horse 8!', 'wrong')
      : arbitraryOf(schema, pools)

const textOf = (format: string | undefined, { ids, words }: Pools): Arbitrary<string> => {
  if (format === 'uuid') return fc.constantFrom(...ids)
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: day, max: later }).map((at) => at.toISOString())
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  )
}

const day = new Date('2026-01-01T00:00:00Z')
const later = new Date('2026-12-31T00:00:00Z')
