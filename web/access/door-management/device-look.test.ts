import { expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { troubleFirst } from '../../building/plans/look.ts'
import { anAlarm } from '../../kit/testing/an-alarm.testing.ts'
import { lookWith } from './device-look.tsx'

const faulty = aDevice({ id: 'faulty', name: 'Faulty', latest: [aLatest({ value: null, quality: 'fault' })] })
const away = aDevice({ id: 'away', name: 'Away', online: false, latest: [aLatest()] })
const counter = aDevice({ id: 'counter', name: 'Counter', kind: 'counter' })
const lost = aDevice({ id: 'lost', name: 'Lost', kind: 'counter', online: false })

test('a device whose state is not known now stays so under its alarm, which the marker shows beside it', () => {
  const alarms = new Map([faulty, away, lost].map(({ id }) => [id, anAlarm(1, { severity: 'critical' })]))
  const look = lookWith(alarms, new Map(), {})
  expect(look(faulty)).toMatchObject({ state: 'fault', alarm: { state: 'critical' } })
  expect(look(away)).toMatchObject({ state: 'offline', alarm: { state: 'critical' } })
  expect(look(lost)).toMatchObject({ state: 'offline', word: 'Offline', alarm: { state: 'critical' } })
})

test('a device that reports is as urgent as its alarm', () => {
  const look = lookWith(new Map([[counter.id, anAlarm(1, { severity: 'critical' })]]), new Map(), {})
  expect(look(counter)).toMatchObject({ state: 'critical', alarm: { state: 'critical' } })
})

test('in a list, what is offline stands where its alarm puts it', () => {
  const look = lookWith(new Map([[away.id, anAlarm(1, { severity: 'critical' })]]), new Map(), {})
  expect(troubleFirst([counter, faulty, away], look)).toEqual([away, faulty, counter])
})
