// Gas set points: those in force with where each is written, how they are changed, by one person or by two, and what they
// were. They are alarm rules, and changed here alone. Gatehouse supervises: which limits apply is for local law to say.
import { z } from 'zod'
import { gasUnit } from '../building/wire.ts'
import { changeEvent } from '../change-event.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, named, next, page } from '../shapes.ts'
import { severity } from './alarms.ts'
import { profileNames, setPointChannels, stages } from './gas-profiles.ts'

export const domain: DomainFacts = { title: 'Gas set points', shows: ['alarmRules', 'sites', 'devices'] }

const channel = z.enum(setPointChannels)
const stage = z.enum(stages)
const profile = z.enum(profileNames)

/** Sites, zones or detectors: of one kind alone, and none at all for the whole company. */
const placeIds = z.object({
  siteIds: z.array(id).max(200).default([]),
  zoneIds: z.array(id).max(1000).default([]),
  deviceIds: z.array(id).max(1000).default([]),
})

const valueFacts = {
  /** In the unit of the channel: that of its set points in `list`. */
  value: z.number(),
  /** How long it has to hold before it is an alarm. */
  seconds: z.int(),
  /** How far short of the value it is normal again; absent: `usualHysteresis` of the value. */
  hysteresis: z.number().optional(),
}

/** Where a value is written. */
const source = z.object({
  /** null: a value of the company's own. */
  profile: profile.nullable(),
  text: z.string(),
})

export const change = z.discriminatedUnion('kind', [
  /** All set points of these places become those of a profile; its channels have no others there. */
  z.object({ kind: z.literal('profile'), profile, at: placeIds }),
  /** Single values, each with where it is from. */
  z.object({
    kind: z.literal('values'),
    /** null: those of the whole company. */
    areaId: id.nullable(),
    values: z
      .array(
        z.object({
          channel,
          stage,
          /** null: no set point at this stage any more. */
          value: z.number().nullable(),
          seconds: z.int('Enter whole seconds').min(0).max(3600, 'At most an hour').default(0),
          /** How far short of the value it is normal again; absent: `usualHysteresis` of the value. */
          hysteresis: z.number().min(0, 'At least 0').optional(),
          source: z.string().trim().min(3, 'Write where this value is from').max(300),
        }),
      )
      .min(1)
      .max(100),
  }),
  /** Its places have the set points of what is around them again. */
  z.object({ kind: z.literal('end-area'), areaId: id }),
  /** An alarm rule with a set point of its own, beside these, is deleted. */
  z.object({ kind: z.literal('delete-rule'), ruleId: id }),
  z.object({ kind: z.literal('second-person'), wanted: z.boolean() }),
])
export type SetPointChange = z.output<typeof change>

const places = z.object({ sites: z.array(named), zones: z.array(named), devices: z.array(named) })

export const setPoint = z.object({
  ruleId: id,
  version: z.int(),
  channel,
  stage,
  comparison: z.enum(['above', 'below']),
  ...valueFacts,
  hysteresis: z.number(),
  unit: gasUnit,
  severity,
  source,
  changed: z.object({
    at: moment,
    /** null: the server itself, with the set points that every company begins with. */
    by: z.string().nullable(),
    /** null: nobody had to. */
    approvedBy: z.string().nullable(),
    /** null: of a change before reasons were asked for. */
    reason: z.string().nullable(),
  }),
  /** What the other profiles have at this stage. */
  others: z.array(z.object({ profile, ...valueFacts, source: z.string() })),
})
export type SetPoint = z.output<typeof setPoint>

export const area = z.object({
  /** null: the whole company, as far as no other area has set points of the channel. */
  id: id.nullable(),
  /** Those that the caller sees; empty for the whole company. */
  places,
  /** Which one was applied last; single values may have been changed since. */
  profile,
  setPoints: z.array(setPoint),
})
export type SetPointArea = z.output<typeof area>

export const list = query('setPoints.list', 'GET /gas/set-points', 'view_gas_detection', {
  sentence: ['Viewed', 'the gas set points'],
  summary:
    'The set points in force: by area, or those that detectors of a site or a zone, or one detector, are judged by',
  input: z.object({ siteId: id.optional(), zoneId: id.optional(), deviceId: id.optional() }),
  output: z.object({
    /** Whether a change needs a second person. */
    secondPerson: z.boolean(),
    areas: z.array(area),
    /** Alarm rules with a set point of gas of their own, beside these. */
    additional: z.array(
      z.object({ ruleId: id, name: z.string(), channel, comparison: z.enum(['above', 'below']), value: z.number() }),
    ),
  }),
})

/** What a change does to one set point, or to a setting. */
export const difference = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('set-point'),
    /** null: of the whole company, or of an area that the change begins. */
    areaId: id.nullable(),
    isNewArea: z.boolean(),
    channel,
    stage,
    before: z.object({ ...valueFacts, source }).nullable(),
    after: z.object({ ...valueFacts, source }).nullable(),
    /** It asks for a response later than before. */
    isLooser: z.boolean(),
  }),
  z.object({
    what: z.literal('places'),
    areaId: id.nullable(),
    isNewArea: z.boolean(),
    before: placeIds.nullable(),
    after: placeIds.nullable(),
  }),
  z.object({ what: z.literal('rule'), ruleId: id, name: z.string() }),
  z.object({ what: z.literal('second-person'), before: z.boolean(), after: z.boolean() }),
])
export type Difference = z.output<typeof difference>

/** What is looser than the profile that is applied there: it needs `isLooserConfirmed`. */
const looser = z.object({
  channel,
  stage,
  value: z.number().nullable(),
  limit: z.number(),
  profile,
  source: z.string(),
})
export type LooserValue = z.output<typeof looser>

const reason = z.string().trim().min(3, 'Give the reason').max(500)

const changing = z.object({
  change,
  reason,
  /** That values looser than the profile of their area are meant. */
  isLooserConfirmed: z.boolean().default(false),
})

export const preview = command('setPoints.preview', 'POST /gas/set-points/preview', 'manage_gas', {
  sentence: ['Previewed', 'a change of gas set points'],
  summary: 'What a change would do, without doing it; faults are refused as they would be',
  audit: false,
  input: z.object({ change }),
  output: z.object({ differences: z.array(difference), looser: z.array(looser) }),
})

/** How a company that wants two persons is to go about it; what is not a proposal is refused with it. */
export const secondPersonNeeded =
  'Changes of gas set points need a second person in your company. Propose the change instead.'

/** Why the alarm rules leave a gas set point as it is. */
export const notAmongRules =
  'This is a gas set point: change it under Gas set points, where its source, its reason and a second person are asked for.'

export const apply = command('setPoints.apply', 'POST /gas/set-points/changes', 'manage_gas', {
  sentence: ['Changed', 'the gas set points of {}', 'gas set points'],
  summary:
    'Change set points at once; refused where a second person is wanted. What is as it was stays, without a new version',
  input: changing,
  output: z.object({ differences: z.array(difference) }),
})

/** Open proposals expire after this many days. */
export const proposalDays = 14

export const proposal = z.object({
  id,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
  change,
  /** As it was when it was proposed. */
  differences: z.array(difference),
  /** The areas and places that it names, as far as the caller sees them. */
  places: z.array(named),
  reason: z.string(),
  proposedAt: moment,
  proposedBy: z.string(),
  expiresAt: moment,
  /** Of one that is not pending. */
  decided: z.object({ at: moment, by: z.string(), reason: z.string() }).nullable(),
  /** What it would change has changed meanwhile: it cannot be approved, and has to be made again. */
  isOutdated: z.boolean(),
  isOwn: z.boolean(),
})
export type Proposal = z.output<typeof proposal>

export const proposals = query('setPoints.proposals', 'GET /gas/set-points/proposals', 'manage_gas', {
  sentence: ['Viewed', 'the proposed changes of gas set points'],
  summary: 'Changes that wait for a second person, and those that were decided, newest first',
  input: page.extend({ pending: z.enum(['true', 'false']).optional() }),
  output: z.object({ proposals: z.array(proposal), next }),
})

const answered = { output: z.object({ proposal }) }

export const propose = command('setPoints.propose', 'POST /gas/set-points/proposals', 'manage_gas', {
  sentence: ['Proposed', 'to change the gas set points of {}', 'to change gas set points'],
  summary: 'Propose a change; another holder of `manage_gas` approves or rejects it within 14 days',
  input: changing,
  ...answered,
  status: 201,
})

const deciding = z.object({ id, reason })

export const approve = command('setPoints.approve', 'POST /gas/set-points/proposals/{id}/approval', 'manage_gas', {
  sentence: ['Approved', 'the change of the gas set points of {}', 'a change of gas set points'],
  summary: 'Approve a change that somebody else has proposed: it is made at once',
  input: deciding,
  ...answered,
})

export const reject = command('setPoints.reject', 'POST /gas/set-points/proposals/{id}/rejection', 'manage_gas', {
  sentence: ['Rejected', 'the change of the gas set points of {}', 'a change of gas set points'],
  summary: 'Reject a change that somebody else has proposed',
  input: deciding,
  ...answered,
})

export const withdraw = command('setPoints.withdraw', 'POST /gas/set-points/proposals/{id}/withdrawal', 'manage_gas', {
  sentence: ['Withdrew', 'the change of the gas set points of {}', 'a change of gas set points'],
  summary: 'Withdraw a change that one has proposed oneself',
  input: deciding,
  ...answered,
})

export const version = z.object({
  id: z.string(),
  ruleId: id,
  version: z.int(),
  /** null: of the whole company. */
  areaId: id.nullable(),
  channel,
  stage,
  ...valueFacts,
  hysteresis: z.number(),
  unit: gasUnit,
  /** false: from then on there was no set point at this stage. */
  isInForce: z.boolean(),
  source,
  at: moment,
  by: z.string().nullable(),
  approvedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type SetPointVersion = z.output<typeof version>

export const history = query('setPoints.history', 'GET /gas/set-points/history', 'view_gas_detection', {
  sentence: ['Viewed', 'the history of gas set points'],
  summary:
    'Every version of the set points, newest first: who changed what, when, why, by which source, and who approved it',
  input: page.extend({ channel: channel.optional(), ruleId: id.optional() }),
  output: z.object({ versions: z.array(version), next }),
})

export const changed = changeEvent('setPoints.changed', 'view_gas_detection')
