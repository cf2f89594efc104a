// The product's table of contents: every operation and event by its one name (`doors.unlock`, `gas.recorded`).
import { readPermission } from './building/devices.ts'
import * as domains from './domains.ts'
import { type DomainFacts, type LiveEvent, needsOf, type Operation, type Sentence } from './operation.ts'
import type { Permission } from './permissions.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'permission' in value

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'shape' in value && 'scope' in value

export type Domain = keyof typeof domains

/** Name to operation, in the order of the domains. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.values(domains).flatMap((exports) =>
    Object.values(exports).flatMap((value) => (isOperation(value) ? [[value.name, value] as const] : [])),
  ),
)

const facts: readonly (readonly [string, DomainFacts])[] = Object.entries(domains).map(([name, { domain }]) => [
  name,
  domain,
])

/** By domain: itself and those whose queries show something of it, which are read again when it is touched. */
export const shownIn: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  facts.map(([domain]) => [
    domain,
    facts.flatMap(([other, { shows = [] }]) =>
      other === domain || shows.some((one) => one === domain) ? [other] : [],
    ),
  ]),
)

/** By domain: what it is called in the activity log. */
export const titles: Readonly<Record<string, string>> = Object.fromEntries(
  facts.map(([name, { title }]) => [name, title]),
)

/** By the name of an action: how the activity log says it. */
export const sentences: Readonly<Record<string, Sentence>> = Object.fromEntries([
  ...[...operations].flatMap(([name, { sentence, sentenceOfEnd }]): (readonly [string, Sentence])[] => [
    ...(sentence ? ([[name, sentence]] as const) : []),
    ...(sentenceOfEnd ? ([[`${name}.ended`, sentenceOfEnd]] as const) : []),
  ]),
  ...facts.flatMap(([domain, { sentences: others = {} }]) =>
    Object.entries(others).map(([name, sentence]) => [`${domain}.${name}`, sentence] as const),
  ),
])

/** Every event that may go to a socket. */
export const liveEvents: readonly LiveEvent[] = Object.values(domains).flatMap((exports) =>
  Object.values(exports).filter(isEvent),
)

/** The events that touch their domain. */
export const touching: readonly string[] = liveEvents.flatMap(({ name, touches }) => (touches ? [name] : []))

/** Every set of permissions an event can ask for: what a socket needs to be sorted by. */
export const eventNeeds: readonly (readonly Permission[])[] = [
  ...new Map(
    liveEvents
      .flatMap(({ permission, also }) =>
        (typeof permission === 'string'
          ? [permission]
          : [...Object.values(readPermission), ...(also === undefined ? [] : [also])]
        ).map((one) => needsOf(one, also)),
      )
      .map((needs) => [needs.join(' '), needs] as const),
  ).values(),
]
