// OpenAPI 3.1 out of the operations: nothing is described twice.
import { neededBy } from '@gatehouse/contract/lack'
import { isInQuery, type Operation } from '@gatehouse/contract/operation'
import { type Permission, permissions } from '@gatehouse/contract/permissions'
import { failure } from '@gatehouse/contract/shapes'
import { z } from 'zod'

type Json = Record<string, unknown>

export const openapi = (served: readonly Operation[], version: string) => {
  const paths: Record<string, Json> = {}
  for (const op of served) {
    const path = `/api${op.path}`
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: describe(op) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version,
      description:
        'Sign in with `POST /api/auth/signin`, then send `Authorization: Bearer <token>`. Writes carry the header ' +
        '`X-CSRF-Token` and its cookie from `GET /api/auth/csrf-token`. Machines send `X-API-Key`.\n\n' +
        'Lists answer `limit` rows and `next`: sent back as `cursor`, it asks for those that follow; null is the end. A list ' +
        'that takes `sort` is sorted by that name, from the last on with `-` before it; a cursor holds in the order that it was ' +
        'given in, and is refused with 422 in another. `total` is how many rows pass the filter, with the first page only.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: { Failure: schemaOf(failure, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

const describe = (op: Operation): Json => {
  const name = op.name
  const inPath = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const input = schemaOf(op.input, 'input')
  const { properties = {}, required = [] } = input
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameter = (key: string, where: string) => ({
    name: key,
    in: where,
    required: where === 'path' || required.includes(key),
    schema: properties[key] ?? { type: 'string' },
  })
  const body = {
    ...input,
    ...(input.properties ? { properties: Object.fromEntries(rest.map((key) => [key, properties[key]])) } : {}),
    ...(input.required ? { required: required.filter((key) => !inPath.includes(key)) } : {}),
  }
  const asQuery = isInQuery(op)
  const needed = neededBy(op)
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: op.summary,
    ...(needed.length > 0 ? { description: `Needs ${needed.map(inWords).join(', ')}.` } : {}),
    ...(op.either ? { description: `Needs ${op.either.map(inWords).join(' or ')}.` } : {}),
    security: securityOf(op),
    parameters: [
      ...inPath.map((key) => parameter(key, 'path')),
      ...(asQuery ? rest.map((key) => parameter(key, 'query')) : []),
    ],
    ...(op.upload
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: fileIn(op.upload.field) } } } }
      : {}),
    ...(asQuery || (rest.length === 0 && input.type === 'object')
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [op.status ?? 200]: {
        description: 'Done',
        content: op.download
          ? { [op.download]: { schema: file } }
          : { 'application/json': { schema: schemaOf(op.output, 'output') } },
      },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const file = { type: 'string', format: 'binary' }
const fileIn = (field: string) => ({ type: 'object', properties: { [field]: file }, required: [field] })

const securityOf = (op: Operation): Json[] => {
  if (op.permission === 'api-key') return [{ apiKey: [] }]
  if (op.permission === 'public') return op.kind === 'command' ? [{ csrf: [] }] : []
  return [op.kind === 'command' ? { session: [], csrf: [] } : { session: [] }]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const inWords = (permission: Permission): string => `\`${permission}\` (${permissions[permission].description})`
