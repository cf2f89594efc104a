// Counting cameras as they publish: what counts people becomes a total of its direction, and nothing else does.
import { expect, it, test } from 'vitest'
import fc from 'fast-check'
import { aCommand, bytes, contextOf } from '../context.testing.ts'
import { provesDriver } from '../driver-kit.testing.ts'
import type { Decoded, Registered } from '../driver.ts'
import { Unencodable } from '../driver.ts'
import { shelly } from '../shelly.ts'
import { zigbee2mqtt } from '../zigbee2mqtt.ts'
import { axis } from './axis.ts'
import { unsetLineOf, unsetReason } from './lines.ts'
import { onvif } from './onvif.ts'

const bosch: Registered = {
  key: 'entrance',
  kind: 'counter',
  driver: 'onvif',
  address: 'looper',
  config: { settings: { lines: { in: ['Entry Counter'], out: ['Exit Counter'] } } },
}
/** As Bosch cameras publish, seen in public integrations of them: Data.Count is a number with some firmware, text with others. */
const entry = {
  topic: 'looper/onvif-ej/RuleEngine/CountAggregation/Counter/&1/Entry Counter',
  payload: {
    UtcTime: '2026-11-21T11:59:58.000Z',
    Source: { VideoSource: '1', Rule: 'Entry Counter' },
    Data: { Count: 412 },
  },
}
const exit = {
  topic: 'looper/onvif-ej/RuleEngine/CountAggregation/Counter/&1/Exit Counter',
  payload: { UtcTime: '2026-11-21T11:59:59.000Z', Data: { Count: '398' } },
}

const camera: Registered = {
  key: 'lobby',
  kind: 'counter',
  driver: 'axis',
  address: '0123456789AB',
  config: { settings: { lines: { in: ['Device1Scenario1'], out: ['Device1Scenario2'] } } },
}
const scenario = (name: string) => `axis/0123456789AB/event/tns:axis/CameraApplicationPlatform/ObjectAnalytics/${name}`
/** As in Axis' own guide to crossline counting over MQTT (AWS), with people instead of cars. */
const crossed = {
  topic: scenario('Device1Scenario1'),
  payload: {
    topic: 'axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1',
    timestamp: 1_795_262_398_712,
    serial: '0123456789AB',
    message: {
      source: {},
      key: {},
      data: {
        startTime: '2026-11-06T22:01:25Z',
        reason: 'human',
        total: '20960',
        totalBus: '0',
        totalCar: '18103',
        totalHuman: '2857',
        'totalMotorcycle/bicycle': '0',
        totalTruck: '0',
        totalUnknown: '0',
      },
    },
  },
}

for (const [driver, door, published] of [
  [onvif, bosch, [entry, exit]],
  [axis, camera, [crossed]],
] as const)
  provesDriver({
    driver,
    door,
    speaks: published.map(({ topic }) => topic),
    published,
    does: [],
    reacts: () => [],
  })

const totals = (decoded: readonly Decoded[]) =>
  decoded.flatMap((one) => (one.what === 'message' && one.kind === 'total' ? [one.message] : []))

test('ONVIF: each rule is a total in its direction, with the time of the camera', () => {
  const context = contextOf([bosch])
  expect(totals(onvif.decode(entry.topic, bytes(entry.payload), context))).toMatchObject([
    { line: 'Entry Counter', in: 412, at: '2026-11-21T11:59:58.000Z', atFrom: 'device' },
  ])
  expect(totals(onvif.decode(exit.topic, bytes(exit.payload), context))).toMatchObject([
    { line: 'Exit Counter', out: 398 },
  ])
})

test('Axis: people of a scenario, whatever vehicles it counts besides, since it was reset', () => {
  expect(totals(axis.decode(crossed.topic, bytes(crossed.payload), contextOf([camera])))).toMatchObject([
    { line: 'Device1Scenario1', in: 2857, since: '2026-11-06T22:01:25.000Z', at: '2026-11-21T11:59:58.712Z' },
  ])
})

test('a rule that nobody set is refused with what to do, and counts nobody the wrong way', () => {
  const unset = { ...bosch, config: null }
  expect(onvif.decode(entry.topic, bytes(entry.payload), contextOf([unset]))).toMatchObject([
    { what: 'refusal', device: 'entrance', reason: expect.stringContaining('Set whether "Entry Counter"') },
  ])
})

it.each([
  ['looper/onvif-ej/RuleEngine/LineDetector/Crossed/&1/Line', {}],
  ['looper/onvif-ej/RuleEngine/CountAggregation/OccupancyCounter/&1/Lobby', { Data: { Count: 4 } }],
  ['looper/onvif-ej/VideoSource/MotionAlarm/&1', {}],
])('%s counts nobody', (topic, payload) => {
  expect(onvif.decode(topic, bytes(payload), contextOf([bosch]))).toMatchObject([{ what: 'ignored' }])
})

test('vehicles are not people, and alarms are no counts', () => {
  const of = (data: object) => bytes({ ...crossed.payload, message: { data } })
  const decode = (data: object) => axis.decode(crossed.topic, of(data), contextOf([camera]))
  expect(() => decode({ total: '5', totalCar: '5' })).toThrow('Humans are not among')
  expect(totals(decode({ total: '5' }))).toMatchObject([{ in: 5 }])
  expect(decode({ active: '1' })).toMatchObject([{ what: 'ignored' }])
  expect(() => decode({ totalHuman: '-1' })).toThrow('no whole number')
  const other = bytes({ ...crossed.payload, serial: 'ACCC8E000000' })
  expect(() => axis.decode(crossed.topic, other, contextOf([camera]))).toThrow('serial number')
})

test('nothing can be told to a counting camera', () => {
  for (const [driver, device] of [
    [onvif, bosch],
    [axis, camera],
  ] as const)
    expect(() => driver.encode(aCommand('unlock'), device)).toThrow(Unencodable)
})

test('a presence sensor says whether somebody is there, and never how many', () => {
  const zigbee = zigbee2mqtt()
  const presence: Registered = { key: 'p', kind: 'counter', driver: 'zigbee2mqtt', address: 'Presence', config: null }
  const zone: Registered = { key: 'q', kind: 'counter', driver: 'shelly', address: 'shellypresence-1', config: null }
  fc.assert(
    fc.property(fc.boolean(), fc.nat(20), (isThere, several) => {
      const decoded = [
        ...zigbee.decode(
          'zigbee2mqtt/Presence',
          bytes({ occupancy: isThere, people_count: several }),
          contextOf([presence]),
        ),
        ...shelly.decode(
          'shellypresence-1/status/presencezone:200',
          bytes({ id: 200, value: isThere, num_objects: several }),
          contextOf([zone]),
        ),
      ]
      const kinds = decoded.flatMap((one) => (one.what === 'message' ? [one.kind] : []))
      expect(kinds).toEqual(['event', 'event'])
      expect(decoded).toMatchObject([
        { message: { condition: 'occupancy', active: isThere } },
        { message: { condition: 'occupancy', active: isThere } },
      ])
    }),
  )
})

test('the reason of a line that nobody has set names it, whatever it is called', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100 }), (line) => {
      expect(unsetLineOf(`lobby: ${unsetReason(line)}`)).toBe(line)
    }),
  )
  expect(unsetLineOf('lobby: The count is no whole number from 0 on')).toBeNull()
})
