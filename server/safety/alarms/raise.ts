// What the turns of conditions do to alarms: raised, occurring again, returned to normal; and what that does to alarms that
// these suppress by design, and to rules that combine several.
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { idAt } from '../../kit/ids.ts'
import {
  type Acknowledged,
  afterAcknowledgement,
  afterOccurrence,
  afterReturn,
  type AlarmLife,
  raised,
} from './alarm-life.ts'
import { insertAlarms, lockAlarms, lockOpen, type Step, type StoredAlarm } from './alarms.sql.ts'
import { combined } from './combine.ts'
import { type Where, zoneOf } from './conditions.sql.ts'
import type { CompanyRules, Rule } from './rules.ts'
import { type AlarmParts, type Change, storeChanges } from './store-changes.ts'
import { activeAmong, type Affected, affectedBy, type Changed, isAffected, suppressed } from './suppress.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** A condition that has become active or normal; `moment`: an event, which is over at once. */
export interface Turn extends Where {
  readonly rule: Rule
  readonly source: string
  readonly companyId: string
  readonly part: string | null
  readonly to: 'active' | 'normal' | 'moment'
  readonly at: Date
  readonly value: number | null
  readonly unit: string | null
  readonly correlationId: string | null
  /** A person who is not notified of it. */
  readonly hiddenFrom: string | null
  /** Why, where what was observed does not show it. */
  readonly note?: string
  /** Somebody dealt with it before it was raised: before there were alarms. */
  readonly acknowledged?: Acknowledged | undefined
}

/** In the caller's transaction; answers what to publish after COMMIT. */
export const raise = async (
  tx: Querier,
  parts: AlarmParts,
  rulesOf: (companyId: string) => Promise<CompanyRules>,
  turns: readonly Turn[],
  changed: Changed = nothingChanged,
): Promise<() => void> => {
  if (turns.length === 0 && changed.at.length === 0) return () => undefined
  // Conditions first, of combinations too, then alarms: whoever judges locks them in this order.
  const all = [...turns, ...(await combined(tx, rulesOf, turns))]
  const affected = await affectedBy(rulesOf, all, changed)
  if (affected) await lockTogether(tx, all, affected)
  const changes = await turned(tx, all)
  const asItIs = (alarm: StoredAlarm) => changes.get(alarm.id)?.after ?? alarm
  if (affected)
    for (const change of await suppressed(tx, affected, parts.directory.byId, asItIs))
      changes.set(change.after.id, mergedWith(changes.get(change.after.id), change))
  return storeChanges(tx, parts, [...changes.values()])
}

const nothingChanged: Changed = { rules: [], at: [], now: new Date(0) }

// Those that turn and those that these affect, by one statement: in two, each of two batches would wait for the other.
const lockTogether = (tx: Querier, turns: readonly Turn[], affected: Affected) => {
  const also = isAffected(affected, 2)
  return lockAlarms(
    tx,
    `a.id in (select o.id from alarm o join unnest($1::uuid[], $2::text[]) t (rule_id, source) using (rule_id, source)
       where o.cleared_at is null union all select a.id from alarm a where a.cleared_at is null and ${also.text})`,
    [turns.map(({ rule }) => rule.id), turns.map(({ source }) => source), ...also.values],
  )
}

// Written as it was before: what is merged into it is written anew.
const mergedWith = (before: Change | undefined, change: Change): Change =>
  before
    ? {
        ...change,
        steps: [...before.steps, ...change.steps],
        hiddenFrom: change.hiddenFrom ?? before.hiddenFrom ?? null,
      }
    : change

const stepOf = (what: Step['what'], at: Date, note: string | null = null): Step => ({ what, at, by: null, note })

const keyOf = ({ rule, source }: Pick<Turn, 'rule' | 'source'>) => `${rule.id} ${source}`

const mostTries = 3

const turned = async (tx: Querier, turns: readonly Turn[]): Promise<Map<string, Change>> => {
  const changes = new Map<string, Change>()
  let left: readonly Turn[] = turns
  // Another node may open the same alarm meanwhile: what was not written is tried again on what that one wrote.
  for (let tries = 0; left.length > 0 && tries < mostTries; tries++) {
    const open = new Map(
      (
        await lockOpen(
          tx,
          left.map(({ rule, source }) => ({ ruleId: rule.id, source })),
        )
      ).map((alarm) => [`${alarm.ruleId} ${alarm.source}`, alarm]),
    )
    const begins = await circumstances(tx, left)
    const fresh = new Map<string, { readonly alarm: StoredAlarm; readonly turns: Turn[] }>()
    for (const turn of left) {
      const key = keyOf(turn)
      const known = open.get(key)
      if (!known && turn.to === 'normal') continue
      const { after, steps } = known ? goesOn(known, turn) : begin(turn, begins)
      if (after === known) continue
      const isNew = !known || fresh.has(key)
      if (isNew) fresh.set(key, { alarm: after, turns: [...(fresh.get(key)?.turns ?? []), turn] })
      const before = changes.get(after.id)
      changes.set(after.id, {
        after,
        isNew,
        steps: [...(before?.steps ?? []), ...steps],
        hiddenFrom: turn.hiddenFrom ?? before?.hiddenFrom ?? null,
      })
      // Cleared at once, it is open no more: what comes next is another.
      if (after.cleared) open.delete(key)
      else open.set(key, after)
    }
    const written = await insertAlarms(
      tx,
      [...fresh.values()].map(({ alarm }) => alarm),
    )
    const lost = [...fresh.values()].filter(({ alarm }) => !written.has(alarm.id))
    for (const { alarm } of lost) changes.delete(alarm.id)
    left = lost.flatMap(({ turns: again }) => again)
  }
  return changes
}

const withLife = <A extends StoredAlarm>(alarm: A, life: AlarmLife): A =>
  life === alarm ? alarm : { ...alarm, ...life }

const goesOn = (known: StoredAlarm, turn: Turn): { after: StoredAlarm; steps: Step[] } => {
  const steps: Step[] = []
  let after = known
  if (turn.to !== 'normal') {
    after = withLife(after, afterOccurrence(after, later(turn.at, after)))
    if (after !== known) {
      const correlationId = turn.correlationId ?? known.correlationId
      after = { ...after, value: turn.value, unit: turn.unit, ruleVersion: turn.rule.version, correlationId }
      steps.push(stepOf('occurred', turn.at, turn.note))
    }
  }
  if (turn.to !== 'active') {
    const back = withLife(after, afterReturn(after, later(turn.at, after)))
    if (back !== after)
      steps.push(stepOf('returned', turn.at, turn.note), ...(back.cleared ? [stepOf('cleared', turn.at)] : []))
    after = back
  }
  return { after, steps }
}

// Clocks of devices differ: nothing is over before it began.
const later = (at: Date, { lastAt }: AlarmLife): Date => (at < lastAt ? lastAt : at)

interface Circumstances {
  readonly isOutOfService: (turn: Turn) => boolean
  readonly isSuppressed: (turn: Turn) => boolean
  /** The incident that is under way where it is, and whether it has an alarm already. */
  readonly incidentOf: (turn: Turn) => string | null
  readonly isKnown: (correlationId: string) => boolean
}

const begin = (turn: Turn, { isOutOfService, isSuppressed, incidentOf, isKnown }: Circumstances) => {
  const { rule, at, device, place, companyId } = turn
  const correlationId = turn.correlationId ?? incidentOf(turn) ?? uuid()
  const life = raised(at, {
    latches: rule.latches,
    isSuppressed: isSuppressed(turn),
    isOutOfService: isOutOfService(turn),
  })
  const alarm: StoredAlarm = {
    id: idAt(at),
    companyId,
    ruleId: rule.id,
    ruleVersion: rule.version,
    source: turn.source,
    deviceId: device?.id ?? null,
    place,
    part: turn.part,
    title: rule.name,
    severity: rule.severity,
    correlationId,
    isFirstOut: !isKnown(correlationId),
    value: turn.value,
    unit: turn.unit,
    reasonAsked: rule.reasonAsked,
    checklist: rule.checklist,
    assigneeId: null,
    ...life,
  }
  const steps = [stepOf('raised', at, turn.note)]
  if (life.isOutOfService) steps.push(stepOf('out-of-service', at))
  if (life.isSuppressed) steps.push(stepOf('suppressed', at))
  if (turn.acknowledged) {
    const { at: when, by, note } = turn.acknowledged
    return {
      after: withLife(alarm, afterAcknowledgement(alarm, turn.acknowledged)),
      steps: [...steps, { what: 'acknowledged' as const, at: when, by, note }],
    }
  }
  if (turn.to !== 'moment') return { after: alarm, steps }
  const over = withLife(alarm, afterReturn(alarm, at))
  return { after: over, steps: [...steps, stepOf('returned', at), ...(over.cleared ? [stepOf('cleared', at)] : [])] }
}

/** How long after its newest alarm an incident is joined by another of the same zone. */
const joinsWithinMinutes = 10

const circumstances = async (tx: Querier, turns: readonly Turn[]): Promise<Circumstances> => {
  const beginning = turns.filter(({ to }) => to !== 'normal')
  const devices = [...new Set(beginning.flatMap(({ device }) => device?.id ?? []))]
  const given = beginning.flatMap(({ correlationId }) => correlationId ?? [])
  const newest = beginning.reduce((at, turn) => (turn.at > at ? turn.at : at), new Date(0))
  const zones = [...new Set(beginning.flatMap((turn) => zoneOf(turn) ?? []))]
  const { out, incidents } = await underWayAt(tx, { devices, zones }, newest)
  const isActive = await activeAmong(
    tx,
    beginning.flatMap(({ rule }) => rule.suppressedBy),
    { devices, zones },
  )
  const known = new Set(given.length === 0 ? [] : await incidentsWithAlarm(tx, given))
  const begun = new Map<string, string>()
  return {
    isOutOfService: ({ device }) => device !== null && out.has(device.id),
    isSuppressed: (turn) =>
      turn.rule.suppressedBy.some((one) => isActive(one, { deviceId: turn.device?.id ?? null, zoneId: zoneOf(turn) })),
    // Of several that are raised together in one zone the first begins the incident of all.
    incidentOf(turn) {
      const places = placesOf(turn)
      const place = places.at(-1) ?? turn.companyId
      const standing = places.flatMap((at) => incidents.get(at) ?? [])[0]
      const incident = standing ?? begun.get(place) ?? uuid()
      begun.set(place, incident)
      if (standing) known.add(incident)
      return incident
    },
    isKnown(correlationId) {
      const isSeen = known.has(correlationId)
      known.add(correlationId)
      return isSeen
    },
  }
}

/** The device itself, and then its zone; of no device the zone, the floor, the site or the company. */
const placesOf = ({ device, place, companyId }: Turn): string[] => {
  if (device) return device.zoneId === null ? [device.id] : [device.id, device.zoneId]
  return [place?.zoneId ?? place?.floorId ?? place?.siteId ?? companyId]
}

// Who of these devices is in maintenance, and which incident is under way at them and in their zones: that of the newest open
// alarm, which is found without reading the others of a flood.
const underWayAt = async (
  tx: Querier,
  { devices, zones }: { readonly devices: readonly string[]; readonly zones: readonly string[] },
  at: Date,
) => {
  const incidents = new Map<string, string>()
  const out = new Set<string>()
  if (devices.length === 0 && zones.length === 0) return { out, incidents }
  const { rows } = await tx.query<{ id: string; isOut: boolean; incident: string | null }>({
    name: 'alarm-circumstances',
    text: `
      with asked as materialized (
        select id, out_of_service_since is not null as "isOut" from device where id = any ($1::uuid[])
      ), open as (
        select * from alarm where cleared_at is null and last_at > $2::timestamptz - $3 * interval '1 min'
      )
      select d.id, d."isOut", (
        select a.correlation_id from open a where a.device_id = d.id order by a.last_at desc limit 1) as incident
      from asked d
      union all
      select z.id, false, (
        select a.correlation_id from open a left join device n on n.id = a.device_id
        where a.company_id = z.company_id and coalesce(n.zone_id, a.zone_id) = z.id order by a.last_at desc limit 1)
      from zone z where z.id = any ($4::uuid[])`,
    values: [devices, at, joinsWithinMinutes, zones],
  })
  for (const { id, isOut, incident } of rows) {
    if (isOut) out.add(id)
    if (incident !== null) incidents.set(id, incident)
  }
  return { out, incidents }
}

const incidentsWithAlarm = async (tx: Querier, correlationIds: readonly string[]): Promise<string[]> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'alarm-incidents',
    text: 'select distinct correlation_id as id from alarm where correlation_id = any ($1::uuid[])',
    values: [correlationIds],
  })
  return rows.map(({ id }) => id)
}
