// A roll-call that starts with one tap, is given its reason later or was a mistake; whoever goes back in is looked for; and
// the report names who was never accounted for.
import * as muster from '@gatehouse/contract/access/muster'
import * as notifications from '@gatehouse/contract/messages/notifications'
import { systemRoles } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { ago, aScene, markOf, type Scene, send, signIn } from './muster.testing.ts'

let server: TestServer
let scene: Scene

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  scene = await aScene(server)
})

const startNow = async (who: ApiClient) =>
  (await who.call(muster.start, { siteId: scene.company.siteId, kind: 'real' })).muster
const newsOf = async (who: ApiClient) =>
  (await who.call(notifications.list, {})).notifications.map(({ title, message }) => [title, message])

test('an emergency starts without a reason, and is given one later; nobody else’s company and no looker-on gives it', async () => {
  const { guard } = scene
  const warden = await signIn(server, scene.company, systemRoles.guard)
  const begun = await startNow(guard)
  expect(begun).toMatchObject({ kind: 'real', reason: '', mistaken: false })
  await expect.poll(async () => (await newsOf(warden))[0]?.[1]).toMatch(/ started a roll-call\. Mark everyone/)
  const again = await guard.try(muster.start, { siteId: scene.company.siteId, kind: 'real' })
  expect(again.body).toMatchObject({ message: expect.stringMatching(/^A roll-call is already running at [^:]+$/) })
  const given = { musterId: begun.id, reason: 'Smoke on floor 2' }
  expect((await warden.call(muster.setReason, given)).muster.reason).toBe('Smoke on floor 2')
  const watcher = await signIn(server, scene.company, ['read_entry_exit_dashboard'])
  const { admin: stranger } = await aScene(server)
  expect((await watcher.try(muster.setReason, given)).status).toBe(403)
  expect((await stranger.try(muster.setReason, given)).status).toBe(404)
  // It is written down afterwards, too.
  await guard.call(muster.end, { musterId: begun.id })
  await guard.call(muster.setReason, { ...given, reason: 'Fire: toaster on floor 2' })
  expect((await guard.call(muster.byId, { musterId: begun.id })).muster.reason).toBe('Fire: toaster on floor 2')
})

test('one that was started by mistake ends as that, before anybody is marked, and every warden is notified', async () => {
  const { guard, inside, begin, idOf } = scene
  const warden = await signIn(server, scene.company, systemRoles.guard)
  await inside('Ada Took')
  const { id } = await startNow(guard)
  const { muster: ended } = await guard.call(muster.endMistake, { musterId: id })
  expect(ended).toMatchObject({ mistaken: true, endedAt: expect.any(String), summary: null })
  await expect
    .poll(async () => (await newsOf(warden)).map(([title]) => title))
    .toContainEqual(expect.stringMatching(/^Roll-call at .+ started by mistake$/))
  expect((await guard.try(muster.endMistake, { musterId: id })).status).toBe(409)
  const next = await begin()
  await send(guard, next.id, [markOf(await idOf(next.id, 'Ada Took'), 'safe')])
  expect((await guard.try(muster.endMistake, { musterId: next.id })).body).toMatchObject({
    message: 'People have been marked in this roll-call. End it in the usual way.',
  })
  expect((await guard.call(muster.byId, { musterId: next.id })).muster.endedAt).toBeNull()
  // It says nothing of how quickly people come out.
  expect((await guard.call(muster.evaluation, { musterId: next.id })).earlier).toEqual([])
})

test('who was safe and badges in again has re-entered, until somebody who knows that marks them', async () => {
  const { front, guard, passes, inside, begin, listOf } = scene
  const ada = await inside('Ada Took')
  await inside('Ben Slow')
  const { id } = await begin()
  const person = async () => {
    const found = (await listOf(id)).find(({ name }) => name === 'Ada Took')
    if (!found) throw new Error('Ada is not on the list')
    return found
  }
  const before = await person()
  await send(guard, id, [markOf(before.id, 'safe', { seq: before.seq })])
  await passes(front, ada.card, 'entry')
  await expect.poll(async () => (await person()).status).toBe('re-entered')
  expect((await guard.call(muster.byId, { musterId: id })).muster.tally).toMatchObject({ reEntered: 1, unaccounted: 1 })
  // A phone that had no connection marks her as safe without knowing: kept, and does not clear it.
  await send(guard, id, [markOf(before.id, 'safe', { seq: before.seq })])
  const after = await person()
  expect(after.status).toBe('re-entered')
  const { unaccounted } = await guard.call(muster.evaluation, { musterId: id })
  expect(unaccounted).toMatchObject([
    { name: 'Ada Took', status: 're-entered', door: front.key },
    { name: 'Ben Slow', status: 'unaccounted', zone: 'Office' },
  ])
  await send(guard, id, [markOf(before.id, 'safe', { seq: after.seq })])
  expect((await person()).status).toBe('safe')
  const { marks } = await guard.call(muster.onePerson, { musterId: id, personId: before.id })
  expect(marks.map(({ status, how }) => [status, how])).toEqual([
    ['safe', 'warden'],
    ['re-entered', 'badge'],
    ['safe', 'warden'],
    ['safe', 'warden'],
  ])
  expect(marks.map(({ holds }) => holds)).toEqual([false, false, false, true])
})

test('the report names who was never accounted for: the missing first', async () => {
  const { guard, inside, begin, idOf } = scene
  for (const name of ['Ada Never', 'Ben Missing', 'Cleo Safe']) await inside(name)
  const { id } = await begin()
  await send(guard, id, [
    markOf(await idOf(id, 'Ben Missing'), 'missing'),
    markOf(await idOf(id, 'Cleo Safe'), 'safe', { at: ago(0) }),
  ])
  await guard.call(muster.end, { musterId: id })
  const { unaccounted } = await guard.call(muster.evaluation, { musterId: id })
  expect(unaccounted.map(({ name, status, zone }) => [name, status, zone])).toEqual([
    ['Ben Missing', 'missing', 'Office'],
    ['Ada Never', 'unaccounted', 'Office'],
  ])
})
