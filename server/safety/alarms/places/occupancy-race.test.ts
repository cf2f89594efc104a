// Several doors let people into one zone at once, and the desk logs others by hand: the limit is crossed once, whoever comes
// to be counted last.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../testing/test-server.testing.ts'
import { aCrowd } from './occupancy.testing.ts'

let server: TestServer

beforeAll(async () => {
  server = await sharedServer()
})

const people = Array.from({ length: 20 }, (_, n) => n)

test('20 people through 4 doors at once into a zone for 10: one alarm, which returns when all have left at once', async () => {
  const crowd = await aCrowd(server, people.length)
  const rule = await crowd.aRule(11)
  const site = await crowd.aRule(11, {
    scope: { siteIds: [crowd.company.siteId], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  })
  const both = await crowd.aRule(1, {
    condition: { kind: 'combination', ruleIds: [rule.id, site.id], atLeast: 2, within: 'site' },
    scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  })
  const byHand = (person: number, type: 'entry' | 'exit') =>
    crowd.operator.call(entryExit.record, {
      userId: crowd.users[person]?.id ?? '',
      doorId: crowd.doors[person % crowd.doors.length]?.id ?? '',
      type,
      timestamp: new Date().toISOString(),
    })
  const all = (type: 'entry' | 'exit') =>
    Promise.all(
      people.map((person) => {
        if (person % 2 === 0) return byHand(person, type)
        return type === 'entry' ? crowd.enters(person) : crowd.leaves(person)
      }),
    )
  const stateOf = async ({ id }: { readonly id: string }) =>
    (await crowd.operator.call(alarms.list, { ruleId: id })).alarms.map(({ state, count }) => [state, count])
  for (let round = 1; round <= 4; round++) {
    await all('entry')
    expect((await crowd.operator.call(entryExit.inside)).zones).toMatchObject([{ zone: 'Hall', people: 20 }])
    expect([await stateOf(rule), await stateOf(site), await stateOf(both)]).toEqual([
      [['unacknowledged', round]],
      [['unacknowledged', round]],
      [['unacknowledged', round]],
    ])
    const { rows } = await server.store.pool.query<{ value: number }>(
      'select value from alarm_condition where rule_id = $1',
      [rule.id],
    )
    expect(rows).toEqual([{ value: 20 }])
    await all('exit')
    expect((await crowd.operator.call(entryExit.inside)).inside).toBe(0)
    expect([await stateOf(rule), await stateOf(site), await stateOf(both)]).toEqual([
      [['returned-unacknowledged', round]],
      [['returned-unacknowledged', round]],
      [['returned-unacknowledged', round]],
    ])
  }
})
