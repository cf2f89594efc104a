// The drills of a demo building's past, written into the store as if they had been held: a lockdown with what came of
// every door, and roll-calls with all that was said in them.
import {
  type Called,
  type LockdownDrill,
  lockdownDrill,
  type RollCall,
  rollCalls,
  type RecordedMark,
} from '@gatehouse/demo/drills'
import { randomFor } from '@gatehouse/demo/random'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { idAt } from './copy-text.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

interface Somebody {
  readonly id: string | undefined
  readonly name: string
}

/** What a controller that is staged to refuse says (simulator/manners.ts). */
const refusal = 'out of order'
const silence = 'The door did not answer in time'
const answerMs = 10_000
const longAgoMs = 12 * 3_600_000

export const insertDrills = async (tx: pg.Client, world: World, ids: Ids, seed: number, to: number): Promise<void> => {
  if (!world.access) return
  const people = new Map(
    world.people.map((p) => [
      p.email,
      { id: ids.people.get(p.credential), name: `${p.firstName} ${p.lastName}` } satisfies Somebody,
    ]),
  )
  const supervisor = world.people.find((p) => p.account?.role === 'supervisor') ?? world.people.find((p) => p.account)
  const leader = people.get(supervisor?.email ?? '') ?? { id: undefined, name: 'the supervisor' }
  await insertLockdown(tx, ids, lockdownDrill(world, to), leader, seed)
  // Of a building with guards: somebody has to call.
  if (!world.people.some((p) => p.rhythm === 'guard')) return
  for (const call of rollCalls(world, seed, to)) await insertRollCall(tx, world, ids, call, people, leader)
}

const insertLockdown = async (tx: pg.Client, ids: Ids, drill: LockdownDrill, leader: Somebody, seed: number) => {
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id, name from lockdown_scenario where company_id = $1 and everywhere',
    [ids.company],
  )
  const [scenario] = rows
  if (!scenario) return
  const id = idAt(drill.starts)
  const correlation = idAt(drill.starts)
  const reason = 'Quarterly lockdown drill'
  const over = 'The drill is over'
  await insert(
    tx,
    'lockdown',
    [
      'id',
      'company_id',
      'scenario_id',
      'name',
      'reason',
      'correlation_id',
      'started_at',
      'started_by',
      'started_by_name',
      'released_at',
      'released_by',
      'released_by_name',
      'release_reason',
    ],
    [
      [
        id,
        ids.company,
        scenario.id,
        scenario.name,
        reason,
        correlation,
        new Date(drill.starts),
        leader.id,
        leader.name,
        new Date(drill.ends),
        leader.id,
        leader.name,
        over,
      ],
    ],
  )
  await tx.query(
    `insert into lockdown_role (lockdown_id, role_id, may)
     select $1, role_id, may from lockdown_scenario_role where scenario_id = $2 and may <> 'trigger'`,
    [id, scenario.id],
  )
  const random = randomFor(seed, 'lockdown answers', drill.starts)
  const commands: unknown[][] = []
  const steps: unknown[][] = []
  const record = (
    door: string,
    action: string,
    why: string,
    at: number,
    outcome: 'confirmed' | 'refused' | 'no-answer',
  ) => {
    const commandId = idAt(at)
    const answered = at + (outcome === 'no-answer' ? answerMs : random.whole(45, 340))
    const detail = outcome === 'refused' ? refusal : outcome === 'no-answer' ? silence : null
    commands.push([
      commandId,
      ids.company,
      ids.devices.get(door),
      action,
      action,
      '{}',
      why,
      leader.id,
      leader.name,
      correlation,
      outcome,
      detail,
      new Date(at),
      new Date(at + answerMs),
    ])
    steps.push(
      [commandId, new Date(at), 'requested', null],
      [commandId, new Date(at + random.whole(8, 30)), 'sent', null],
      [commandId, new Date(answered), outcome, detail],
    )
    return { commandId, answered: new Date(answered) }
  }
  const doors = [...drill.doors].map(([door, outcome]) => {
    const down = record(door, 'lockdown', reason, drill.starts, outcome)
    const up = record(door, 'release-lockdown', over, drill.ends, 'confirmed')
    return [id, ids.devices.get(door), down.commandId, up.commandId, up.answered]
  })
  await insert(
    tx,
    'command',
    [
      'id',
      'company_id',
      'device_id',
      'asked',
      'action',
      'args',
      'reason',
      'user_id',
      'actor',
      'correlation_id',
      'status',
      'detail',
      'requested_at',
      'expires_at',
    ],
    commands,
  )
  await insert(tx, 'command_step', ['command_id', 'at', 'status', 'detail'], steps)
  await insert(
    tx,
    'lockdown_door',
    ['lockdown_id', 'device_id', 'command_id', 'release_command_id', 'settled_at'],
    doors,
  )
}

const insertRollCall = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  call: RollCall,
  people: ReadonlyMap<string, Somebody>,
  leader: Somebody,
) => {
  const id = idAt(call.starts)
  const points = world.access?.assemblyPoints ?? []
  const zones = new Map(world.zones.map((z) => [z.key, z.name]))
  // Grows with every change, and is the hour of it.
  const seqOf = (at: number) => at * 1000
  const entries = call.people.map((called) => ({
    called,
    id: uuid(),
    marks: called.marks.map((m) => ({ ...m, id: uuid() })),
  }))
  const last = Math.max(call.starts, ...call.people.flatMap((p) => p.marks.map((m) => m.at)))
  await insert(
    tx,
    'muster',
    [
      'id',
      'company_id',
      'site_id',
      'site',
      'kind',
      'reason',
      'assembly_points',
      'started_at',
      'started_by',
      'started_by_name',
      'correlation_id',
      'ended_at',
      'ended_by',
      'ended_by_name',
      'summary',
      'seq',
    ],
    [
      [
        id,
        ids.company,
        ids.site,
        world.site,
        'drill',
        call.reason,
        points,
        new Date(call.starts),
        leader.id,
        leader.name,
        idAt(call.starts),
        new Date(call.ends),
        leader.id,
        leader.name,
        call.summary,
        seqOf(last),
      ],
    ],
  )
  const byOf = ({ by }: RecordedMark): Somebody =>
    'warden' in by ? (people.get(by.warden) ?? leader) : { id: undefined, name: by.door.name }
  const placeOf = ({ place }: RecordedMark) => (place === null ? null : (points[place] ?? null))
  await insert(
    tx,
    'muster_person',
    [
      'muster_id',
      'id',
      'company_id',
      'user_id',
      'name',
      'zone_id',
      'zone',
      'source',
      'confidence',
      'because',
      'since',
      'door_id',
      'door',
      'added_at',
      'added_by_name',
      'moved_at',
      'status',
      'status_at',
      'status_by',
      'status_by_name',
      'place',
      'note',
      'mark_id',
      'seq',
    ],
    entries.map(({ called, id: personId, marks }) => {
      const { person, name, seen, added } = called
      const word = marks.at(-1)
      const holds = word && [
        word.status,
        new Date(word.at),
        byOf(word).id ?? null,
        byOf(word).name,
        placeOf(word),
        word.note,
        word.id,
        seqOf(word.at),
      ]
      return [
        id,
        personId,
        ids.company,
        person ? ids.people.get(person.credential) : null,
        name,
        seen ? ids.zones.get(seen.zone) : null,
        seen ? zones.get(seen.zone) : null,
        seen ? 'badge' : 'warden',
        ...believed(called, call.starts),
        seen ? new Date(seen.at) : null,
        seen ? ids.devices.get(seen.door.key) : null,
        seen ? seen.door.name : null,
        added === null ? null : new Date(added),
        added === null ? null : marks[0] ? byOf(marks[0]).name : leader.name,
        seen ? new Date(seen.at) : null,
        ...(holds ?? ['unaccounted', null, null, null, null, null, null, seqOf(call.starts)]),
      ]
    }),
  )
  await insert(
    tx,
    'muster_mark',
    [
      'muster_id',
      'id',
      'person_id',
      'status',
      'place',
      'note',
      'at',
      'said_at',
      'received_at',
      'how',
      'by_id',
      'by_name',
    ],
    entries.flatMap(({ id: personId, marks }, index) =>
      marks.map((marked) => [
        id,
        marked.id,
        personId,
        marked.status,
        placeOf(marked),
        marked.note,
        new Date(marked.at),
        new Date(marked.at),
        // One warden's phone had no connection behind the church for a while.
        new Date(marked.at + (index % 9 === 4 ? 95_000 : 400)),
        'warden' in marked.by ? 'warden' : 'badge',
        byOf(marked).id ?? null,
        byOf(marked).name,
      ]),
    ),
  )
  const listed = entries.filter(({ called }) => called.seen).length
  await insert(
    tx,
    'muster_count',
    ['muster_id', 'counted', 'listed', 'device_ids'],
    [
      [
        id,
        listed + 2,
        listed,
        world.counters
          .filter((c) => world.doors.some((d) => d.key === c.door && d.perimeter))
          .map((c) => ids.devices.get(c.key)),
      ],
    ],
  )
}

const believed = ({ seen }: Called, starts: number): [confidence: string, because: string] => {
  if (!seen) return ['high', 'added']
  return starts - seen.at >= longAgoMs ? ['low', 'long-ago'] : ['high', 'went-through']
}
