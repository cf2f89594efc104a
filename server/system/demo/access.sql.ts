// Who may go where in a demo building, written into the store: groups of doors and people, schedules, levels, what people
// hold besides their cards, passes, lockdown scenarios, and the plans of the floors.
import { randomBytes } from 'node:crypto'
import type { Access, Pass } from '@gatehouse/demo/access'
import { dateOf, localDay, plusDays } from '@gatehouse/demo/local-day'
import { devicesOf, type World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { newMobileSecret, pinValue, sealMobile, sealPinKey } from '../../access/access/access.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { readManifest, readPictures } from './drawn-plans.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

const dayMs = 86_400_000
/** The rules have been so since long before the past begins. */
const setUpDaysAgo = 190

export interface AccessParts {
  readonly vault: Vault
  /** Milliseconds: the present of the building. */
  readonly to: number
}

/** From when on somebody works at the doors that are in maintenance when the history ends. */
export const maintainedSince = (to: number): number => to - 2 * dayMs

export const insertAccess = async (tx: pg.Client, world: World, ids: Ids, parts: AccessParts): Promise<void> => {
  await insertDoorTerms(tx, world, ids, parts.to)
  await insertPlans(tx, world, ids, parts.to)
  if (!world.access) return
  const { access } = world
  const since = new Date(parts.to - setUpDaysAgo * dayMs)
  const people = ids.byEmail
  const doorGroups = named(access.doorGroups)
  const schedules = named(access.schedules)
  const groups = named(access.groups)
  const levels = named(access.levels)
  const { company } = ids

  await insert(
    tx,
    'door_group',
    ['id', 'company_id', 'name', 'description', 'created_at'],
    access.doorGroups.map((g) => [doorGroups.get(g.name), company, g.name, g.description, since]),
  )
  await insert(
    tx,
    'door_group_door',
    ['group_id', 'device_id'],
    access.doorGroups.flatMap((g) => g.doors.map((door) => [doorGroups.get(g.name), ids.devices.get(door)])),
  )
  await insertSchedules(tx, access, ids, schedules)
  await insert(
    tx,
    'access_group',
    ['id', 'company_id', 'name', 'description', 'created_at'],
    access.groups.map((g) => [groups.get(g.name), company, g.name, g.description, since]),
  )
  await insert(
    tx,
    'access_group_member',
    ['group_id', 'user_id', 'added_at'],
    access.groups.flatMap((g) => g.people.map((email) => [groups.get(g.name), people.get(email), since])),
  )
  await insert(
    tx,
    'access_level',
    ['id', 'company_id', 'name', 'description', 'schedule_id', 'created_at'],
    access.levels.map((l) => [levels.get(l.name), company, l.name, l.description, idOf(schedules, l.schedule), since]),
  )
  const ofLevels = (list: (level: Access['levels'][number]) => readonly (string | undefined)[]) =>
    access.levels.flatMap((l) => list(l).map((id) => [levels.get(l.name), id, since]))
  await insert(
    tx,
    'access_level_door',
    ['level_id', 'door_id', 'added_at'],
    ofLevels((l) => l.doors.map((key) => ids.devices.get(key))),
  )
  await insert(
    tx,
    'access_level_door_group',
    ['level_id', 'group_id', 'added_at'],
    ofLevels((l) => l.doorGroups.map((name) => doorGroups.get(name))),
  )
  await insert(
    tx,
    'access_level_group',
    ['level_id', 'group_id', 'added_at'],
    ofLevels((l) => l.groups.map((name) => groups.get(name))),
  )
  await insert(
    tx,
    'access_level_person',
    ['level_id', 'user_id', 'added_at'],
    ofLevels((l) => l.people.map((email) => people.get(email))),
  )
  await insert(
    tx,
    'access_person',
    ['user_id', 'company_id', 'suspended', 'extended_time', 'passback_exempt', 'escort'],
    access.people.map((p) => [
      people.get(p.email),
      company,
      p.suspended ?? false,
      p.extendedTime ?? false,
      p.passbackExempt ?? false,
      p.escort ?? 'none',
    ]),
  )
  await insertHeld(tx, access, ids, people, parts)
  await insertPasses(tx, world, access, ids, people, parts.to)
  await insertLockdowns(tx, access, ids, doorGroups)
}

/** Every door of a demo decides by its list, as the simulator plays it, but for those that are to ask. */
const insertDoorTerms = async (tx: pg.Client, world: World, ids: Ids, to: number) => {
  const terms = (key: string) => world.access?.doors[key] ?? {}
  await insert(
    tx,
    'door_access',
    ['door_id', 'company_id', 'decides', 'pin_needed', 'passback'],
    world.doors.map(({ key }) => [
      ids.devices.get(key),
      ids.company,
      terms(key).asks ? 'server' : 'controller',
      terms(key).pinNeeded ?? false,
      terms(key).passback ?? 'none',
    ]),
  )
  for (const { key } of world.doors) {
    const { pulse, openTooLong, reasonAsked, watchedBy, maintenance } = terms(key)
    if (!pulse && !openTooLong && !reasonAsked && !watchedBy && !maintenance) continue
    await tx.query(
      `update door set pulse_seconds = coalesce($2, pulse_seconds),
         open_too_long_seconds = coalesce($3, open_too_long_seconds), reason_asked = coalesce($4, reason_asked),
         watched_by = coalesce($5, watched_by)
       where device_id = $1`,
      [ids.devices.get(key), pulse ?? null, openTooLong ?? null, reasonAsked ?? null, watchedBy ?? null],
    )
    if (maintenance)
      await tx.query(
        `update device set out_of_service_since = $2, out_of_service_reason = $3, out_of_service_by = $4 where id = $1`,
        [ids.devices.get(key), new Date(maintainedSince(to)), maintenance, managerOf(world)],
      )
  }
}

const managerOf = ({ people }: World) => {
  const manager = people.find((p) => p.account?.role === 'manager') ?? people.find((p) => p.account)
  return manager ? `${manager.firstName} ${manager.lastName}` : 'the manager'
}

const insertPlans = async (tx: pg.Client, world: World, ids: Ids, to: number) => {
  const plans = Object.entries(world.plans ?? {})
  if (plans.length === 0) return
  const drawn = await readManifest()
  const at = new Date(to - setUpDaysAgo * dayMs)
  const rows = await Promise.all(
    plans.map(async ([key]) => {
      const { large, small } = await readPictures(key)
      const size = drawn[key]
      return [ids.floors.get(key), ids.company, uuid(), size?.width, size?.height, large, small, 'SVG drawing', at]
    }),
  )
  await insert(
    tx,
    'plan',
    ['floor_id', 'company_id', 'picture_id', 'width', 'height', 'large', 'small', 'source', 'uploaded_at'],
    rows,
  )
  const floors = new Map(devicesOf(world).map((d) => [d.key, d.floor]))
  await insert(
    tx,
    'plan_device',
    ['device_id', 'floor_id', 'x', 'y', 'rotation'],
    plans.flatMap(([, { width, height, devices }]) =>
      Object.entries(devices).map(([key, [x, y, turned = 0]]) => [
        ids.devices.get(key),
        ids.floors.get(floors.get(key) ?? ''),
        x / width,
        y / height,
        turned,
      ]),
    ),
  )
}

const insertSchedules = async (tx: pg.Client, access: Access, ids: Ids, schedules: ReadonlyMap<string, string>) => {
  const calendars = named(access.calendars)
  await insert(
    tx,
    'holiday_calendar',
    ['id', 'company_id', 'name', 'days'],
    access.calendars.map((c) => [calendars.get(c.name), ids.company, c.name, JSON.stringify(c.days)]),
  )
  await insert(
    tx,
    'schedule',
    ['id', 'company_id', 'name', 'description', 'week', 'exceptions', 'calendar_id', 'on_holidays', 'holiday_ranges'],
    access.schedules.map((s) => [
      schedules.get(s.name),
      ids.company,
      s.name,
      s.description,
      JSON.stringify(s.week),
      JSON.stringify(s.exceptions ?? []),
      idOf(calendars, s.calendar ?? null),
      s.onHolidays,
      JSON.stringify(s.holidayRanges ?? []),
    ]),
  )
  await insert(
    tx,
    'door_schedule',
    ['id', 'company_id', 'schedule_id', 'device_id', 'first_person_in'],
    access.doorSchedules.map((d) => [
      uuid(),
      ids.company,
      schedules.get(d.schedule),
      ids.devices.get(d.door),
      d.firstPersonIn,
    ]),
  )
}

const insertHeld = async (
  tx: pg.Client,
  access: Access,
  ids: Ids,
  people: ReadonlyMap<string, string | undefined>,
  { vault, to }: AccessParts,
) => {
  const pinKey = randomBytes(32)
  await insert(tx, 'access_key', ['company_id', 'pin_key'], [[ids.company, sealPinKey(vault, ids.company, pinKey)]])
  const rows = access.held.map((held) => {
    const id = uuid()
    const { kind, value = '' } = held
    const ended = held.endedDaysAgo === undefined ? null : new Date(to - held.endedDaysAgo * dayMs)
    return [
      id,
      ids.company,
      people.get(held.email),
      kind === 'pin' ? pinValue(pinKey, value) : kind === 'mobile' ? `mobile:${id}` : value,
      kind,
      held.label ?? '',
      held.state ?? 'active',
      held.duress ?? false,
      // Of a phone that was set up; whose it is shows it, but nobody has it in hand.
      kind === 'mobile' && held.label === 'Work phone' ? sealMobile(vault, id, newMobileSecret()) : null,
      ended,
      new Date((ended?.getTime() ?? to) - setUpDaysAgo * dayMs),
    ]
  })
  await insert(
    tx,
    'credential',
    ['id', 'company_id', 'user_id', 'value', 'kind', 'label', 'state', 'duress', 'secret', 'valid_to', 'created_at'],
    rows,
  )
}

const insertPasses = async (
  tx: pg.Client,
  world: World,
  access: Access,
  ids: Ids,
  people: ReadonlyMap<string, string | undefined>,
  to: number,
) => {
  const moment = ([day, time]: Pass['from']) => {
    const on = localDay(world.timeZone, plusDays(dateOf(world.timeZone, to), day))
    return new Date(on.at(Number(time.slice(0, 2)) * 60 + Number(time.slice(3))))
  }
  const passes = access.passes.map((pass) => ({
    ...pass,
    id: uuid(),
    starts: moment(pass.from),
    ends: moment(pass.to),
  }))
  const desk = world.people.find((p) => p.job === 'Receptionist')?.email ?? world.people[0]?.email ?? ''
  await insert(
    tx,
    'visitor_pass',
    [
      'id',
      'company_id',
      'visitor_name',
      'visitor_company',
      'note',
      'host_id',
      'valid_from',
      'valid_to',
      'uses',
      'used',
      'last_used_at',
      'state',
      'escort_needed',
      'created_by',
      'created_at',
      'ended_at',
    ],
    passes.map((p) => [
      p.id,
      ids.company,
      p.visitor,
      p.company,
      p.note ?? '',
      people.get(p.host),
      p.starts,
      p.ends,
      p.uses,
      p.used ?? 0,
      p.used ? new Date(Math.min(p.starts.getTime() + 25 * 60_000, to)) : null,
      p.withdrawn ? 'withdrawn' : p.uses !== null && (p.used ?? 0) >= p.uses ? 'used' : 'issued',
      p.escortNeeded ?? false,
      people.get(desk),
      new Date(Math.min(p.starts.getTime(), to) - dayMs),
      p.withdrawn ? new Date(to - 3_600_000) : null,
    ]),
  )
  await insert(
    tx,
    'visitor_pass_door',
    ['pass_id', 'door_id'],
    passes.flatMap((p) => p.doors.map((key) => [p.id, ids.devices.get(key)])),
  )
  await insert(
    tx,
    'credential',
    ['id', 'company_id', 'pass_id', 'value', 'kind'],
    passes.map((p) => [uuid(), ids.company, p.id, p.code, 'pass']),
  )
}

const insertLockdowns = async (tx: pg.Client, access: Access, ids: Ids, doorGroups: ReadonlyMap<string, string>) => {
  const scenarios = named(access.lockdowns)
  await insert(
    tx,
    'lockdown_scenario',
    ['id', 'company_id', 'name', 'description', 'everywhere'],
    access.lockdowns.map((s) => [scenarios.get(s.name), ids.company, s.name, s.description, s.everywhere ?? false]),
  )
  await insert(
    tx,
    'lockdown_scenario_part',
    ['scenario_id', 'floor_id', 'group_id'],
    access.lockdowns.flatMap((s) => [
      ...(s.floors ?? []).map((key) => [scenarios.get(s.name), ids.floors.get(key), null]),
      ...(s.doorGroups ?? []).map((name) => [scenarios.get(s.name), null, doorGroups.get(name)]),
    ]),
  )
  const { rows: roles } = await tx.query<{ id: string; name: string }>(
    'select id, name from role where company_id = $1',
    [ids.company],
  )
  const roleIds = new Map(roles.map((r) => [r.name, r.id]))
  await insert(
    tx,
    'lockdown_scenario_role',
    ['scenario_id', 'role_id', 'may'],
    access.lockdowns.flatMap((s) =>
      (['trigger', 'release', 'pass'] as const).flatMap((may) =>
        s[may].map((role) => [scenarios.get(s.name), roleIds.get(role), may]),
      ),
    ),
  )
}

const named = (list: readonly { readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(list.map(({ name }) => [name, uuid()]))

const idOf = (ids: ReadonlyMap<string, string>, name: string | null) => (name === null ? null : ids.get(name))
