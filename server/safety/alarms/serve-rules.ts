// The calls of alarm rules: seen, made, changed by a new version, deleted, and tested against history.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import { readPermission } from '@gatehouse/contract/building/devices'
import { sightOf } from '@gatehouse/contract/safety/alarms'
import { isOfPlace, type MeasureName, measures } from '@gatehouse/contract/safety/measures'
import type { Parsed } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { allOf } from '../../db/conditions.ts'
import { iso } from '../../db/instant.ts'
import { execute, firstOf, isAny, rowsOf, type Db, type Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { rulesColumns } from '../../access/schedules/schedules.ts'
import type { Directory, KnownPlace } from '../../building/devices/devices.ts'
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { can, type Caller, companyOf } from '../../kit/http/caller.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { type Episode, episodesOf } from './history.ts'
import { placesOfRule } from './places/places.ts'
import { addPresets } from './presets.ts'
import { visibleTo } from './read-alarms.ts'
import { type Definition, definition, isWithin, looksAt, type Rules, type RuleVersion, writeVersion } from './rules.ts'
import { demandNoSetPoint } from './set-points.ts'

export interface ServeRulesParts {
  readonly store: Pick<Store, 'db'>
  readonly directory: Directory
  readonly rules: Rules
}

type Facts = Omit<Parsed<typeof alarmRules.create>, 'enabled'>

/** How many of what a test finds are listed; all are counted. */
const mostListed = 200
const dayMs = 86_400_000

export const serveAlarmRules = (serve: Serve, parts: ServeRulesParts) => {
  const { store, directory, rules } = parts
  const { db } = store

  const ruleOf = async (caller: Caller, id: string, tx: Db = db): Promise<AlarmRule> => {
    const [rule] = await readRules(tx, caller, id)
    if (!rule) throw notFound('This alarm rule')
    return rule
  }

  serve(alarmRules.list, async (_input, caller) => {
    const companyId = companyOf(caller)
    await addPresets(db, companyId)
    return { rules: await readRules(db, caller) }
  })

  serve(alarmRules.byId, async ({ id }, caller) => {
    const rule = await ruleOf(caller, id)
    const rows = await rowsOf<Version>(db)`
      select v.version, v.name, v.severity, v.definition, ${iso('v.created_at')} as at, v.created_by as by
      from alarm_rule_version v where v.rule_id = ${id} order by v.version desc
    `
    const versions = rows.map(({ definition: stored, ...row }) => {
      const { except: _except, ...facts } = definition.parse(stored)
      return { ...row, ...facts }
    })
    return { rule, versions }
  })

  serve(alarmRules.create, async ({ enabled, ...facts }, caller, call) => {
    const companyId = companyOf(caller)
    await addPresets(db, companyId)
    await demandValid(db, directory, caller, null, facts)
    const id = uuid()
    await inTransaction(db, async (tx) => {
      await demandNoSetPoint(tx, companyId, null, { ...facts, enabled })
      await execute(tx)`
        insert into alarm_rule (id, company_id, version, enabled) values (${id}, ${companyId}, 1, ${enabled})
      `
      await writeVersion(tx, { ruleId: id, version: 1, enabled, ...versionOf(facts, caller) })
      await call.record(tx, { subject: facts.name, after: inWords({ ...facts, enabled }) })
    })
    rules.forget()
    return { rule: await ruleOf(caller, id) }
  })

  serve(alarmRules.update, async ({ id, version, enabled, ...facts }, caller, call) => {
    const before = await ruleOf(caller, id)
    await demandValid(db, directory, caller, id, facts)
    await inTransaction(db, async (tx) => {
      await demandNoSetPoint(tx, companyOf(caller), before, { ...facts, enabled })
      const isNewest = await isAny(tx)`
        update alarm_rule set version = version + 1, enabled = ${enabled}, judged_version = coalesce(judged_version, version)
        where id = ${id} and version = ${version} and deleted_at is null returning id
      `
      if (!isNewest)
        throw new Refusal(409, 'CHANGED_MEANWHILE', 'Somebody else has changed this rule. Look at it again first.')
      await writeVersion(tx, {
        ruleId: id,
        version: version + 1,
        enabled,
        ...versionOf(facts, caller, before.setPoint?.except ?? undefined),
      })
      const recorded = changes(inWords({ ...before, enabled: before.enabled }), inWords({ ...facts, enabled }))
      await call.record(tx, { subject: before.name, ...recorded })
    })
    rules.forget()
    return { rule: await ruleOf(caller, id) }
  })

  serve(alarmRules.remove, async ({ id }, caller, call) => {
    const before = await ruleOf(caller, id)
    await inTransaction(db, async (tx) => {
      await demandNoSetPoint(tx, companyOf(caller), before, null)
      await execute(tx)`update alarm_rule set deleted_at = ${clock.now()} where id = ${id} and deleted_at is null`
      await call.record(tx, { subject: before.name, before: inWords(before) })
    })
    rules.forget()
  })

  serve(alarmRules.test, async ({ condition, scope, days }, caller) => {
    const companyId = companyOf(caller)
    const now = clock.now()
    const schedule = 'scheduleId' in condition ? await scheduleOf(db, companyId, condition.scheduleId) : null
    const seen = directory
      .ofCompany(companyId)
      .filter((device) => can(caller, readPermission[device.kind]) && directory.sees(caller, device.id))
    const isSeen = ({ levels }: KnownPlace) =>
      can(caller, sightOf({ device: null, site: {} })) && seesLabelled(caller, levels)
    const places = directory.placesOf(companyId).filter(isSeen)
    const placesOf = (of: Pick<AlarmRule, 'condition' | 'scope'>) =>
      'measure' in of.condition && isOfPlace(of.condition.measure)
        ? placesOfRule(of.condition.measure, of.scope, places)
        : []
    const ruleIds = condition.kind === 'combination' ? condition.ruleIds : []
    const combined = (await rules.ofCompany(companyId)).all.filter(({ id }) => ruleIds.includes(id))
    const found = await episodesOf(db, {
      condition,
      devices: seen.filter((device) => isWithin(scope, device)),
      places: placesOf({ condition, scope }),
      combined: combined.map((rule) => ({
        ...rule,
        devices: seen.filter((device) => looksAt(rule, device)),
        places: placesOf(rule),
      })),
      since: new Date(now.getTime() - days * dayMs),
      now,
      schedule,
    })
    if (typeof found === 'string') return { count: 0, alarms: [], without: found }
    const newest = found.toSorted((a, b) => b.from.getTime() - a.from.getTime()).slice(0, mostListed)
    return {
      count: found.length,
      alarms: newest.map(({ source, from, to, value }) => ({
        ...shownAt(source),
        raisedAt: from.toISOString(),
        returnedAt: to?.toISOString() ?? null,
        value,
      })),
      without: null,
    }
  })
}

const shownAt = (source: Episode['source']) => {
  const { id, name } = source
  return 'key' in source
    ? { device: { id, key: source.key, name, kind: source.kind }, place: null }
    : { device: null, place: { id, name } }
}

interface Version {
  readonly version: number
  readonly name: string
  readonly severity: AlarmRule['severity']
  readonly definition: unknown
  readonly at: string
  readonly by: string | null
}

const readRules = async (db: Db, caller: Caller, id?: string): Promise<AlarmRule[]> => {
  const rows = await rowsOf<
    Pick<
      AlarmRule,
      'id' | 'version' | 'enabled' | 'preset' | 'name' | 'severity' | 'changedAt' | 'changedBy' | 'open'
    > & {
      readonly definition: unknown
      readonly point: Omit<NonNullable<AlarmRule['setPoint']>, 'except'> | null
    }
  >(db)`
    select r.id, r.version, r.enabled, r.preset,
      case when r.channel is not null
        then jsonb_build_object('areaId', r.area_id, 'channel', r.channel, 'stage', r.stage) end as point, v.name, v.severity, v.definition, ${iso('v.created_at')} as "changedAt",
      v.created_by as "changedBy",
      (select count(*) from alarm a left join device d on d.id = a.device_id
        where a.rule_id = r.id and a.cleared_at is null and ${visibleTo(caller)})::int as open
    from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
    where ${allOf(sql`r.company_id = ${companyOf(caller)}`, sql`r.deleted_at is null`, id && sql`r.id = ${id}`)}
    order by sort_key_of(v.name), r.id
  `
  return rows.map(({ definition: stored, point, ...row }) => {
    const { except = null, ...facts } = definition.parse(stored)
    return { ...row, ...facts, setPoint: point && { ...point, except } }
  })
}

const versionOf = (
  { name, severity, ...rest }: Facts,
  caller: Caller,
  except?: Definition['except'],
): Pick<RuleVersion, 'name' | 'severity' | 'definition' | 'at' | 'by'> => ({
  name,
  severity,
  definition: definition.parse({ ...rest, except }),
  at: clock.now(),
  by: caller.name || actorOfPerson(caller).actor,
})

const inWords = ({
  name,
  severity,
  enabled,
  condition,
  scope,
  suppressedBy,
  escalationId,
  latches,
  reasonAsked,
  checklist,
}: Facts & {
  readonly enabled: boolean
}) => ({ name, severity, enabled, condition, scope, suppressedBy, escalationId, latches, reasonAsked, checklist })

const scheduleOf = async (db: Db, companyId: string, id: string): Promise<ScheduleRules | null> =>
  (
    await firstOf<{ rules: ScheduleRules }>(db)`
      select ${rulesColumns} as rules from schedule s left join holiday_calendar c on c.id = s.calendar_id
      where s.id = ${id} and s.company_id = ${companyId}
    `
  )?.rules ?? null

// What it names has to be of the company, and a combination combines rules that combine none.
const demandValid = async (db: Db, directory: Directory, caller: Caller, ruleId: string | null, facts: Facts) => {
  const companyId = companyOf(caller)
  const { condition, scope, suppressedBy } = facts
  const wrong: { field: string; message: string }[] = []
  const devices = directory.ofCompany(companyId)
  const ids = (of: (device: (typeof devices)[number]) => string | null) => new Set(devices.map(of))
  if (scope.deviceIds.some((id) => !ids((device) => device.id).has(id)))
    wrong.push({ field: 'scope.deviceIds', message: 'Choose devices of your company' })
  for (const [field, table, wanted] of [
    ['scope.siteIds', 'site', scope.siteIds],
    ['scope.zoneIds', 'zone', scope.zoneIds],
    ['scope.labelIds', 'label', scope.labelIds],
  ] as const) {
    if (wanted.length === 0) continue
    const known = await rowsOf<{ id: string }>(db)`
      select id from ${sql.table(table)} where company_id = ${companyId} and id = any (${wanted}::uuid[])
    `
    if (known.length < new Set(wanted).size)
      wrong.push({ field, message: 'This is not of your company, or not there any more' })
  }
  const combined = condition.kind === 'combination' ? condition.ruleIds : []
  const named = [...new Set([...combined, ...suppressedBy])]
  const known = new Map((await readRules(db, caller)).map((rule) => [rule.id, rule]))
  if (named.some((id) => id === ruleId || !known.has(id)))
    wrong.push({
      field: combined.some((id) => id === ruleId || !known.has(id)) ? 'condition.ruleIds' : 'suppressedBy',
      message: 'Choose other rules of your company',
    })
  if (ruleId !== null && suppressesItself(ruleId, suppressedBy, known))
    wrong.push({ field: 'suppressedBy', message: 'One of these is suppressed by this rule: nobody would be notified' })
  if (condition.kind === 'combination' && condition.within === 'device' && new Set(combined).size < condition.atLeast)
    wrong.push({ field: 'condition.atLeast', message: 'At one device so many of these rules can never hold' })
  if (combined.some((id) => known.get(id)?.condition.kind === 'combination'))
    wrong.push({ field: 'condition.ruleIds', message: 'A combination cannot combine another combination' })
  const isOfRecord = 'measure' in condition && measures[condition.measure].of === 'record'
  const isScoped = Object.values(scope).some((part) => part.length > 0)
  if (isOfRecord && isScoped)
    wrong.push({ field: 'condition.measure', message: 'The activity log is of the whole company: choose no place' })
  if ('measure' in condition) wrong.push(...faultsOfPlaces(condition.measure, scope))
  if (condition.kind === 'combination' && isScoped)
    wrong.push({
      field: 'scope',
      message: 'A combination looks where the rules look that it combines: choose no place',
    })
  if ('scheduleId' in condition && (await scheduleOf(db, companyId, condition.scheduleId)) === null)
    wrong.push({ field: 'condition.scheduleId', message: 'Choose a schedule of your company' })
  if (condition.kind === 'rate' && !condition.measure.startsWith('gas.'))
    wrong.push({ field: 'condition.measure', message: 'Only gas readings are watched for how fast they change' })
  if (condition.kind === 'stale' && !condition.measure.startsWith('gas.'))
    wrong.push({ field: 'condition.measure', message: 'Only gas readings are watched for being stale' })
  if (wrong.length > 0) throw invalid(wrong)
}

// How many people are inside is of places: no device has it, and no label marks what is counted.
const faultsOfPlaces = (measure: MeasureName, scope: Facts['scope']) =>
  isOfPlace(measure)
    ? (['labelIds', 'kinds', 'deviceIds'] as const)
        .filter((part) => scope[part].length > 0)
        .map((part) => ({
          field: `scope.${part}`,
          message: `${measures[measure].title} is of sites and zones: choose only those`,
        }))
    : []

// Of rules that suppress each other, by whatever detour, nobody would be notified of any.
const suppressesItself = (
  ruleId: string,
  suppressedBy: readonly string[],
  known: ReadonlyMap<string, Pick<AlarmRule, 'suppressedBy'>>,
): boolean => {
  const seen = new Set<string>()
  const left = [...suppressedBy]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === ruleId) return true
    if (seen.has(id)) continue
    seen.add(id)
    left.push(...(known.get(id)?.suppressedBy ?? []))
  }
  return false
}
