// Roll-calls: who was inside when one began and how far that may be believed, what became of each, and how it went.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { command, query, stream, type DomainFacts } from '../operation.ts'
import { id, moment, named, next, page, search, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Muster' }

/** Who sees roll-calls. */
const viewers = 'read_entry_exit_dashboard'
/** Who begins and ends them, and says what became of whom. */
const wardens = ['manage_muster', viewers] as const

export const kind = z.enum(['drill', 'real'])

/** Proposed where a reason is asked for: one tap writes it. */
export const reasons = {
  real: ['Fire', 'Intruder', 'Gas', 'Medical', 'Other'],
  drill: ['Drill'],
} as const satisfies Record<z.output<typeof kind>, readonly string[]>

/**
 * `unaccounted`: nobody has marked them yet. `re-entered`: was accounted for and came in through a door again. `missing`:
 * looked for and not found. `safe`, `not-here` (was not in the building) and `left` (out through a door) need nobody to
 * look for them.
 */
export const status = z.enum(['unaccounted', 're-entered', 'safe', 'missing', 'not-here', 'left'])
export type Status = z.output<typeof status>

/** What a warden may say; `unaccounted` and `re-entered` take back what was said before. */
export const markStatus = z.enum(['unaccounted', 're-entered', 'safe', 'missing', 'not-here'])

/** How far to believe that somebody is where the list has them. Never proof that they are. */
export const confidence = z.enum(['high', 'medium', 'low'])
export type Confidence = z.output<typeof confidence>

/** Where the list has somebody from: a door, for a visitor by their pass, an entry by hand or out of a file, or a warden's own word. */
export const source = z.enum(['badge', 'pass', 'manual', 'import', 'warden'])

/**
 * Why not more than that: `went-through`: within 12 hours, at a door that felt them go through. `may-not-have`: the door
 * cannot tell whether they did. `by-hand`: somebody logged it. `long-ago`: 12 hours or more without an exit.
 * `no-log`: the entry itself is not kept any more. `pass-over`: the visitor's pass is over or was withdrawn. `added`: put
 * on the list by a warden.
 */
export const because = z.enum(['went-through', 'may-not-have', 'by-hand', 'long-ago', 'no-log', 'pass-over', 'added'])

const tally = z.object({
  people: z.int(),
  unaccounted: z.int(),
  reEntered: z.int(),
  missing: z.int(),
  safe: z.int(),
  notHere: z.int(),
  left: z.int(),
})
export type Tally = z.output<typeof tally>

/** What counters said for a place as the roll-call began, and how many the list had there. */
const count = z.object({ counted: z.int(), listed: z.int() })

export const muster = z.object({
  id,
  siteId: id,
  site: z.string(),
  /** Empty: the whole site. Those that the reader may see. */
  zones: z.array(named),
  kind,
  /** Empty: nobody has given one yet. */
  reason: z.string(),
  assemblyPoints: z.array(z.string()),
  startedAt: moment,
  startedBy: z.string(),
  correlationId: id,
  endedAt: moment.nullable(),
  endedBy: z.string().nullable(),
  summary: z.string().nullable(),
  /** Ended as one that nobody meant to start. */
  mistaken: z.boolean(),
  /** Of those on the list whom the reader may see. */
  tally,
})
export type Muster = z.output<typeof muster>

export const person = z.object({
  id,
  /** null: a visitor, or somebody whom a warden put on the list. */
  userId: id.nullable(),
  name: z.string(),
  /** Of a visitor with a pass: where they are from and whom they came to see; null for everybody else. */
  visitor: z
    .object({
      passId: id.nullable(),
      company: z.string().nullable(),
      hostId: id.nullable(),
      host: z.string().nullable(),
    })
    .nullable(),
  zoneId: id.nullable(),
  zone: z.string().nullable(),
  source,
  confidence,
  because,
  /** When and at which door they were last seen. */
  since: moment.nullable(),
  door: z.string().nullable(),
  /** Came onto the list after the start: when, and who put them there; null `addedBy`: a door did. */
  addedAt: moment.nullable(),
  addedBy: z.string().nullable(),
  status,
  statusAt: moment.nullable(),
  statusBy: z.string().nullable(),
  place: z.string().nullable(),
  note: z.string().nullable(),
  /** Grows with every change: of two readings the one with the greater number is newer. */
  seq: z.int(),
})
export type Person = z.output<typeof person>

export const mark = z.object({
  id,
  personId: id,
  status,
  place: z.string().nullable(),
  note: z.string().nullable(),
  /** When it was said; put right where the sender's clock was wrong. */
  at: moment,
  receivedAt: moment,
  how: z.enum(['warden', 'badge']),
  by: z.string(),
  /** Whether it is the word that holds. */
  holds: z.boolean(),
})
export type Mark = z.output<typeof mark>

export const inside = query('muster.inside', 'GET /musters/inside', viewers, {
  sentence: ['Viewed', 'whom a roll-call would find'],
  summary:
    'How many people a roll-call would find inside, by site and zone, how far that may be believed, and what counters say',
  output: z.object({
    sites: z.array(
      z.object({
        siteId: id,
        site: z.string(),
        people: z.int(),
        /** How many of them are visitors with a pass. */
        visitors: z.int(),
        count: count.nullable(),
        zones: z.array(
          z.object({
            zoneId: id,
            zone: z.string(),
            people: z.int(),
            visitors: z.int(),
            high: z.int(),
            medium: z.int(),
            low: z.int(),
            count: count.nullable(),
          }),
        ),
        /** Those of the newest roll-call there. */
        assemblyPoints: z.array(z.string()),
      }),
    ),
    at: moment,
  }),
})

export const list = query('muster.list', 'GET /musters', viewers, {
  sentence: ['Viewed', 'the roll-calls'],
  summary: 'Roll-calls, newest first',
  input: page.extend({
    ...sortedBy('startedAt', 'kind', 'reason', 'site'),
    siteId: id.optional(),
    kind: kind.optional(),
    open: z.enum(['true', 'false']).optional(),
    /** Those that belong to this lockdown or incident. */
    correlationId: id.optional(),
  }),
  output: z.object({ musters: z.array(muster), next, total }),
})

const shortText = (most: number) => z.string().trim().min(1).max(most)

export const start = command('muster.start', 'POST /musters', wardens, {
  sentence: ['Began', 'a roll-call at {}', 'a roll-call'],
  summary: 'Begin a roll-call: who is inside now is put on its list',
  input: z.object({
    siteId: id,
    /** Empty: the whole site. */
    zoneIds: z.array(id).max(500).default([]),
    kind,
    /** May be given later: an emergency starts without one. */
    reason: z.string().trim().max(300).default(''),
    assemblyPoints: z.array(shortText(80)).max(20).default([]),
    /** Of the lockdown or alarm that it belongs to. */
    correlationId: id.optional(),
  }),
  output: z.object({ muster }),
  status: 201,
})

export const setReason = command('muster.setReason', 'PUT /musters/{musterId}/reason', wardens, {
  sentence: ['Changed', 'the reason of the roll-call at {}', 'the reason of a roll-call'],
  summary: 'Give a roll-call its reason, or another one',
  input: z.object({ musterId: id, reason: shortText(300) }),
  output: z.object({ muster }),
})

export const byId = query('muster.byId', 'GET /musters/{musterId}', viewers, {
  sentence: ['Viewed', 'a roll-call'],
  summary: 'One roll-call, with how many are in which state by zone',
  output: z.object({
    muster,
    byZone: z.array(tally.extend({ zoneId: id.nullable(), zone: z.string().nullable(), count: count.nullable() })),
    /** The site, by the counters at its entrances. */
    count: count.nullable(),
  }),
})

export const people = query('muster.people', 'GET /musters/{musterId}/people', viewers, {
  sentence: ['Viewed', 'the list of a roll-call'],
  summary: 'Everybody on the list, page by page; then, with the last cursor, whoever has changed since',
  input: z.object({
    musterId: id,
    cursor: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(2000).default(2000),
  }),
  output: z.object({
    people: z.array(person),
    /** To go on from, now or later; null as long as nobody is on the list. */
    cursor: z.string().nullable(),
    more: z.boolean(),
    endedAt: moment.nullable(),
  }),
})

export const onePerson = query('muster.onePerson', 'GET /musters/{musterId}/people/{personId}', viewers, {
  sentence: ['Viewed', 'one person of a roll-call'],
  summary: 'One person on the list, with everything that was said of them',
  output: z.object({ person, marks: z.array(mark) }),
})

/** What a warden says of somebody. It carries its own id: sent again, it is not said twice. */
export const newMark = z.object({
  id,
  personId: id,
  status: markStatus,
  place: z.string().trim().max(80).nullable().default(null),
  note: z.string().trim().max(500).nullable().default(null),
  /** By the sender's clock, as it was said. */
  at: moment,
  /** The `seq` of the person as the sender knew it: a mark made without knowing of a re-entry does not clear it. */
  seq: z.int().optional(),
  /** Somebody who is not on the list: put on it under `personId`. */
  added: z.object({ name: shortText(120), zoneId: id.nullable().default(null) }).optional(),
})
export type NewMark = z.input<typeof newMark>

export const marks = command('muster.marks', 'POST /musters/{musterId}/marks', wardens, {
  sentence: ['Marked', 'people in the roll-call at {}', 'people in a roll-call'],
  summary: 'Say what became of people on the list; each mark once, however often it is sent',
  input: z.object({
    musterId: id,
    /** What the sender's clock shows now: tells how far it is wrong. */
    sentAt: moment,
    marks: z.array(newMark).min(1).max(500),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id,
        result: z.enum(['stored', 'duplicate', 'refused']),
        /** For people: why it was refused. */
        because: z.string().nullable(),
      }),
    ),
    /** Those whom the marks are about, as they are now. */
    people: z.array(person),
  }),
})

export const end = command('muster.end', 'POST /musters/{musterId}/end', wardens, {
  sentence: ['Ended', 'the roll-call at {}', 'a roll-call'],
  summary: 'End a roll-call',
  input: z.object({ musterId: id, summary: z.string().trim().max(1000).default('') }),
  output: z.object({ muster }),
})

export const endMistake = command('muster.endMistake', 'POST /musters/{musterId}/mistake', wardens, {
  sentence: ['Ended', 'the roll-call at {}, started by mistake', 'a roll-call that was started by mistake'],
  summary: 'End a roll-call that nobody meant to start, before anybody has been marked; who was notified is notified',
  output: z.object({ muster }),
})

const times = z.object({
  /** Seconds from the start; null: it never came to that. */
  first: z.number().nullable(),
  half: z.number().nullable(),
  /** 90 %. */
  nine: z.number().nullable(),
  /** 95 %. */
  most: z.number().nullable(),
  all: z.number().nullable(),
})
export type Times = z.output<typeof times>

export const evaluation = query('muster.evaluation', 'GET /musters/{musterId}/evaluation', viewers, {
  sentence: ['Viewed', 'how a roll-call went'],
  summary: 'How a roll-call went: how soon people were accounted for, who was missing how long, who was listed wrongly',
  output: z.object({
    muster,
    times,
    /** How many were accounted for after so many seconds, each time that it changed; at most 200 points. */
    course: z.array(z.object({ seconds: z.number(), accounted: z.int() })),
    byZone: z.array(tally.extend({ zoneId: id.nullable(), zone: z.string().nullable(), times })),
    /** Visitors with a pass on the list, and how many of them are accounted for. */
    visitors: z.object({ people: z.int(), accounted: z.int() }),
    /** Whoever was not accounted for at the end, or is not now. */
    unaccounted: z.array(
      z.object({
        personId: id,
        name: z.string(),
        /** null: no visitor with a pass. */
        visitor: z.object({ host: z.string().nullable() }).nullable(),
        zone: z.string().nullable(),
        door: z.string().nullable(),
        since: moment.nullable(),
        status,
      }),
    ),
    /** Whoever was once said to be missing. */
    missing: z.array(
      z.object({
        personId: id,
        name: z.string(),
        /** null: no visitor with a pass. Whom they came to see is null where nobody was named. */
        visitor: z.object({ host: z.string().nullable() }).nullable(),
        zone: z.string().nullable(),
        from: moment,
        /** null: still missing at the end, or now. */
        until: moment.nullable(),
        seconds: z.number(),
        status,
      }),
    ),
    /** On the list and not in the building, by confidence. */
    falselyInside: z.array(
      z.object({ personId: id, name: z.string(), zone: z.string().nullable(), source, confidence, because }),
    ),
    /** In the building and not on the list. */
    notListed: z.int(),
    wardens: z.array(z.object({ name: z.string(), marks: z.int(), late: z.int() })),
    /** Earlier ones of the same site, newest first. */
    earlier: z.array(
      z.object({
        id,
        kind,
        reason: z.string(),
        startedAt: moment,
        endedAt: moment.nullable(),
        people: z.int(),
        times,
      }),
    ),
  }),
})

export const exportCsv = query('muster.exportCsv', 'GET /musters/{musterId}/people.csv', viewers, {
  sentence: ['Exported', 'the list of the roll-call at {}', 'the list of a roll-call'],
  sentenceOfEnd: ['Downloaded', 'the list of the roll-call at {}', 'the list of a roll-call'],
  summary: 'The list as CSV, with the last word on each',
  input: z.object({
    musterId: id,
    status: status.optional(),
    zoneId: id.optional(),
    q: search,
  }),
  output: stream,
  audit: true,
  download: 'text/csv; charset=utf-8',
  rateLimit: 20,
})

/** Something about a roll-call changed; screens ask for what they show. Says nobody's name, so that labels hold. */
export const changed = changeEvent('muster.changed', 'read_entry_exit_dashboard')

export const messages = {
  running: (site: string, reason: string) => `A roll-call is already running at ${site}${reason && `: ${reason}`}`,
  ended: 'The roll-call had ended before this was said.',
  notListed: 'This person is not on the list.',
  started: 'The roll-call has begun',
  stopped: 'The roll-call has ended',
  waiting: (many: number) => (many === 1 ? '1 mark waits to be sent' : `${many} marks wait to be sent`),
  countMore: (more: number) => `Counters say ${more} more`,
  countFewer: (fewer: number) => `Counters say ${fewer} fewer`,
} as const
