// The least that an operation takes and what an event carries, out of their own schemas: by name, type and format. A new one
// is tried without anybody having to remember it.
import type { LiveEvent, Operation } from '@gatehouse/contract/operation'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'

/** What there is in the company whose data are asked for. */
export interface Ids {
  readonly person: string
  readonly door: string
  readonly zone: string
  readonly log: string
  readonly site: string
}

/** When everything of an example happens. */
export const now = '2026-11-21T03:00:00.000Z'

/** Only what is required; names of ids say which of what there is, and others are of nothing. */
export const exampleInput = (op: Operation, ids: Ids): unknown => {
  // What is removed is nothing that there is: the others are asked about it afterwards.
  const { person, door, zone, site } = op.method === 'DELETE' || op.removes ? nothing() : ids
  const known = {
    userId: person,
    userIds: person,
    doorId: door,
    doorIds: door,
    deviceId: door,
    zoneId: zone,
    siteId: site,
  }
  return exampleOf('', z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }), known)
}

/** About this device, as far as it is about one. */
export const exampleEvent = (event: LiveEvent, device: string): unknown =>
  exampleOf('', z.toJSONSchema(event.shape, { io: 'output', unrepresentable: 'any' }), {
    id: device,
    deviceId: device,
    doorId: device,
    device,
  })

const nothing = (): Ids => ({ person: uuid(), door: uuid(), zone: uuid(), log: uuid(), site: uuid() })

type Schema = z.core.JSONSchema.BaseSchema

type Known = Readonly<Record<string, string>>

const exampleOf = (name: string, schema: Schema, known: Known): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => typeof one === 'object')
  if (options.length > 0) {
    const mayLack = options.some(({ type }) => type === 'null') && !(name in known)
    return mayLack ? null : exampleOf(name, options[0] ?? {}, known)
  }
  const [type] = [schema.type].flat().filter((one) => one !== 'null')
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((field) => {
          const part = schema.properties?.[field]
          return [field, exampleOf(field, typeof part === 'object' ? part : {}, known)]
        }),
      )
    case 'array': {
      const { items, minItems = 0 } = schema
      const item = typeof items === 'object' && !Array.isArray(items) ? items : {}
      return Array.from({ length: minItems }, () => exampleOf(name, item, known))
    }
    case 'integer':
    case 'number':
      return isBounded(schema.minimum) ? schema.minimum : 1
    case 'boolean':
      return false
    default:
      return textOf(name, schema, known)
  }
}

const isBounded = (minimum: number | undefined): minimum is number =>
  minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER

const textOf = (name: string, { format, minLength = 0 }: Schema, known: Known): string => {
  if (format === 'date-time') return now
  if (/email$/i.test(name) || format === 'email') return `${uuid()}@matrix.example`
  return known[name] ?? words()[name] ?? (format === 'uuid' || name === 'id' ? uuid() : 'Matrix'.padEnd(minLength, 'x'))
}

const words = (): Known => ({
  firstName: 'Ada',
  lastName: 'Okafor',
  timeZone: 'Europe/London',
  country: 'GB',
  url: 'https://matrix.example/',
  csv: `email,firstName,lastName\n${uuid()}@matrix.example,Grace,Hopper`,
  password: 'Mauve-lantern-4',
  newPassword: 'Mauve-lantern-4',
  token: 'x'.repeat(43),
  code: '000000',
  name: `Matrix ${uuid()}`,
  title: `Matrix ${uuid()}`,
})
