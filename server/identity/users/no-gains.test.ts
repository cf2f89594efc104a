// Random hands on roles, labels, people, invitations and other eyes: nobody ever gains what the hand did not hold.
// GATEHOUSE_GAINS says how many operations; as many as issue 3 asks for take some minutes.
import { neededBy } from '@gatehouse/contract/lack'
import * as labels from '@gatehouse/contract/identity/labels'
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import { missing, own, type Permission } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { attacked } from '../../surface/attack.testing.ts'
import { aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { Refusal } from '../../kit/errors.ts'
import {
  callerOf,
  look,
  openOperations,
  passes,
  pool,
  populate,
  sees,
  type Snapshot,
  type Soul,
} from './gains.testing.ts'
import { acceptInvitation, findInvitation } from './users.ts'

const operations = Number(process.env['GATEHOUSE_GAINS'] ?? 300)
const stepsARun = 100

let database: TestDatabase
let world: ReturnType<typeof openOperations>
beforeAll(async () => {
  database = await freshDatabase()
  world = openOperations(database.url)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const kinds = {
  'roles.create': roles.create,
  'roles.update': roles.update,
  'roles.remove': roles.remove,
  'roles.assign': roles.assign,
  'labels.create': labels.create,
  'labels.update': labels.update,
  'labels.remove': labels.remove,
  'labels.setMarks': labels.setMarks,
  'users.setLabels': users.setLabels,
  'users.suspend': users.suspend,
  'users.reinstate': users.reinstate,
  'users.viewAs': users.viewAs,
  'users.invite': users.invite,
} as const
type Kind = keyof typeof kinds | 'accept'

const step = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Kind>('roles.assign', 'roles.update', 'roles.create') },
    { weight: 4, arbitrary: fc.constantFrom<Kind>('users.setLabels', 'labels.setMarks', 'users.invite', 'accept') },
    { weight: 2, arbitrary: fc.constantFrom<Kind>('users.viewAs', 'users.suspend', 'users.reinstate') },
    {
      weight: 2,
      // Most labels are not theirs to remove who try: tried twice as often, so that in every run some are.
      arbitrary: fc.constantFrom<Kind>(
        'roles.remove',
        'labels.create',
        'labels.update',
        'labels.remove',
        'labels.remove',
      ),
    },
  ),
  actor: fc.nat(1000),
  target: fc.nat(1000),
  people: fc.array(fc.nat(1000), { minLength: 1, maxLength: 2 }),
  roles: fc.array(fc.nat(1000), { maxLength: 2 }),
  taken: fc.array(fc.nat(1000), { maxLength: 2 }),
  labels: fc.array(fc.nat(1000), { maxLength: 2 }),
  things: fc.array(fc.nat(1000), { maxLength: 2 }),
  permissions: fc.subarray([...pool], { maxLength: 4 }),
  /** What the server still believes the actor to hold, because nobody has told it otherwise yet. */
  believed: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant(pool) }),
})
/** One person in twelve is an administrator, of sorts; beside them the founder. */
const permissionSet = fc
  .tuple(fc.subarray(pool.filter((p) => p !== 'admin_access')), fc.nat(11))
  .map(([some, chance]): Permission[] => (chance === 0 ? [...some, 'admin_access'] : some))
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const tally = { done: 0, refused: 0, byOthers: 0, byKind: new Map<Kind, number>() }
const pending: { token: string; email: string; inviterId: string }[] = []

const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length]
  if (found === undefined) throw new Error('There is nothing to pick from')
  return found
}

// Half of the time within reach, so that something is done; else anywhere, also in the other company.
const inputOf = (s: Step, actor: Soul, now: Snapshot): Record<string, unknown> => {
  const aims = s.actor % 2 === 0
  const within = (permissions: Iterable<string>) => !aims || [...permissions].every((p) => actor.holds.has(p))
  const souls = [...now.souls.values()].filter(({ granted }) => within(granted))
  const offered = now.roles.filter(({ permissions }) => within(permissions))
  const of = (from: readonly { id: string }[], at: readonly number[]) =>
    from.length === 0 ? [] : [...new Set(at.map((n) => pick(from, n).id))]
  const things = of([...now.things.values()], s.things)
  const [person] = of(souls, s.people)
  const add = of(offered, s.roles)
  const name = `Name ${uuid()}`
  const inputs: Record<Kind, Record<string, unknown>> = {
    'roles.create': { name, permissions: s.permissions },
    'roles.update': { id: of(offered, [s.target])[0], permissions: s.permissions },
    'roles.remove': { id: of(offered, [s.target])[0] },
    'roles.assign': {
      userIds: of(souls, s.people),
      add,
      remove: of(offered, s.taken).filter((id) => !add.includes(id)),
    },
    'labels.create': { name },
    'labels.update': { id: of(now.labels, [s.target])[0], name },
    'labels.remove': { id: of(now.labels, [s.target])[0] },
    'labels.setMarks': {
      id: of(now.labels, [s.target])[0],
      siteIds: things.filter((id) => now.things.get(id)?.within.length === 0),
      zoneIds: things.filter((id) => now.things.get(id)?.within.length === 1),
      deviceIds: things.filter((id) => now.things.get(id)?.within.length === 2),
    },
    'users.setLabels': { userId: person, labelIds: of(now.labels, s.labels) },
    'users.suspend': { userId: person, reason: 'Because' },
    'users.reinstate': { userId: person },
    'users.viewAs': { userId: person, reason: 'Because' },
    'users.invite': {
      email: `${uuid()}@gatehouse.example`,
      firstName: 'Grace',
      lastName: 'Hopper',
      roleIds: add,
      labelIds: of(now.labels, s.labels),
    },
    accept: {},
  }
  return inputs[s.kind]
}

/** Carries out a step; answers who had their hands in it, or null where it was refused. */
const carryOut = async (s: Step, now: Snapshot): Promise<Soul | null> => {
  const { kind } = s
  if (kind === 'accept') return accept(s.actor)
  const able = ableTo(kind, now)
  const others = able.filter((soul) => !soul.holds.has('admin_access'))
  const hands = s.actor % 8 > 0 && others.length > 0 ? others : able
  const actor = pick(s.believed.length === 0 && hands.length > 0 ? hands : [...now.souls.values()], s.actor)
  return actAs(actor, s, kind, now)
}

const ableTo = (kind: Exclude<Kind, 'accept'>, now: Snapshot) =>
  [...now.souls.values()].filter((soul) => missing(soul.holds, neededBy(kinds[kind])).length === 0)

const actAs = async (actor: Soul, s: Step, kind: Exclude<Kind, 'accept'>, now: Snapshot): Promise<Soul | null> => {
  if (!actor.holds.has('admin_access')) tally.byOthers++
  const posted = world.letters.length
  const answer = await world.act(kinds[kind], inputOf(s, actor, now), callerOf(actor, s.believed))
  if (answer === null) return null
  if (kind === 'users.invite') remember(actor, posted)
  if (kind === 'users.viewAs') {
    const { token } = answer as { token: string }
    const seen = await world.sessions.caller(token)
    expect([...(seen?.permissions ?? [])].filter((p) => !actor.holds.has(p))).toEqual([])
  }
  return actor
}

const remember = (inviter: Soul, posted: number) => {
  for (const letter of world.letters.slice(posted)) {
    if (letter.letter !== 'invitation') continue
    pending.push({ token: letter.values.link.split('=')[1] ?? '', email: letter.to, inviterId: inviter.id })
  }
}

const accept = async (at: number): Promise<Soul | null> => {
  const [next] = pending.splice(at % Math.max(pending.length, 1), 1)
  const invitation = next && (await findInvitation(world.db, next.token))
  if (!next || !invitation) return null
  const account = await aUser(world.pool, { id: invitation.companyId }, { can: own })
  await world.pool.query('update users set company_id = null, email = $2 where id = $1', [account.id, next.email])
  try {
    await world.db.transaction().execute((tx) => acceptInvitation(tx, world.mail, invitation, account.id))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
  return (await look(world.db, [invitation.companyId])).souls.get(next.inviterId) ?? null
}

const beyond = (after: ReadonlySet<string>, before: ReadonlySet<string> | undefined, held: ReadonlySet<string>) =>
  [...after].filter((one) => !before?.has(one) && !held.has(one))

/** Everything that somebody gained, or lost, beyond the hands it went through. */
const gains = (before: Snapshot, after: Snapshot, hand: Soul, kind: Kind): string[] => {
  const found: string[] = []
  const held = new Set([...hand.holds, ...(kind === 'accept' ? own : [])])
  const made = new Set(after.labels.map(({ id }) => id).filter((id) => !before.labels.some((l) => l.id === id)))
  for (const soul of after.souls.values()) {
    const was = before.souls.get(soul.id)
    const send = (what: string, which: readonly string[]) =>
      which.length > 0 && found.push(`${kind}: ${soul.id} ${what} ${which.join(', ')}`)
    send('was given', beyond(soul.granted, was?.granted, held))
    send('holds', beyond(soul.holds, was?.holds, held))
    if (was) send('was taken', beyond(was.granted, soul.granted, new Set([...held, ...own])))
    if (was && was.status !== soul.status) send('changed state, holding', beyond(soul.granted, undefined, held))
    const may = hand.holds.has('admin_access') ? soul.labels : new Set([...hand.labels, ...made])
    send('has labels', beyond(soul.labels, was?.labels, may))
    if (soul.companyId !== hand.companyId && was && JSON.stringify(spell(was)) !== JSON.stringify(spell(soul)))
      send('of another company was', ['changed'])
    // Somebody new has no sight to compare with; the hand's own grants are judged by permission and label above.
    if (!was) continue
    for (const thing of after.things.values()) {
      const then = before.things.get(thing.id)
      if (!then) continue
      if (passes(soul, thing) && !passes(was, then) && !passes(hand, then)) send('is let through to', [thing.id])
      const byMarks = kind === 'labels.setMarks' || kind === 'labels.remove'
      if (byMarks && sees(soul, thing, after) && !sees(was, then, before) && !sees(hand, then, before))
        send('sees', [thing.id])
    }
  }
  return found
}

const spell = (soul: Soul) => [soul.status, [...soul.granted].sort(), [...soul.labels].sort()]

const hasAdmin = ({ souls }: Snapshot, companyId: string | null) =>
  [...souls.values()].some((soul) => soul.companyId === companyId && soul.holds.has('admin_access'))

const found: string[] = []

type Ground = Awaited<ReturnType<typeof populate>>

/** One step and what came of it, judged; answers how the world is afterwards. */
const walk = async (s: Step, now: Snapshot, ground: Ground, act = () => carryOut(s, now)): Promise<Snapshot> => {
  const hand = await act()
  if (!hand) {
    tally.refused++
    return now
  }
  const next = await look(world.db, ground.companies)
  tally.done++
  tally.byKind.set(s.kind, (tally.byKind.get(s.kind) ?? 0) + 1)
  // Whoever accepts brings an account along; the hand in it is the inviter, as they are now.
  found.push(...gains(now, next, hand, s.kind))
  if (!hasAdmin(next, ground.here)) found.push(`${s.kind}: no administrator is left`)
  return next
}

/** Chance may leave out a kind: the ablest hand tries each, one thing after another, until it has done it. */
const aimedWalk = async () => {
  pending.length = 0
  const ground = await populate(
    world.pool,
    pool.map((permission) => (permission === 'admin_access' ? [] : [permission])),
  )
  let now = await look(world.db, ground.companies)
  // One is suspended before one is reinstated, and invited before one accepts.
  for (const kind of [...(Object.keys(kinds) as (keyof typeof kinds)[]), 'accept' as const]) {
    const before = tally.byKind.get(kind)
    for (let n = 0; n < 50 && tally.byKind.get(kind) === before; n++) {
      const s: Step = { kind, actor: 0, target: n, ...aims(n), taken: [], permissions: ['read_doors'], believed: [] }
      now = await walk(s, now, ground, async () => {
        if (kind === 'accept') return accept(0)
        const hands = ableTo(kind, now).filter(({ companyId }) => companyId === ground.here)
        const ablest = hands.toSorted((a, b) => b.holds.size - a.holds.size)
        return actAs(pick(ablest, 0), s, kind, now)
      })
    }
  }
}
const aims = (n: number) => ({ people: [n], roles: [n], labels: [n], things: [n] })

test(`${operations.toLocaleString('en')} random operations: 0 gains, and an administrator is always left`, async () => {
  found.length = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(permissionSet, { minLength: 11, maxLength: 11 }),
      fc.array(step, { minLength: stepsARun, maxLength: stepsARun }),
      async (sets, steps) => {
        pending.length = 0
        const ground = await populate(world.pool, sets)
        let now = await look(world.db, ground.companies)
        for (const s of steps) now = await walk(s, now, ground)
        expect(found).toEqual([])
      },
    ),
    { numRuns: Math.ceil(operations / stepsARun), endOnFailure: true },
  )
  const doneAtRandom = tally.done
  await aimedWalk()
  attacked('operations', 'random hands on roles, labels and people', tally.done + tally.refused, found.length)
  expect(found).toEqual([])
  console.log(
    `${tally.done + tally.refused} operations (${tally.byOthers} by non-administrators), ${tally.done} done, ${tally.refused} refused, ${found.length} gains`,
    Object.fromEntries(tally.byKind),
  )
  // Hands that are refused everything prove nothing.
  expect(doneAtRandom).toBeGreaterThan(operations / 8)
  expect(tally.byKind.size).toBe(Object.keys(kinds).length + 1)
}, 1_200_000)
