// Who may go where in a demo building, and when: what an administrator would have set up. Plain data; names refer to
// names, keys to the doors and people of the world.

/** `06:30`, `24:00`: wall times of the site. */
export interface Range {
  readonly from: string
  readonly to: string
}

export interface DoorGroup {
  readonly name: string
  readonly description: string
  readonly doors: readonly string[]
}

export interface HolidayCalendar {
  readonly name: string
  readonly days: readonly { readonly date: string; readonly yearly: boolean; readonly name: string }[]
}

export interface Schedule {
  readonly name: string
  readonly description: string
  /** Seven days, Monday first. */
  readonly week: readonly (readonly Range[])[]
  readonly exceptions?: readonly { readonly date: string; readonly name: string; readonly ranges: readonly Range[] }[]
  readonly calendar?: string
  readonly onHolidays: 'closed' | 'as-usual' | 'ranges'
  readonly holidayRanges?: readonly Range[]
}

/** A door stands unlocked while the schedule is open. */
export interface DoorSchedule {
  readonly schedule: string
  readonly door: string
  readonly firstPersonIn: boolean
}

export interface AccessGroup {
  readonly name: string
  readonly description: string
  /** By e-mail. */
  readonly people: readonly string[]
}

export interface AccessLevel {
  readonly name: string
  readonly description: string
  /** null: always. */
  readonly schedule: string | null
  readonly doorGroups: readonly string[]
  readonly doors: readonly string[]
  readonly groups: readonly string[]
  readonly people: readonly string[]
}

export interface DoorTerms {
  readonly pulse?: number
  readonly openTooLong?: number
  readonly reasonAsked?: 'never' | 'hold' | 'always'
  readonly watchedBy?: 'controller' | 'server'
  /** Its controller asks the server about everybody; else it decides by the list it was given. */
  readonly asks?: true
  readonly pinNeeded?: true
  readonly passback?: 'alert' | 'enforce'
  readonly maintenance?: string
}

/** Beside the card that everybody has. */
export interface Held {
  readonly email: string
  readonly kind: 'card' | 'pin' | 'mobile'
  /** `card:...`; of a PIN its digits. */
  readonly value?: string
  readonly label?: string
  readonly state?: 'suspended' | 'lost'
  readonly duress?: true
  /** Days before the present on which it ended. */
  readonly endedDaysAgo?: number
}

export interface PersonTerms {
  readonly email: string
  readonly extendedTime?: true
  readonly suspended?: true
  readonly escort?: 'needed' | 'may escort'
  readonly passbackExempt?: true
}

export interface Pass {
  readonly visitor: string
  readonly company: string
  readonly host: string
  /** As in the QR code. */
  readonly code: string
  /** Days from the present day, with wall times; a pass lasts from the first to the second. */
  readonly from: readonly [day: number, time: string]
  readonly to: readonly [day: number, time: string]
  readonly uses: number | null
  readonly used?: number
  readonly withdrawn?: true
  readonly doors: readonly string[]
  readonly level?: string
  readonly escortNeeded?: true
  readonly note?: string
}

export interface LockdownScenario {
  readonly name: string
  readonly description: string
  readonly everywhere?: true
  readonly floors?: readonly string[]
  readonly doorGroups?: readonly string[]
  readonly trigger: readonly string[]
  readonly release: readonly string[]
  readonly pass: readonly string[]
}

export interface Access {
  readonly doorGroups: readonly DoorGroup[]
  readonly calendars: readonly HolidayCalendar[]
  readonly schedules: readonly Schedule[]
  readonly doorSchedules: readonly DoorSchedule[]
  readonly groups: readonly AccessGroup[]
  readonly levels: readonly AccessLevel[]
  /** By key of the door. */
  readonly doors: Readonly<Record<string, DoorTerms>>
  readonly held: readonly Held[]
  readonly people: readonly PersonTerms[]
  readonly passes: readonly Pass[]
  readonly lockdowns: readonly LockdownScenario[]
  /** Where people gather in a roll-call. */
  readonly assemblyPoints: readonly string[]
}

export const everyDay = (ranges: readonly Range[]): Schedule['week'] => Array.from({ length: 7 }, () => ranges)

export const weekdays = (ranges: readonly Range[], weekend: readonly Range[] = []): Schedule['week'] =>
  Array.from({ length: 7 }, (_, day) => (day < 5 ? ranges : weekend))

/** What a level leaves out is empty. */
export const level = (
  name: string,
  description: string,
  schedule: string | null,
  opens: Partial<AccessLevel>,
): AccessLevel => ({ name, description, schedule, doorGroups: [], doors: [], groups: [], people: [], ...opens })

/** A pass for some hours of one day. */
export const onDay = (day: number, from: string, to: string): Pick<Pass, 'from' | 'to'> => ({
  from: [day, from],
  to: [day, to],
})

/** Digits that belong to a text: six, none of them easily guessed. */
export const pinFor = (text: string, hash: (text: string) => number): string => {
  for (let n = 0; ; n++) {
    const digits = String((hash(`${n} pin ${text}`) >>> 0) % 1_000_000).padStart(6, '0')
    if (!/(\d)\1\1|012|123|234|345|456|567|678|789|987|876|765|654|543|432|321|210|(\d\d)\2|(\d\d\d)\3/.test(digits))
      return digits
  }
}
