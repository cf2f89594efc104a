// Set points of areas: a profile comes to exactly its values, applied again it changes nothing, and of whatever areas there
// are each detector is judged by exactly one of them on each channel.
import {
  inProfile,
  measureOfSetPoint,
  type ProfileName,
  profileNames,
  profiles,
  setPointChannels,
  setPointRange,
  stages,
} from '@gatehouse/contract/safety/gas-profiles'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { looksAt } from '../alarms/alarms.ts'
import { type Area, changedBy, faultsIn, levelOf, nowhere, pointsOf, wantedOf } from './areas.ts'
import { differencesOf, looserIn, type State } from './differences.ts'

const sites = ['s1', 's2']
const zones = sites.flatMap((site) => ['a', 'b', 'c'].map((name) => ({ id: `${site}-${name}`, site })))
const places = zones.flatMap(({ id, site }) => [1, 2].map((n) => ({ id: `${id}-${n}`, zone: id, site })))

const detectors: KnownDevice[] = [...places, { id: 'no-zone', zone: null, site: 's1' }].map(({ id, zone, site }) => ({
  id,
  key: id,
  companyId: 'company',
  siteId: site,
  zoneId: zone,
  kind: 'gas',
  name: id,
  zone,
  timeZone: 'Europe/London',
  driver: 'gatehouse',
  address: id,
  username: null,
  config: null,
  group: '',
  levels: [],
  door: null,
}))

const begun: Area[] = [{ id: null, places: nowhere, profile: 'standard', points: pointsOf('standard') }]

const profileName = fc.constantFrom(...profileNames)
const some = (ids: readonly string[]) => fc.subarray([...ids], { minLength: 1 })
const at: fc.Arbitrary<{ siteIds: string[]; zoneIds: string[]; deviceIds: string[] }> = fc.oneof(
  fc.constant(null).map(() => ({ siteIds: [], zoneIds: [], deviceIds: [] })),
  some(sites).map((siteIds) => ({ siteIds, zoneIds: [], deviceIds: [] })),
  some(zones.map(({ id }) => id)).map((zoneIds) => ({ siteIds: [], zoneIds, deviceIds: [] })),
  some(detectors.map(({ id }) => id)).map((deviceIds) => ({ siteIds: [], zoneIds: [], deviceIds })),
)
const applied = fc.record({ kind: fc.constant('profile' as const), profile: profileName, at })

let made = 0
const after = (areas: readonly Area[], changes: readonly SetPointChange[]): Area[] =>
  changes.reduce<Area[]>((before, change) => changedBy(before, change, `area-${++made}`), [...areas])

const stateOf = (areas: readonly Area[]): State => ({ areas, secondPerson: false, additional: [] })

/** The areas around a detector that have set points of a channel, the narrowest first: found by looking at each place in turn. */
const areasAround = (areas: readonly Area[], device: KnownDevice, channel: string): Area[] =>
  [
    areas.find((area) => area.places.deviceIds.includes(device.id)),
    areas.find((area) => device.zoneId !== null && area.places.zoneIds.includes(device.zoneId)),
    areas.find((area) => area.places.siteIds.includes(device.siteId)),
    areas.find(({ id }) => id === null),
  ].flatMap((area) => (area?.points.some((point) => point.channel === channel) ? [area] : []))

describe('applying a profile', () => {
  test('comes to exactly its values, at the company or at places, whatever was there before', () => {
    fc.assert(
      fc.property(fc.array(applied, { maxLength: 6 }), applied, (earlier, last) => {
        const areas = after(after(begun, earlier), [last])
        const level = levelOf(last.at)
        const area = areas.find(({ id, places: where }) =>
          level ? where[level].join() === last.at[level].toSorted().join() : id === null,
        )
        const values = area?.points.map(({ source: _source, profile: _profile, ...point }) => point)
        const wanted = profiles[last.profile].setPoints.map(({ source: _source, ...point }) => point)
        expect(values).toEqual(wanted)
        expect(area?.points.every(({ profile }) => profile === last.profile)).toBe(true)
      }),
    )
  })

  test('a second time changes nothing', () => {
    fc.assert(
      fc.property(fc.array(applied, { maxLength: 6 }), applied, (earlier, last) => {
        const areas = after(begun, [...earlier, last])
        expect(differencesOf(stateOf(areas), last, 'new')).toEqual([])
        const rules = (those: readonly Area[]) =>
          wantedOf(those, () => '')
            .map((one) => JSON.stringify(one))
            .toSorted()
        expect(rules(after(areas, [last]))).toEqual(rules(areas))
      }),
    )
  })

  test('leaves no place in two areas, and no area without a place', () => {
    fc.assert(
      fc.property(fc.array(applied, { maxLength: 8 }), (changes) => {
        const areas = after(begun, changes)
        for (const level of ['siteIds', 'zoneIds', 'deviceIds'] as const) {
          const ids = areas.flatMap((area) => area.places[level])
          expect(new Set(ids).size).toBe(ids.length)
        }
        expect(areas.filter(({ places: where }) => levelOf(where) === null)).toHaveLength(1)
        expect(areas.every(({ places: where }) => levelOf(where) !== undefined)).toBe(true)
      }),
    )
  })
})

test('each detector is judged by exactly one area on each channel: the narrowest that has any set point of it', () => {
  const change = fc.oneof(
    { weight: 4, arbitrary: applied },
    { weight: 1, arbitrary: fc.nat(5).map((nth) => ({ kind: 'end' as const, nth })) },
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
      const areas = changes.reduce<Area[]>((before, one) => {
        if (one.kind === 'profile') return after(before, [one])
        const areaId = before[one.nth % before.length]?.id ?? null
        return areaId === null ? before : after(before, [{ kind: 'end-area', areaId }])
      }, begun)
      const wanted = wantedOf(areas, ({ profile }) => profile)
      const wrong = detectors.flatMap((device) =>
        setPointChannels.filter((channel) => {
          const judging = wanted.filter((rule) => rule.channel === channel && looksAt(rule, device))
          const [narrowest] = areasAround(areas, device, channel)
          const points = narrowest?.points.filter((point) => point.channel === channel) ?? []
          return judging.length !== points.length || judging.some(({ areaId }) => areaId !== narrowest?.id)
        }),
      )
      expect(wrong).toEqual([])
    }),
    { numRuns: 300 },
  )
})

describe('the profiles', () => {
  test.each(profileNames)(
    '%s is within what set points may be, in order, and says where each value is written',
    (name) => {
      for (const { channel, stage, value, source } of profiles[name].setPoints) {
        const [least, most] = setPointRange[channel]
        expect(measureOfSetPoint(channel, stage), `${channel} ${stage}`).not.toBeNull()
        expect(value).toBeGreaterThanOrEqual(least)
        expect(value).toBeLessThanOrEqual(most)
        expect(source.length).toBeGreaterThan(10)
      }
      for (const channel of setPointChannels)
        for (const [below, above] of [
          ['low', 'high'],
          ['deficiency', 'enrichment'],
          ['stel', 'stel-high'],
        ] as const) {
          const [first, second] = [inProfile(name, channel, below), inProfile(name, channel, above)]
          if (first && second) expect(first.value, `${channel} ${below}`).toBeLessThan(second.value)
        }
    },
  )

  test.each([
    ['standard', 'CO', { low: 35, high: 70, stel: 200, twa: 35 }],
    ['standard', 'O2', { deficiency: 19.5, enrichment: 23.5 }],
    ['standard', 'CO2', { low: 0.5, high: 1, stel: 3, twa: 0.5 }],
    ['osha', 'CO', { low: 35, high: 70, twa: 50 }],
    ['osha', 'NO2', { low: 3, high: 5 }],
    ['niosh', 'SO2', { low: 2, high: 4, stel: 5, twa: 2 }],
    ['acgih', 'H2S', { low: 10, high: 20, stel: 5, twa: 1 }],
    ['eu', 'NO2', { low: 3, high: 6, stel: 1, twa: 0.5 }],
    ['eu', 'CO', { low: 35, high: 70, stel: 100, twa: 20 }],
    ['car-park', 'CO', { high: 150, stel: 30, 'stel-high': 60 }],
    ['car-park', 'NO2', { high: 15, stel: 3, 'stel-high': 6 }],
  ] as const)('%s has these set points of %s, and no limit that it does not state', (name, channel, values) => {
    const found = stages.flatMap((stage) => {
      const point = inProfile(name, channel, stage)
      return point ? [[stage, point.value] as const] : []
    })
    expect(Object.fromEntries(found)).toEqual(values)
  })

  test('150 ppm in a car park has to last for a minute', () => {
    expect(inProfile('car-park', 'CO', 'high')).toMatchObject({ value: 150, seconds: 60 })
    expect(inProfile('car-park', 'CO', 'stel')?.seconds).toBe(0)
  })
})

describe('single values', () => {
  const values = (one: object) => ({
    kind: 'values' as const,
    areaId: null,
    values: [{ channel: 'CO' as const, stage: 'low' as const, value: 30, seconds: 0, source: 'Our own rule', ...one }],
  })

  test.each([
    ['low above high', { value: 80 }, 'change.values.0.value'],
    ['high below low', { stage: 'high', value: 20 }, 'change.values.0.value'],
    ['deficiency above enrichment', { channel: 'O2', stage: 'deficiency', value: 25 }, 'change.values.0.value'],
    ['beyond what is plausible', { channel: 'LEL', stage: 'high', value: 80 }, 'change.values.0.value'],
    ['negative', { value: -1 }, 'change.values.0.value'],
    ['a stage that the channel has not', { channel: 'LEL', stage: 'stel', value: 20 }, 'change.values.0.stage'],
    ['a stage of other gases for oxygen', { channel: 'O2', stage: 'low', value: 19 }, 'change.values.0.stage'],
  ] as const)('are refused: %s', (_title, one, field) => {
    expect(faultsIn(begun, values(one))).toMatchObject([{ field }])
  })

  test('of an area that is not there, or twice the same, are refused', () => {
    expect(faultsIn(begun, { ...values({}), areaId: 'gone' })).toMatchObject([{ field: 'change.areaId' }])
    const twice = { ...values({}), values: [...values({}).values, ...values({ value: 20 }).values] }
    expect(faultsIn(begun, twice)).toMatchObject([{ field: 'change.values.1.stage' }])
  })

  test.each([
    ['stricter', { value: 30 }, 0],
    ['as the profile', { value: 35 }, 0],
    ['above it', { value: 40 }, 1],
    ['later', { value: 35, seconds: 60 }, 1],
    ['none at all', { value: null }, 1],
    ['oxygen deficiency at less', { channel: 'O2', stage: 'deficiency', value: 18 }, 1],
    ['oxygen deficiency at more', { channel: 'O2', stage: 'deficiency', value: 20 }, 0],
    ['a stage that the profile has not', { channel: 'VOC', stage: 'stel', value: 50 }, 0],
  ] as const)('looser than the profile are known: %s', (_title, one, count) => {
    expect(looserIn(stateOf(begun), values(one))).toHaveLength(count)
  })
})

test('a profile of several kinds of places at once is refused', () => {
  const profile: ProfileName = 'eu'
  const mixed = { kind: 'profile' as const, profile, at: { siteIds: ['s1'], zoneIds: ['s1-a'], deviceIds: [] } }
  expect(faultsIn(begun, mixed)).toMatchObject([{ field: 'change.at' }])
})
