// What a channel is at a moment, and in which order channels stand.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { channelStates } from '@gatehouse/contract/safety/gas-state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aChannel, anAverage } from './a-channel.testing.ts'
import { isCurrent, lookOf, reachedByAverages, stateAt, worstAt, worstFirst, zoneKey } from './channel-states.ts'
import { withAverages, withReadings } from './channels.live.ts'

const now = Date.parse(beganAt)

test.each([
  [{}, 0, 'normal', 'normal'],
  [{ value: 36 }, 0, 'high', 'high'],
  [{ value: 71 }, 0, 'critical', 'critical'],
  [{ value: 71 }, 31, 'stale', 'stale'],
  [{ value: 71, online: false }, 0, 'offline', 'offline'],
  [{ value: null, quality: 'fault' as const }, 0, 'fault', 'fault'],
  [{ quality: 'warm-up' as const }, 0, 'warm-up', 'unknown'],
  [{ quality: 'under-range' as const }, 0, 'under-range', 'unknown'],
  [{ quality: 'over-range' as const, value: 500 }, 0, 'over-range', 'critical'],
  // A device clock that runs behind: its value is as old as it says.
  [{ value: 71, at: '2026-11-23T09:59:00.000Z' }, 0, 'stale', 'stale'],
])('%o, %i s later, is %s', (changes: Partial<Channel>, seconds, state, look) => {
  const channel = aChannel(changes)
  const found = stateAt(channel, now + seconds * 1000)
  expect(found).toBe(state)
  expect(lookOf(channel, found).state).toBe(look)
})

test('an average counts as what it is at least below 75 % measured, and not at all when it is old', () => {
  const of = (twa: ReturnType<typeof anAverage>) => aChannel({ averages: { until: beganAt, stel: anAverage(0), twa } })
  expect(worstAt(of(anAverage(40)), now)).toBe('high')
  expect(worstAt(of(anAverage(40, 0.5)), now)).toBe('normal')
  expect(worstAt(of(anAverage(80, 0.5)), now)).toBe('high')
  expect(reachedByAverages(of(anAverage(80)), now + 200_000)).toBeNull()
})

test('zones and channels stand worst first, each zone once, and none is lost', () => {
  const aState = fc.constantFrom(...channelStates)
  fc.assert(
    fc.property(fc.array(fc.tuple(aState, fc.integer({ min: 0, max: 4 })), { maxLength: 30 }), (made) => {
      const channels = made.map(([, zone], n) => aChannel({ zoneId: `z${zone}`, zone: `Zone ${zone}`, name: `D${n}` }))
      const states = made.map(([state]) => state)
      const rank = new Map(channels.map((channel, n) => [channel, channelStates.indexOf(states[n] ?? 'normal')]))
      const sorted = worstFirst(channels, states)
      expect(new Set(sorted)).toEqual(new Set(channels))
      const zones = [...Map.groupBy(sorted, zoneKey).values()]
      // Together in the list.
      expect(zones.flat()).toEqual(sorted)
      const ranks = zones.map((inZone) => inZone.map((one) => rank.get(one) ?? -1))
      for (const inZone of ranks) expect(inZone).toEqual(inZone.toSorted((a, b) => a - b))
      const first = ranks.map(([worst = -1]) => worst)
      expect(first).toEqual(first.toSorted((a, b) => a - b))
    }),
  )
})

test('a value that is not current never has a needle', () => {
  for (const state of channelStates)
    expect(isCurrent(state)).toBe(!['fault', 'offline', 'stale', 'under-range', 'warm-up'].includes(state))
})

test('live events correct their channel, and older ones nothing', () => {
  const channels = [aChannel(), aChannel({ channel: 'H2S' })]
  const { deviceId, key } = aChannel()
  const reading = { deviceId, key, channel: 'CO', unit: 'ppm', quality: 'good', receivedAt: beganAt } as const
  const [first, second] = withReadings(channels, [
    { ...reading, value: 9, at: '2026-11-23T10:00:01.000Z' },
    { ...reading, value: 5, at: '2026-11-23T09:00:00.000Z' },
  ])
  expect(first?.value).toBe(9)
  expect(second).toBe(channels[1])
  const averages = { deviceId, channel: 'CO', stel: anAverage(7), twa: anAverage(8) } as const
  expect(withAverages(channels, [{ ...averages, until: '2026-11-23T09:00:00.000Z' }])[0]).toBe(channels[0])
  expect(withAverages(channels, [{ ...averages, until: '2026-11-23T10:01:00.000Z' }])[0]?.averages?.stel.mean).toBe(7)
})
