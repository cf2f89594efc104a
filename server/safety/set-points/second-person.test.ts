// Changes of gas set points by two persons: who proposes, who decides, what makes a proposal void, and no way around it.
import * as activity from '@gatehouse/contract/record/activity'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Proposal, SetPointChange } from '@gatehouse/contract/safety/set-points'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Permission } from '@gatehouse/contract/permissions'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

const manages: readonly Permission[] = [
  'view_gas_detection',
  'manage_gas',
  'manage_alarms',
  'read_notifications',
  'view_activity_logs',
]

let server: TestServer
let company: ACompany
let first: ApiClient
let second: ApiClient

beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  company = await aCompany(server.store.pool)
  first = await server.signedIn(company, { can: manages, name: 'Gul Ahmed' })
  second = await server.signedIn(company, { can: manages, name: 'Lena Berg' })
})

const wantSecond = (wanted: boolean): SetPointChange => ({ kind: 'second-person', wanted })
const low = (value: number): SetPointChange => ({
  kind: 'values',
  areaId: null,
  values: [{ channel: 'CO', stage: 'low', value, seconds: 0, source: 'Fire officer, letter of May' }],
})

const begin = () => first.call(setPoints.apply, { change: wantSecond(true), reason: 'Audit finding 12' })
const propose = async (change: SetPointChange, by = first): Promise<Proposal> =>
  (await by.call(setPoints.propose, { change, reason: 'Welding shop moved out' })).proposal
const approve = ({ id }: Proposal, by = second) => by.try(setPoints.approve, { id, reason: 'Checked on site' })
const lowOf = async () =>
  (await first.call(setPoints.list)).areas[0]?.setPoints.find(
    ({ channel, stage }) => channel === 'CO' && stage === 'low',
  )

test('a change waits for a second person, is made when that approves it, and both are on the record', async () => {
  await begin()
  const direct = await first.try(setPoints.apply, { change: low(30), reason: 'At once' })
  expect(direct).toMatchObject({ status: 409, body: { code: 'SECOND_PERSON_NEEDED' } })
  const proposal = await propose(low(30))
  expect(proposal).toMatchObject({
    state: 'pending',
    proposedBy: 'Gul Ahmed',
    reason: 'Welding shop moved out',
    isOwn: true,
    isOutdated: false,
    differences: [{ what: 'set-point', before: { value: 35 }, after: { value: 30 } }],
  })
  expect(await lowOf()).toMatchObject({ value: 35, version: 1 })
  expect(await approve(proposal)).toMatchObject({ status: 200, body: { proposal: { state: 'approved' } } })
  expect(await lowOf()).toMatchObject({
    value: 30,
    version: 2,
    changed: { by: 'Gul Ahmed', approvedBy: 'Lena Berg', reason: 'Welding shop moved out' },
  })
  const { entries } = await second.call(activity.list, { limit: 20 })
  const acts = entries.filter(({ action }) => action.startsWith('setPoints.') && action !== 'setPoints.list')
  expect(acts.map(({ action, actor, status }) => [action, actor.includes('@'), status]).slice(0, 2)).toEqual([
    ['setPoints.approve', true, 200],
    ['setPoints.propose', true, 201],
  ])
})

test('the others who may decide are notified of a proposal, and its author of the decision', async () => {
  const guard = await server.signedIn(company, { can: ['view_gas_detection', 'read_notifications'] })
  await begin()
  const proposal = await propose(low(30))
  await server.numbered()
  const path = `/gas-monitoring/set-points?sheet=proposals:${proposal.id}`
  const kindsOf = async (person: ApiClient) =>
    (await person.call(notifications.list, {})).notifications
      .filter(({ kind }) => kind.startsWith('set-points'))
      .map((one) => [one.kind, one.path])
  expect(await Promise.all([first, second, guard].map(kindsOf))).toEqual([[], [['set-points-proposed', path]], []])
  await second.call(setPoints.reject, { id: proposal.id, reason: 'The shop is still there' })
  await server.numbered()
  expect(await kindsOf(first)).toEqual([['set-points-decided', path]])
})

describe('a proposal', () => {
  beforeEach(begin)

  test('is not approved or rejected by its author, who may withdraw it, and nobody else may', async () => {
    const proposal = await propose(low(30))
    for (const op of [setPoints.approve, setPoints.reject])
      expect(await first.try(op, { id: proposal.id, reason: 'It is fine' })).toMatchObject({ status: 409 })
    expect(await second.try(setPoints.withdraw, { id: proposal.id, reason: 'Not mine' })).toMatchObject({ status: 409 })
    expect(await first.call(setPoints.withdraw, { id: proposal.id, reason: 'A typing error' })).toMatchObject({
      proposal: { state: 'withdrawn', decided: { by: 'Gul Ahmed', reason: 'A typing error' } },
    })
    expect(await approve(proposal)).toMatchObject({ status: 409 })
    expect(await lowOf()).toMatchObject({ value: 35 })
  })

  test('that is rejected changes nothing, and is decided once', async () => {
    const proposal = await propose(low(30))
    await second.call(setPoints.reject, { id: proposal.id, reason: 'Not without a measurement' })
    expect(await approve(proposal)).toMatchObject({ status: 409 })
    expect(await lowOf()).toMatchObject({ value: 35, version: 1 })
    expect((await first.call(setPoints.proposals, { pending: 'false' })).proposals).toMatchObject([
      { id: proposal.id, state: 'rejected', decided: { by: 'Lena Berg', reason: 'Not without a measurement' } },
    ])
  })

  test('of what has changed meanwhile has to be made again', async () => {
    const [one, other] = [await propose(low(30)), await propose(low(32))]
    expect(await approve(one)).toMatchObject({ status: 200 })
    expect(await approve(other)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } })
    expect(await lowOf()).toMatchObject({ value: 30 })
    expect((await second.call(setPoints.proposals, { pending: 'true' })).proposals).toMatchObject([
      { id: other.id, isOutdated: true, isOwn: false },
    ])
  })

  test('of something else is not hindered by that', async () => {
    const one = await propose(low(30))
    const other = await propose({
      kind: 'values',
      areaId: null,
      values: [{ channel: 'H2S', stage: 'low', value: 5, source: 'Fire officer, letter of May', seconds: 0 }],
    })
    expect([(await approve(one)).status, (await approve(other)).status]).toEqual([200, 200])
  })

  test('is approved by one of two who do so at the same time', async () => {
    const third = await server.signedIn(company, { can: manages, name: 'Sam Reed' })
    const proposal = await propose(low(30))
    const answers = await Promise.all([approve(proposal), approve(proposal, third)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await lowOf()).toMatchObject({ value: 30, version: 2 })
  })

  test('that would change nothing, or is looser without saying so, is not taken', async () => {
    expect(await first.try(setPoints.propose, { change: wantSecond(true), reason: 'Again' })).toMatchObject({
      status: 422,
    })
    expect(await first.try(setPoints.propose, { change: low(60), reason: 'Nuisance' })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'isLooserConfirmed' }] },
    })
  })

  test('is of its company', async () => {
    const proposal = await propose(low(30))
    const stranger = await server.signedIn(await aCompany(server.store.pool), { can: manages })
    expect(await approve(proposal, stranger)).toMatchObject({ status: 404 })
    expect((await stranger.call(setPoints.proposals, {})).proposals).toEqual([])
  })
})

test('no longer wanting a second person takes one as well', async () => {
  await begin()
  const off = { change: wantSecond(false), reason: 'It is a nuisance' }
  expect(await first.try(setPoints.apply, off)).toMatchObject({ status: 409 })
  expect(await approve(await propose(wantSecond(false)))).toMatchObject({ status: 200 })
  expect((await first.call(setPoints.list)).secondPerson).toBe(false)
  expect(await first.try(setPoints.apply, { change: low(30), reason: 'At once' })).toMatchObject({ status: 200 })
})

test('alarm rules are no way around it: not by another rule of gas, nor by one that is there already', async () => {
  const rule = {
    name: 'Cold store',
    severity: 'medium' as const,
    condition: { kind: 'threshold' as const, measure: 'gas.CO.stel' as const, comparison: 'above' as const, value: 90 },
  }
  const { rule: early } = await first.call(alarmRules.create, rule)
  await begin()
  expect(await first.try(alarmRules.create, rule)).toMatchObject({ status: 409, body: { code: 'GAS_SET_POINT' } })
  const { open: _open, preset: _preset, setPoint: _setPoint, changedAt: _at, changedBy: _by, ...facts } = early
  expect(await first.try(alarmRules.update, { ...facts, enabled: false })).toMatchObject({ status: 409 })
  expect(await first.try(alarmRules.remove, { id: early.id })).toMatchObject({ status: 409 })
  const other = { ...rule, condition: { ...rule.condition, measure: 'gas.temperature' as const } }
  const { rule: warm } = await first.call(alarmRules.create, other)
  const { open: _o, preset: _p, setPoint: _s, changedAt: _c, changedBy: _d, ...warmFacts } = warm
  expect(await first.try(alarmRules.update, { ...warmFacts, condition: rule.condition })).toMatchObject({ status: 409 })
  expect((await first.call(setPoints.list)).additional).toMatchObject([{ ruleId: early.id, channel: 'CO', value: 90 }])
  expect(await approve(await propose({ kind: 'delete-rule', ruleId: early.id }))).toMatchObject({ status: 200 })
  expect((await first.call(setPoints.list)).additional).toEqual([])
})

test('who may only look at gas, or only at alarm rules, changes and decides nothing', async () => {
  await begin()
  const proposal = await propose(low(30))
  for (const can of [['view_gas_detection'], ['manage_alarms']] as const) {
    const person = await server.signedIn(company, { can: [...can] })
    expect((await approve(proposal, person)).status).toBe(403)
    expect((await person.try(setPoints.propose, { change: low(30), reason: 'Tried' })).status).toBe(403)
    expect((await person.try(setPoints.apply, { change: low(30), reason: 'Tried' })).status).toBe(403)
  }
})

test('a proposal that nobody decides for 14 days has expired', async () => {
  await begin()
  const proposal = await propose(low(30))
  const dayMs = 86_400_000
  expect(Date.parse(proposal.expiresAt) - Date.parse(proposal.proposedAt)).toBe(14 * dayMs)
  // It grows older in the store: fourteen days of all that a server does would take half a minute.
  const ages = (days: number) =>
    server.store.pool.query(
      `update set_point_proposal set expires_at = expires_at - $2 * interval '1 day' where id = $1`,
      [proposal.id, days],
    )
  await ages(13)
  expect((await second.call(setPoints.proposals, { pending: 'true' })).proposals).toHaveLength(1)
  await ages(2)
  expect(await approve(proposal, second)).toMatchObject({ status: 409, body: { code: 'EXPIRED' } })
  expect((await second.call(setPoints.proposals, {})).proposals).toMatchObject([{ state: 'expired', decided: null }])
})
