// The names in the query of an address. One that an operation does not know is refused by its name: a filter that is
// misspelt and passed over would answer everything.
import { isInQuery, type Operation } from '@gatehouse/contract/operation'
import { z } from 'zod'

/** Of a query, the names that the operation has nothing to do with. */
export type UnknownNames = (query: unknown) => string[]

/** Of what is neither read nor deleted all stands in its path and body. */
export const unknownNamesOf = (op: Operation): UnknownNames => {
  const { path, input, freeForm } = op
  if (freeForm) return () => []
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const fields = isInQuery(op) && input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const known = new Set(fields.filter((name) => !inPath.has(name)))
  return (query) =>
    typeof query === 'object' && query !== null ? Object.keys(query).filter((name) => !known.has(name)) : []
}
