// Who is let through a door and why: the reasons, what each door asks for, the lists of doors that decide alone, and the
// questions that people ask of it all.
import { z } from 'zod'
import { decisionStep, direction, method, result } from './entry-exit.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, named, next, page, search } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Access decisions' }

/** Why somebody is not let through, in the words of the log and of the wire; and what that means, for that person. */
export const reasonText = {
  'unknown credential': 'What was shown belongs to nobody here.',
  'not active': 'The card, the pass or the person is suspended, withdrawn, or not valid yet.',
  expired: 'The time of the card, the pass or the person is over.',
  'wrong PIN': 'The PIN is wrong or missing.',
  'outside schedule': 'The door opens for this person, but not at this time.',
  'not authorised': 'The door does not open for this person.',
  'anti-passback': 'By the log this person has gone in already, and not come out.',
  lockdown: 'The door is locked down. The way out stays free.',
  'locked out': 'After five failed attempts the reader waits for half a minute.',
  'escort needed': 'This person is let in right after somebody who may escort.',
} as const
export type Reason = keyof typeof reasonText

const isReason = (value: string): value is Reason => Object.hasOwn(reasonText, value)

export const reasons: readonly Reason[] = Object.keys(reasonText).filter(isReason)
export const reason = z.enum(reasons)

/** So many failures in a row block a reader or a credential for so long. */
export const lockOut = { failures: 5, seconds: 30, forgetAfterSeconds: 300 } as const
/** So long after an escort went in, the escorted may follow. */
export const escortSeconds = 30

export const passback = z.enum(['none', 'alert', 'enforce'])
export type Passback = z.output<typeof passback>

/** What a door asks for, and who decides. */
export const settings = z.object({
  /** The server, asked by the door; or the controller, by the list that it was sent. */
  decides: z.enum(['server', 'controller']),
  /** Besides a card, a phone or a pass. */
  pinNeeded: z.boolean(),
  passback,
  /** After so long somebody who never came out may come in again. */
  passbackMinutes: z.int().min(1, 'At least a minute').max(10_080, 'At most a week'),
})
export type Settings = z.output<typeof settings>

/** The list of a door that decides alone. */
export const list = z.object({
  /** What it should hold. */
  version: z.string(),
  entries: z.int(),
  /** What it says it holds; null: it never said. */
  held: z.string().nullable(),
  heldAt: moment.nullable(),
  sentAt: moment.nullable(),
  current: z.boolean(),
})
export type List = z.output<typeof list>

export const ofDoor = query('decisions.ofDoor', 'GET /doors/{doorId}/access', 'read_doors', {
  sentence: ['Viewed', 'what a door asks for'],
  summary: 'What a door asks for, who decides, and whether its list is the newest',
  output: z.object({ settings, list: list.nullable() }),
  target: { device: 'doorId' },
})

export const change = command('decisions.change', 'PUT /doors/{doorId}/access', 'manage_doors', {
  sentence: ['Changed', 'what {} asks for and who decides', 'what a door asks for and who decides'],
  summary: 'Change what a door asks for and who decides',
  input: settings.extend({ doorId: id }),
  output: z.object({ settings, list: list.nullable() }),
  target: { device: 'doorId' },
})

export const lists = query('decisions.lists', 'GET /access/lists', 'manage_doors', {
  sentence: ['Viewed', 'the lists of doors that decide alone'],
  summary: 'The doors that decide alone, those with an old list first',
  output: z.object({
    lists: z.array(z.object({ doorId: id, door: z.string(), online: z.boolean().nullable(), list })),
  }),
})

/** What would happen: the decision, and each question on the way to it. */
export const verdict = z.object({
  result,
  reason: reason.nullable(),
  path: z.array(decisionStep),
})
export type Verdict = z.output<typeof verdict>

/** One way in which a person opens a door, and since when. */
export const way = z.object({
  level: named,
  /** null: the person holds the level by themselves. */
  group: named.nullable(),
  /** null: at any time. */
  schedule: named.nullable(),
  from: moment.nullable(),
  to: moment.nullable(),
  /** When the last of what makes this way was put there. */
  since: moment,
  /** Whether it would open the door at the time asked about. */
  open: z.boolean(),
})
export type Way = z.output<typeof way>

const at = moment.optional()
const ofPeople = { either: ['manage_doors', 'read_staff_details'], audit: true } as const

export const whoOpens = query('decisions.whoOpens', 'GET /doors/{doorId}/access/people', 'manage_doors', {
  sentence: ['Viewed', 'who can open {}', 'who can open a door'],
  summary: 'Who can open this door, by which ways and since when; and whether at this time',
  input: page.extend({
    doorId: id,
    q: search,
    /** When; now where absent. */
    at,
  }),
  output: z.object({
    people: z.array(
      z.object({
        person: named.extend({ email: z.string() }),
        ways: z.array(way),
        /** What they can show at the door: `card`, `pin`... */
        credentials: z.array(z.string()),
        verdict,
      }),
    ),
    next,
    /** Visitors whose pass opens it. */
    passes: z.array(named.extend({ from: moment, to: moment, verdict })),
    at: moment,
  }),
  target: { device: 'doorId' },
  audit: true,
})

export const whatOpens = query('decisions.whatOpens', 'GET /access/people/{userId}/doors', 'signed-in', {
  sentence: ['Viewed', 'what {} can open', 'what somebody can open'],
  summary: 'What this person can open, by which ways and since when; and whether at this time',
  input: page.extend({ userId: id, q: search, at }),
  output: z.object({
    /** What holds at every door: suspended, without a card... */
    person: named.extend({ email: z.string() }),
    hindrances: z.array(z.string()),
    doors: z.array(
      z.object({
        door: named.extend({ site: z.string(), zone: z.string().nullable() }),
        ways: z.array(way),
        verdict,
      }),
    ),
    next,
    at: moment,
  }),
  ...ofPeople,
})

export const ask = query('decisions.ask', 'GET /access/question', 'signed-in', {
  sentence: ['Asked', 'whether {} would be let in', 'whether somebody would be let in'],
  summary: 'What would happen if this person came to this door at this time; opens nothing and is not on the log',
  input: z.object({
    userId: id,
    doorId: id,
    at,
    direction: direction.default('entry'),
    /** What they show; the first that they have where absent. */
    credentialId: id.optional(),
  }),
  output: z.object({ verdict, at: moment, shown: z.string().nullable() }),
  ...ofPeople,
})

export const why = query('decisions.why', 'GET /entry-exit/logs/{id}/why', 'read_log_details', {
  sentence: ['Viewed', 'why somebody was let in or not'],
  summary: 'Why somebody was let in or not, and whether they would be now',
  output: z.object({
    result,
    reason: z.string().nullable(),
    /** In the words of `reasonSays`, where it is one of the reasons. */
    says: z.string().nullable(),
    /** What was asked when it was decided; null: the controller did not say. */
    path: z.array(decisionStep).nullable(),
    /** Who it was, and the address of a person; null: nobody who is known here. */
    holder: z
      .object({ id, name: z.string(), kind: z.enum(['person', 'visitor']), email: z.string().nullable() })
      .nullable(),
    /** What they presented, `Card ending 5678`; null: the controller did not report it, or it is gone. */
    presented: z.string().nullable(),
    /** null: nobody knows who it was, or the door is gone. */
    now: verdict.nullable(),
    /** The next moment of the coming fortnight at which they would be let in; null: none, or now. */
    nextAt: moment.nullable(),
  }),
})

export const myDoors = query('decisions.myDoors', 'GET /access/mine/doors', 'read_profile', {
  summary: 'What one can open oneself, when and since when; and whether now',
  input: page,
  output: z.object({
    /** What holds at every door: without a card, suspended... In words to the person. */
    hindrances: z.array(z.string()),
    doors: z.array(
      z.object({
        door: named.extend({ site: z.string(), zone: z.string().nullable() }),
        ways: z.array(
          z.object({
            level: named,
            /** `Mon–Fri 08:00–18:00`, by the clock of the door. */
            hours: z.string(),
            from: moment.nullable(),
            to: moment.nullable(),
            since: moment,
          }),
        ),
        /** As far as the rules say; what is remembered of who went in and failed counts for nothing. */
        open: z.boolean(),
        /** Why not now, in words to the person. */
        because: z.string().nullable(),
      }),
    ),
    next,
    at: moment,
  }),
})

export const mine = query('decisions.mine', 'GET /access/mine/presentations', 'read_profile', {
  summary: 'Where one showed one’s own card, PIN or phone, newest first, and why one was not let in',
  input: page,
  output: z.object({
    presentations: z.array(
      z.object({
        id,
        /** null: the door is gone. */
        door: z.string().nullable(),
        type: direction,
        timestamp: moment,
        method,
        result,
        /** Of who was not let in, in words to the person; null where the door did not say why. */
        says: z.string().nullable(),
        /** What was asked before one was not let in; empty where one was. */
        path: z.array(decisionStep),
      }),
    ),
    next,
  }),
})

export const resetPassback = command('decisions.resetPassback', 'POST /access/passback/reset', 'manage_doors', {
  sentence: ['Reset', 'the anti-passback of {}', 'the anti-passback'],
  summary: 'Let people in again who by the log are inside already: one person, or everybody',
  input: z.object({
    /** null: everybody. */
    userId: id.nullable(),
    reason: z.string().trim().min(3, 'Say why, in a few words.').max(300, 'The reason is too long'),
  }),
})

/** For controllers that speak HTTP: the same question as `ask` of the wire, answered at once. */
export const decide = command('decisions.decide', 'POST /access/decide', 'api-key', {
  sentence: ['Asked', 'whether to let somebody in'],
  summary: 'A controller asks whether to let somebody through; on the log before it is answered',
  input: z.object({
    /** The device key of the door. */
    device: z.string().min(1).max(100),
    /** Unique per device: the same question again gets the same answer. */
    id: z.string().min(1).max(200),
    at: z.iso.datetime({ offset: true }),
    credential: z.string().min(1).max(120),
    pin: z.string().max(120).optional(),
    direction: direction.default('entry'),
  }),
  output: z.object({
    askId: z.string(),
    at: moment,
    result,
    reason: z.string().optional(),
    seconds: z.int(),
    expiresAt: moment,
  }),
  audit: false,
})
