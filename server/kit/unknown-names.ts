// The names in the query of an address. One that an operation does not know is refused by its name: a filter that is
// misspelt and passed over would answer everything.
import type { Operation } from '@gatehouse/contract/operation'
import { z } from 'zod'

/** Of a query, the names that the operation has nothing to do with. */
export type UnknownNames = (query: unknown) => string[]

/** Only what is read has filters; of what changes something all stands in its path and body. */
export const unknownNamesOf = ({ method, path, input, freeForm }: Operation): UnknownNames => {
  if (freeForm) return () => []
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const fields = method === 'GET' && input instanceof z.ZodObject ? Object.keys(input.shape) : []
  const known = new Set(fields.filter((name) => !inPath.has(name)))
  return (query) =>
    typeof query === 'object' && query !== null ? Object.keys(query).filter((name) => !known.has(name)) : []
}
