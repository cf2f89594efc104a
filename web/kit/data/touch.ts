// What is read again once something has changed: every query that shows the domain of a command that was done or of an
// event that says so. Which those are the contract knows (`shows` and `touches`).
import type { Operation } from '@gatehouse/contract/operation'
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import { shownIn, touching } from 'virtual:registry'

/** `doors.unlock`, `doors.altered` and a key that begins with `doors.list` are of the domain `doors`. */
const domainOf = (name: string): string => name.split('.', 1)[0] ?? ''

/** The events after which their domain is read again. */
export const touchingEvents: ReadonlySet<string> = new Set(touching)

/** Queries whose answers may be others now that the domain of `name` (an operation, an event) has changed. */
export const showing = (name: string): QueryFilters => {
  const domains = shownIn[domainOf(name)] ?? []
  return { predicate: ({ queryKey: [key] }) => typeof key === 'string' && domains.includes(domainOf(key)) }
}

/** Reads again what a command has changed, but for what it has removed. */
export const readAgain = (cache: QueryClient, op: Operation, input: unknown): void => {
  const { predicate = () => true } = showing(op.name)
  const removed = op.method === 'DELETE' || op.removes ? namedIn(op, input) : []
  void cache.invalidateQueries({ predicate: (query) => predicate(query) && !isAbout(query, removed) })
}

/** The values that stand in the address of a call: what it is about. */
const namedIn = (op: Operation, input: unknown): readonly unknown[] => {
  if (typeof input !== 'object' || input === null) return []
  const inPath = new Set([...op.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  return Object.entries(input).flatMap(([name, value]) => (inPath.has(name) ? [value] : []))
}

const isAbout = ({ queryKey: [, input] }: Query, ids: readonly unknown[]): boolean =>
  typeof input === 'object' && input !== null && Object.values(input).some((value) => ids.includes(value))
