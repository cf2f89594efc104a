// Roll-calls: who is put on the list and how far that is believed, marks of several wardens that merge without loss, what
// doors say meanwhile, what labels hide, and how it went.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as muster from '@gatehouse/contract/access/muster'
import * as notifications from '@gatehouse/contract/messages/notifications'
import { allPermissions, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type ADevice, aDevice, aLabel } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { timesOf } from './evaluation.ts'
import { offsetOf } from './marks.ts'
import { ago, aScene, bySideDoor, markOf, type Scene, send, signIn } from './muster.testing.ts'

let server: TestServer
let scene: Scene

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  scene = await aScene(server)
})

const signedIn = (can: readonly Permission[], labels?: readonly string[]) => signIn(server, scene.company, can, labels)

test('whoever is inside is on the list, with where that is known from and how far it is believed', async () => {
  const { db, company, office, front, guard, aPerson, passes, inside, visits, ends, begin, listOf } = scene
  const host = await inside('Ada Took')
  await inside('Ben Maybe', front, 5, {})
  await inside('Cleo Long', front, 60 * 13)
  const gone = await inside('Dan Gone')
  await passes(front, gone.card, 'exit')
  const manual = await aPerson('Eve Manual')
  const desk = await signedIn(allPermissions)
  await desk.call(entryExit.record, { userId: manual.id, doorId: front.id, type: 'entry', timestamp: ago(2) })
  const old = await aPerson('Fay Forgotten')
  await db.query('insert into presence values ($1, $2, $3, $4)', [old.id, company.id, office, ago(600)])

  await visits('Vera Visitor', host.id)
  await ends((await visits('Will Over', null)).id, 0)
  await ends((await visits('Xeno Gone', null)).id, 25)

  expect((await guard.call(muster.inside, {})).sites).toMatchObject([
    {
      people: 7,
      visitors: 2,
      zones: [
        { zone: 'Lobby', people: 5, visitors: 2, high: 1, medium: 2, low: 2 },
        { zone: 'Office', people: 2, visitors: 0, high: 1, medium: 0, low: 1 },
      ],
    },
  ])
  const { id, tally } = await begin()
  expect(tally).toEqual({ people: 7, unaccounted: 7, reEntered: 0, missing: 0, safe: 0, notHere: 0, left: 0 })
  expect((await listOf(id)).map((p) => [p.name, p.zone, p.source, p.confidence, p.because])).toEqual([
    ['Ada Took', 'Office', 'badge', 'high', 'went-through'],
    ['Ben Maybe', 'Lobby', 'badge', 'medium', 'may-not-have'],
    ['Cleo Long', 'Lobby', 'badge', 'low', 'long-ago'],
    ['Eve Manual', 'Lobby', 'manual', 'medium', 'by-hand'],
    ['Fay Forgotten', 'Office', 'badge', 'low', 'no-log'],
    ['Vera Visitor', 'Lobby', 'pass', 'high', 'went-through'],
    ['Will Over', 'Lobby', 'pass', 'low', 'pass-over'],
  ])
  const visitor = { company: 'Brightwater', hostId: host.id, host: 'Ada Took' }
  expect((await listOf(id)).find((p) => p.name === 'Vera Visitor')).toMatchObject({ userId: null, visitor })
  const { body } = await guard.try(muster.exportCsv, { musterId: id, q: 'vera' })
  expect(String(body)).toContain('Vera Visitor,yes,Brightwater,Ada Took,Lobby,unaccounted')
  const logs = await desk.call(entryExit.logs, { q: 'vera' })
  expect(logs.logs).toMatchObject([
    { person: 'Vera Visitor', userId: null, method: 'pass', passId: expect.any(String) },
  ])
})

test('what the counters at the entrances say stands beside the list, and only where all of them speak', async () => {
  const { db, company, lobby, office, front, guard, inside, begin } = scene
  const counters = [
    await aDevice(db, company, 'counter', { zone: lobby }),
    await aDevice(db, company, 'counter', { zone: office }),
  ]
  const counts = (device: ADevice, entries: number, online: boolean) =>
    db.query(
      `with c as (insert into people_count values ($1, now(), $2, 1, now()))
       insert into device_status (device_id, online, last_seen_at) values ($1, $3, now())
       on conflict (device_id) do update set online = $3`,
      [device.id, entries, online],
    )
  await inside('Ada Took')
  for (const device of counters) await counts(device, 4, true)
  const drill = await begin()
  const shown = await guard.call(muster.byId, { musterId: drill.id })
  expect(shown.count).toEqual({ counted: 3, listed: 1 })
  expect(shown.byZone).toMatchObject([{ zone: 'Office', people: 1, count: { counted: 3, listed: 1 } }])
  await counts(counters[0] ?? front, 1, false)
  expect((await guard.call(muster.inside, {})).sites[0]?.count).toBeNull()
})

test('several wardens at once: every mark is kept, once, and the last word by time holds', async () => {
  const { guard, inside, begin, idOf } = scene
  await inside('Ada Took')
  const { id } = await begin()
  const personId = await idOf(id, 'Ada Took')
  const other = await signedIn(systemRoles.guard)
  const early = markOf(personId, 'missing', { note: 'Not at her desk' })
  await new Promise((resolve) => setTimeout(resolve, 3))
  const late = markOf(personId, 'safe', { place: 'North car park' })
  // The later word arrives first, and both arrive again.
  expect((await send(guard, id, [late])).results).toEqual([{ id: late.id, result: 'stored', because: null }])
  await send(other, id, [early])
  expect((await send(other, id, [early, early])).results).toEqual([
    { id: early.id, result: 'duplicate', because: null },
  ])
  await send(guard, id, [late])
  const { person, marks } = await guard.call(muster.onePerson, { musterId: id, personId })
  expect(person).toMatchObject({ status: 'safe', place: 'North car park' })
  expect(marks.map((m) => [m.status, m.holds])).toEqual([
    ['missing', false],
    ['safe', true],
  ])
})

test('whatever the order in which marks arrive, and however often, the list ends the same', async () => {
  const { db, guard, inside, begin, listOf } = scene
  for (let n = 0; n < 4; n++) await inside(`Person ${n}`)
  const wardens = [guard, await signedIn(systemRoles.guard), await signedIn(systemRoles.guard)]
  const { id } = await begin()
  const people = (await listOf(id)).map((p) => p.id)
  const base = Date.now() - 60_000
  await db.query('update muster set started_at = $2 where id = $1', [id, new Date(base)])
  const reported = fc.record({
    person: fc.nat({ max: 3 }),
    warden: fc.nat({ max: 2 }),
    status: fc.constantFrom('safe' as const, 'missing' as const, 'not-here' as const),
    at: fc.nat({ max: 2000 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(reported, { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      async (all, dice) => {
        await db.query('delete from muster_mark where muster_id = $1', [id])
        await db.query(
          `update muster_person set status = 'unaccounted', status_at = null, mark_id = null where muster_id = $1`,
          [id],
        )
        // No two at one moment, so that the naive reading needs no rule for that.
        const marks = all.map((one, i) => ({
          ...one,
          mark: markOf(people[one.person] ?? '', one.status, { at: new Date(base + one.at * 13 + i).toISOString() }),
        }))
        const waiting = wardens.map((_, w) => marks.filter(({ warden }) => warden === w))
        for (const queue of waiting) queue.sort((a, b) => a.mark.at.localeCompare(b.mark.at))
        // Each warden's in its order, one warden's among another's in any; a third of the calls are repeated.
        const roll = () => dice.next().value
        while (waiting.some((queue) => queue.length > 0)) {
          const ready = waiting.flatMap((queue, w) => (queue.length > 0 ? [w] : []))
          const w = ready[roll() % ready.length] ?? 0
          const batch = (waiting[w] ?? []).splice(0, 1 + (roll() % 3)).map(({ mark }) => mark)
          const who = wardens[w] ?? guard
          await send(who, id, batch)
          if (roll() % 3 === 0) await send(who, id, batch)
        }
        const last = new Map<string, string>()
        for (const { mark } of [...marks].sort((a, b) => a.mark.at.localeCompare(b.mark.at)))
          last.set(mark.personId, mark.status)
        const now = new Map((await listOf(id)).map((p) => [p.id, p.status]))
        for (const personId of people) expect(now.get(personId)).toBe(last.get(personId) ?? 'unaccounted')
        const { rows } = await db.query('select id from muster_mark where muster_id = $1', [id])
        expect(rows).toHaveLength(marks.length)
      },
    ),
    { numRuns: Number(process.env['MUSTER_RUNS'] ?? 12) },
  )
}, 120_000)

test('marks that had waited for a connection are taken after the end, as long as they were said before', async () => {
  const { guard, inside, begin, listOf, idOf } = scene
  await inside('Ada Took')
  await inside('Ben Maybe')
  const { id } = await begin()
  const [ada, ben] = [await idOf(id, 'Ada Took'), await idOf(id, 'Ben Maybe')]
  const waited = markOf(ada, 'safe')
  const ended = await guard.call(muster.end, { musterId: id, summary: 'All went well' })
  expect(ended.muster).toMatchObject({ summary: 'All went well', endedBy: expect.any(String) })
  expect((await guard.try(muster.end, { musterId: id })).status).toBe(409)
  await new Promise((resolve) => setTimeout(resolve, 3))
  const { results } = await send(guard, id, [waited, markOf(ben, 'safe')])
  expect(results.map((r) => [r.result, r.because])).toEqual([
    ['refused', muster.messages.ended],
    ['stored', null],
  ])
  expect((await listOf(id)).map((p) => p.status)).toEqual(['safe', 'unaccounted'])
})

test('a clock that is wrong is put right by what it showed as the mark was sent; a slow call is no wrong clock', async () => {
  const { guard, inside, begin, listOf, idOf } = scene
  const now = new Date('2026-11-22T12:00:00.000Z')
  const off = (seconds: number) => offsetOf(new Date(now.getTime() + seconds * 1000), now)
  expect([off(0), off(-20), off(-3600), off(1), off(600)]).toEqual([0, 0, 3_600_000, 0, -600_000])
  await inside('Ada Took')
  const { id } = await begin()
  const fast = new Date(Date.now() + 3_600_000).toISOString()
  await send(guard, id, [markOf(await idOf(id, 'Ada Took'), 'safe', { at: fast })], fast)
  const [ada] = await listOf(id)
  expect(Math.abs(Date.parse(ada?.statusAt ?? '') - Date.now())).toBeLessThan(60_000)
})

test('somebody who is not on the list is put on it, once', async () => {
  const { lobby, guard, begin, listOf } = scene
  const { id } = await begin()
  const personId = uuid()
  const mark = markOf(personId, 'safe', { added: { name: 'Vera Visitor', zoneId: lobby }, place: 'North car park' })
  await send(guard, id, [mark, markOf(personId, 'missing', { added: { name: 'Vera Visitor' } })])
  await send(guard, id, [mark])
  expect(await listOf(id)).toMatchObject([
    { id: personId, name: 'Vera Visitor', zone: 'Lobby', source: 'warden', because: 'added', userId: null },
  ])
  const refused = await send(guard, id, [markOf(uuid(), 'safe')])
  expect(refused.results).toMatchObject([{ result: 'refused', because: muster.messages.notListed }])
})

test('out through a door is accounted for, back in is not, and whoever comes in is put on the list', async () => {
  const { front, guard, aPerson, passes, inside, visits, begin, listOf, idOf } = scene
  const ada = await inside('Ada Took')
  const vera = await visits('Vera Visitor', null)
  const { id } = await begin()
  const status = async (name: string) => (await listOf(id)).find((p) => p.name === name)?.status
  await passes(front, ada.card, 'exit')
  await passes(front, vera.card, 'exit')
  await expect.poll(() => status('Ada Took')).toBe('left')
  await expect.poll(() => status('Vera Visitor')).toBe('left')
  expect((await guard.call(muster.evaluation, { musterId: id })).visitors).toEqual({ people: 1, accounted: 1 })
  await passes(front, ada.card, 'entry')
  await expect.poll(() => status('Ada Took')).toBe('re-entered')
  const ben = await aPerson('Ben Late')
  await passes(front, ben.card, 'entry')
  await expect.poll(() => status('Ben Late')).toBe('unaccounted')
  // A door that was out of reach tells now of an exit before the start.
  const cleo = await inside('Cleo Early', front, 0.001)
  await expect.poll(() => status('Cleo Early')).toBe('unaccounted')
  const { marks } = await guard.call(muster.onePerson, { musterId: id, personId: await idOf(id, 'Ada Took') })
  expect(marks.map((m) => [m.how, m.status])).toEqual([
    ['badge', 'left'],
    ['badge', 're-entered'],
  ])
  expect(cleo.id).not.toBe(ben.id)
})

test('an exit that a door tells of late, and that was before the start: they were not in the building', async () => {
  const { front, inner, passes, inside, begin, listOf } = scene
  const ada = await inside('Ada Took', inner, 10)
  const { id } = await begin()
  await passes(front, ada.card, 'exit', { at: ago(3) })
  await expect.poll(async () => (await listOf(id))[0]?.status).toBe('not-here')
})

test('one site has one roll-call at a time, also of two who begin at the same moment', async () => {
  const { company, guard } = scene
  const other = await signedIn(systemRoles.guard)
  const wanted = { siteId: company.siteId, kind: 'real', reason: 'Smoke' }
  const answers = await Promise.all([guard, other].map((who) => who.try(muster.start, wanted)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ message: expect.stringContaining('already running') })
})

test('wardens are told that it has begun; whoever may only look is not, and begins none', async () => {
  const { company, guard, begin } = scene
  const warden = await signedIn(systemRoles.guard)
  const watcher = await signedIn(['read_entry_exit_dashboard', 'read_notifications'])
  expect((await watcher.try(muster.start, { siteId: company.siteId, kind: 'drill', reason: 'No' })).status).toBe(403)
  const { id } = await begin(guard, { kind: 'real', reason: 'Smoke on floor 2' })
  const notified = async (who: ApiClient) => (await who.call(notifications.list, {})).notifications.map((n) => n.path)
  await expect.poll(() => notified(warden)).toEqual([`/entry-exit/dashboard/muster/${id}`])
  expect(await notified(watcher)).toEqual([])
  expect((await watcher.call(muster.people, { musterId: id })).people).toEqual([])
  expect((await watcher.try(muster.marks, { musterId: id, sentAt: ago(0), marks: [] })).status).toBe(403)
})

test('what labels hide is neither listed, counted, marked, exported nor evaluated', async () => {
  const { db, company, lobby, office, front, inner, guard, inside, begin, listOf, idOf } = scene
  await inside('Ada Hidden', inner)
  await inside('Ben Seen', front)
  await aLabel(db, company, { zone: office })
  const everything = await signedIn(allPermissions)
  const { id } = await begin(everything)
  const hidden = await idOf(id, 'Ada Hidden', everything)
  const shown = await guard.call(muster.byId, { musterId: id })
  expect(shown.muster.tally.people).toBe(1)
  expect(shown.byZone.map((z) => z.zone)).toEqual(['Lobby'])
  expect((await listOf(id)).map((p) => p.name)).toEqual(['Ben Seen'])
  expect((await guard.call(muster.inside, {})).sites).toMatchObject([{ people: 1, zones: [{ zone: 'Lobby' }] }])
  expect((await guard.try(muster.onePerson, { musterId: id, personId: hidden })).status).toBe(404)
  expect((await send(guard, id, [markOf(hidden, 'safe')])).results).toMatchObject([
    { result: 'refused', because: muster.messages.notListed },
  ])
  await send(everything, id, [markOf(hidden, 'missing'), markOf(hidden, 'not-here')])
  const went = await guard.call(muster.evaluation, { musterId: id })
  expect([went.missing, went.falselyInside, went.wardens, went.times.first]).toEqual([[], [], [], null])
  const { body } = await guard.try(muster.exportCsv, { musterId: id })
  expect(String(body)).toContain('Ben Seen')
  expect(String(body)).not.toContain('Ada Hidden')
  // One of the hidden zone alone is not there at all, and holds up nobody.
  const { id: second } = await begin(everything, { zoneIds: [lobby] }).catch(() => ({ id: '' }))
  expect(second).toBe('')
  await everything.call(muster.end, { musterId: id })
  const secret = await begin(everything, { zoneIds: [office] })
  expect((await guard.try(muster.byId, { musterId: secret.id })).status).toBe(404)
  expect((await guard.call(muster.list, {})).musters.map((m) => m.id)).toEqual([id])
  expect(
    (await guard.try(muster.start, { siteId: company.siteId, zoneIds: [office], kind: 'drill', reason: 'x' })).status,
  ).toBe(404)
  expect(await bySideDoor(server, scene, everything)).toEqual([null, null, null, null])
  expect((await begin(guard)).id).toBeTruthy()
  const { admin: stranger } = await aScene(server)
  expect((await stranger.try(muster.byId, { musterId: id })).status).toBe(404)
})

test('afterwards it is seen how it went, beside the one before', async () => {
  const { db, guard, inside, begin, idOf } = scene
  for (const name of ['Ada Took', 'Ben Maybe', 'Cleo Wrong', 'Dan Slow']) await inside(name)
  const before = await begin(guard, { reason: 'Spring drill' })
  await guard.call(muster.end, { musterId: before.id })
  const { id } = await begin()
  const started = Date.now() - 600_000
  await db.query('update muster set started_at = $2 where id = $1', [id, new Date(started)])
  await db.query(`update muster set started_at = $2, ended_at = $2 where id = $1`, [
    before.id,
    new Date(started - 1000),
  ])
  const at = (seconds: number) => ({ at: new Date(started + seconds * 1000).toISOString() })
  const [ada, ben, cleo, dan] = await Promise.all(
    ['Ada Took', 'Ben Maybe', 'Cleo Wrong', 'Dan Slow'].map((name) => idOf(id, name)),
  )
  await send(guard, id, [
    markOf(ada ?? '', 'safe', at(10)),
    markOf(ben ?? '', 'missing', at(20)),
    markOf(ben ?? '', 'safe', at(80)),
    markOf(cleo ?? '', 'not-here', at(30)),
    markOf(dan ?? '', 'safe', at(40)),
    markOf(dan ?? '', 'missing', at(50)),
  ])
  const went = await guard.call(muster.evaluation, { musterId: id })
  expect(went.times).toEqual({ first: 10, half: 30, nine: null, most: null, all: null })
  expect(went.course).toEqual([
    { seconds: 10, accounted: 1 },
    { seconds: 30, accounted: 2 },
    { seconds: 80, accounted: 3 },
  ])
  expect(went.missing).toMatchObject([
    { name: 'Ben Maybe', seconds: 60, status: 'safe' },
    { name: 'Dan Slow', until: null, status: 'missing' },
  ])
  expect(went.falselyInside).toMatchObject([{ name: 'Cleo Wrong', confidence: 'high' }])
  expect(went.wardens).toMatchObject([{ marks: 6, late: 6 }])
  expect(went.earlier).toMatchObject([{ id: before.id, reason: 'Spring drill', people: 4 }])
  expect(timesOf([], 0)).toEqual({ first: null, half: null, nine: null, most: null, all: null })
})

test('the list comes in pages, and then whoever changed since', async () => {
  const { guard, inside, begin } = scene
  for (let n = 0; n < 5; n++) await inside(`Person ${n}`)
  const { id } = await begin()
  const seen: string[] = []
  let cursor: string | undefined
  for (let more = true; more; ) {
    const page = await guard.call(muster.people, { musterId: id, limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...page.people.map((p) => p.id))
    cursor = page.cursor ?? undefined
    more = page.more
  }
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
  const since = () => guard.call(muster.people, { musterId: id, ...(cursor ? { cursor } : {}) })
  expect((await since()).people).toEqual([])
  await send(guard, id, [markOf(seen[3] ?? '', 'safe')])
  expect((await since()).people.map((p) => p.id)).toEqual([seen[3]])
  expect((await guard.try(muster.people, { musterId: id, cursor: 'x' })).status).toBe(422)
})

// Ten times as long here, on a machine that does other things too.
test(`a roll-call over many people begins within two seconds`, { timeout: 60_000 }, async () => {
  const { guard, crowd, begin } = scene
  const many = Number(process.env['MUSTER_PEOPLE'] ?? 500)
  await crowd(many)
  const from = performance.now()
  const { id, tally } = await begin()
  const ms = performance.now() - from
  expect({ people: tally.people, ms }).toEqual({ people: many, ms: expect.toSatisfy((took: number) => took < 20_000) })
  const read = performance.now()
  const counted = async (cursor?: string): Promise<number> => {
    const page = await guard.call(muster.people, { musterId: id, ...(cursor ? { cursor } : {}) })
    return page.people.length + (page.more && page.cursor ? await counted(page.cursor) : 0)
  }
  expect(await counted()).toBe(many)
  if (process.env['MUSTER_PEOPLE'])
    console.log(`begun in ${ms.toFixed(0)} ms, read in ${(performance.now() - read).toFixed(0)} ms`)
})
