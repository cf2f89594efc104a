// The rules of one company as a decision reads them: people, what they show, the levels they hold, and the doors.
// Plain data, never changed once it is made: a change of any of it is another set.
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { Passback } from '@gatehouse/contract/access/decisions'

/** In milliseconds, from `from` on and before `to`; null: without that end. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

export const always: Period = { from: null, to: null }

export interface Schedule {
  readonly id: string
  readonly name: string
  readonly rules: ScheduleRules
}

export interface Level {
  readonly id: string
  readonly name: string
  /** null: always. */
  readonly schedule: Schedule | null
  readonly doors: ReadonlySet<string>
}

/** One way in which somebody holds a level. */
export interface Holding {
  readonly level: Level
  /** null: by themselves. */
  readonly group: { readonly id: string; readonly name: string } | null
  /** Of the link, and of the membership where there is a group: both have to hold. */
  readonly times: readonly Period[]
  readonly since: number
}

export interface Person {
  readonly id: string
  readonly name: string
  /** Of the account: a suspended one opens no door either. */
  readonly active: boolean
  readonly suspended: boolean
  readonly period: Period
  readonly extended: boolean
  readonly passbackExempt: boolean
  readonly escort: 'none' | 'needed' | 'may escort'
  readonly holdings: readonly Holding[]
}

export interface Pass {
  readonly id: string
  readonly visitor: string
  readonly withdrawn: boolean
  readonly period: Period
  /** null: as often as one likes. */
  readonly uses: number | null
  readonly level: Level | null
  readonly doors: ReadonlySet<string>
  readonly escortNeeded: boolean
}

export interface Credential {
  readonly id: string
  readonly kind: 'card' | 'pin' | 'mobile' | 'pass'
  /** As the store finds it: of a mobile without its code. */
  readonly value: string
  readonly state: 'active' | 'suspended' | 'lost'
  readonly revoked: boolean
  readonly period: Period
  readonly duress: boolean
  /** Whose it is; null for a pass. */
  readonly userId: string | null
  readonly passId: string | null
  /** Of a mobile that is set up. */
  readonly secret: Buffer | null
}

export interface Door {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly driver: string
  readonly timeZone: string
  /** null: outside. */
  readonly fromZoneId: string | null
  readonly toZoneId: string | null
  readonly pulseSeconds: number
  readonly extendedSeconds: number
  readonly decides: 'server' | 'controller'
  readonly pinNeeded: boolean
  readonly passback: Passback
  readonly passbackMinutes: number
}

export interface Rules {
  readonly companyId: string
  readonly people: ReadonlyMap<string, Person>
  readonly passes: ReadonlyMap<string, Pass>
  /** By value. */
  readonly credentials: ReadonlyMap<string, Credential>
  /** By the id of their owner: a person or a pass. */
  readonly credentialsOf: ReadonlyMap<string, readonly Credential[]>
  readonly doors: ReadonlyMap<string, Door>
  /** What PINs are hashed with, in base64; null until the first PIN was given. */
  readonly pinKey: string | null
}

export const within = ({ from, to }: Period, at: number): boolean =>
  (from === null || at >= from) && (to === null || at < to)

/** The time of both. */
export const meet = (a: Period, b: Period): Period => ({
  from: a.from === null || b.from === null ? (a.from ?? b.from) : Math.max(a.from, b.from),
  to: a.to === null || b.to === null ? (a.to ?? b.to) : Math.min(a.to, b.to),
})

/** A person's holdings that have this door. */
export const holdingsOf = (person: Person, doorId: string): Holding[] =>
  person.holdings.filter(({ level }) => level.doors.has(doorId))
