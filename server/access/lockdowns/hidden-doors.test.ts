// What labels hide of a scenario: the names of doors, and never that they are locked with the others.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import * as notifications from '@gatehouse/contract/messages/notifications'
import { allPermissions, systemRoles } from '@gatehouse/contract/permissions'
import { beforeEach, expect, test } from 'vitest'
import { type ADevice, aLabel, aRole, aZone } from '../../testing/building.testing.ts'
import type { ApiClient } from '../../testing/test-server.testing.ts'
import { until } from '../../building/ingest/ingest.testing.ts'
import { useGround } from './lockdowns.testing.ts'

const ground = useGround()
const { somebody, aController, aDoor, aScenario, seen, settled, seesDoor } = ground

let open: ADevice
let vault: ADevice
let label: string
let guards: string
let guard: ApiClient
let chiefs: ApiClient
let scenario: lockdowns.Scenario

beforeEach(async () => {
  const zone = await aZone(ground.server.store.pool, ground.company, 'Vault')
  ;[open, vault] = [await aDoor(), await aDoor(zone)]
  guards = await aRole(ground.server.store.pool, ground.company, { name: 'Night guard' })
  const chief = await aRole(ground.server.store.pool, ground.company, { name: 'Chief' })
  scenario = await aScenario({ triggerRoleIds: [guards], releaseRoleIds: [chief] })
  label = await aLabel(ground.server.store.pool, ground.company, { zone })
  await ground.server.store.pool.query('update device set name = $1 where id = $2', ['Bullion store', vault.id])
  await ground.server.store.pool.query('notify devices')
  guard = await somebody(systemRoles.guard, [], guards)
  chiefs = await somebody(systemRoles.supervisor, [], chief)
  await until(async () => !(await seesDoor(guard, vault.id)))
})

/** Nothing by which the hidden door could be told from any other. */
const expectNameless = (...answers: unknown[]) => {
  for (const word of [vault.id, vault.key, 'Bullion store', 'Vault'])
    expect(JSON.stringify(answers)).not.toContain(word)
}

test('a scenario with a hidden door is begun, watched and released by its roles: hidden doors are locked, counted and not named', async () => {
  const [lobby, store] = [await aController(open), await aController(vault)]
  const { scenarios } = await guard.call(lockdowns.scenarios)
  expect(scenarios).toMatchObject([{ id: scenario.id, doorCount: 2, hidden: { doors: 1 }, mayTrigger: true }])
  const { doors: places, hidden } = await guard.call(lockdowns.scenarioDoors, { scenarioId: scenario.id })
  expect([places.map(({ id }) => id), hidden]).toEqual([[open.id], 1])

  const { lockdownId } = await guard.call(lockdowns.trigger, { scenarioId: scenario.id, reason: 'Alarm' })
  await settled(guard, lockdownId, { doors: 2, confirmed: 2 })
  const under = await seen(guard, lockdownId)
  expect(under.lockdown).toMatchObject({ hidden: { doors: 1, unconfirmed: 0 }, mayRelease: false })
  expect(under.doors.map(({ doorId }) => doorId)).toEqual([open.id])
  expect((await guard.try(lockdowns.release, { lockdownId, reason: 'Over' })).status).toBe(403)
  await chiefs.call(lockdowns.release, { lockdownId, reason: 'All clear' })
  await expect
    .poll(() => [lobby.received, store.received])
    .toEqual([
      ['lockdown', 'release-lockdown'],
      ['lockdown', 'release-lockdown'],
    ])
  await settled(chiefs, lockdownId, { doors: 2, confirmed: 2 })

  const all = [scenarios, places, under, await guard.call(lockdowns.list, {}), await seen(chiefs, lockdownId)]
  const commanded = [await guard.call(notifications.list, {}), await chiefs.call(notifications.list, {})]
  expectNameless(all, commanded)
  const { rows } = await ground.server.store.pool.query(
    `select before, after, input from activity
     where company_id = $1 and action in ('lockdowns.trigger', 'lockdowns.release')`,
    [ground.company.id],
  )
  expect(rows).toHaveLength(3)
  expectNameless(rows)
})

test('a lockdown says of how many hidden doors it is not known that they locked, and tells those again', async () => {
  await aController(open)
  await aController(vault, (_action, n) => (n === 1 ? 'refused' : 'done'))
  const { lockdownId } = await guard.call(lockdowns.trigger, { scenarioId: scenario.id, reason: 'Alarm' })
  await settled(guard, lockdownId, { doors: 2, confirmed: 1, refused: 1 })
  expect((await seen(guard, lockdownId)).lockdown.hidden).toEqual({ doors: 1, unconfirmed: 1 })
  expect(await guard.call(lockdowns.retry, { lockdownId })).toEqual({ told: 1 })
  await settled(guard, lockdownId, { confirmed: 2 })
})

test('a scenario of which every door is hidden is there for its roles and for who prepares lockdowns, and for nobody else', async () => {
  await aLabel(ground.server.store.pool, ground.company, { device: open.id })
  const other = await somebody(systemRoles.guard)
  await until(async () => !(await seesDoor(other, open.id)))
  expect((await other.call(lockdowns.scenarios)).scenarios).toEqual([])
  const asked = { scenarioId: scenario.id, reason: 'Alarm' }
  expect((await other.try(lockdowns.trigger, asked)).status).toBe(404)
  const { lockdownId } = await guard.call(lockdowns.trigger, asked)
  expect((await other.try(lockdowns.byId, { lockdownId })).status).toBe(404)
  expect((await seen(guard, lockdownId)).lockdown).toMatchObject({ counts: { doors: 2 }, hidden: { doors: 2 } })
  expect((await chiefs.try(lockdowns.release, { lockdownId, reason: 'Over' })).status).toBe(202)
})

test('a scenario keeps its hidden doors, whoever changes it, and is removed by who sees them all', async () => {
  const admin = await somebody(allPermissions, [label])
  const single = await admin.call(lockdowns.createScenario, { name: 'Two doors', doorIds: [open.id, vault.id] })
  const { id: scenarioId } = single.scenario
  const third = await aDoor()
  const { scenario: changed } = await ground.manager.call(lockdowns.updateScenario, { scenarioId, doorIds: [third.id] })
  expect(changed).toMatchObject({ doors: [{ id: third.id }], doorCount: 2, hidden: { doors: 1, parts: 1 } })
  expectNameless(changed)
  const narrower = { scenarioId: scenario.id, everywhere: false, doorIds: [open.id] }
  expect((await ground.manager.try(lockdowns.updateScenario, narrower)).status).toBe(403)
  expect(
    (await ground.manager.call(lockdowns.scenarios)).scenarios.find(({ id }) => id === scenario.id)?.doorCount,
  ).toBe(3)
  expect((await ground.manager.try(lockdowns.removeScenario, { scenarioId })).status).toBe(403)
  expect((await admin.try(lockdowns.removeScenario, { scenarioId })).status).toBe(200)
})
