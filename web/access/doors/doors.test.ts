import type { DoorState } from '@gatehouse/contract/access/doors'
import { describe, expect, test } from 'vitest'
import { aDevice, aLatest } from '../../building/devices/a-device.testing.ts'
import { lookWith } from '../door-management/device-look.tsx'
import { aDoorAlarm, aDoorState } from './a-door.testing.ts'
import { viewDevice } from './door-and-alarm.ts'
import { viewDoor } from '../../ui/theme/door-state.ts'
import { applyStates } from './doors.live.ts'
import { alarmsFirst, doorsNeeding } from './doors-needing.tsx'

const aDoor = (state: Partial<DoorState> = {}, online: boolean | null = true) => {
  const [door = aDevice()] = applyStates([aDevice({ kind: 'door', name: 'Main entrance' })], [aDoorState(state)])
  return { ...door, online }
}

describe('the view of a door', () => {
  test('is its mode while all is well', () => {
    expect(viewDoor(aDoor())).toMatchObject({ state: 'normal', word: 'Locked', remarks: [], contact: 'Closed' })
    expect(viewDoor(aDoor({ lock: 'Unlocked' }))).toMatchObject({
      word: 'Locked',
      remarks: ['Lock: unlocked', 'Contact: closed'],
    })
    expect(viewDoor(aDoor({ mode: 'Accessed' }))).toMatchObject({ state: 'information', word: 'Unlocked (momentary)' })
  })

  test('is its lock where nothing tells the mode, as on foreign wires', () => {
    expect(viewDoor(aDoor({ mode: 'Unknown' }))).toMatchObject({ state: 'normal', word: 'Locked', remarks: [] })
    expect(viewDoor(aDoor({ mode: 'Unknown', lock: 'Unlocked' }))).toMatchObject({
      state: 'information',
      word: 'Unlocked',
    })
    expect(viewDoor(aDoor({ mode: 'Unknown', lock: 'Fault' }))).toMatchObject({ state: 'fault', word: 'Lock at fault' })
    expect(viewDoor(aDoor({ mode: 'Unknown', lock: 'Unknown' }))).toMatchObject({
      state: 'unknown',
      remarks: ['Lock: unknown', 'Contact: closed'],
    })
    expect(viewDoor(aDoor({ mode: 'Unknown' }, false)).remarks).toEqual(['Last: locked', 'contact closed'])
  })

  test('puts what needs a person before the mode', () => {
    expect(viewDoor(aDoor({ alarm: 'DoorForcedOpen' }))).toMatchObject({ state: 'critical', word: 'Forced open' })
    expect(viewDoor(aDoor({ alarm: 'DoorOpenTooLong' }))).toMatchObject({ state: 'high', word: 'Held open' })
    expect(viewDoor(aDoor({ fault: 'FaultDetected' }))).toMatchObject({ state: 'fault', word: 'Fault' })
  })

  test('says beside an alarm what its lock and its contact report, each by its name', () => {
    const { remarks } = viewDoor(aDoor({ alarm: 'DoorForcedOpen', contact: 'Open' }))
    expect(remarks).toEqual(['Lock: locked', 'Contact: open'])
    const lockedDown = viewDoor(aDoor({ mode: 'LockedDown', tamper: 'TamperDetected' }))
    expect(lockedDown.remarks).toEqual(['Locked down', 'Lock: locked', 'Contact: closed'])
  })

  test('is never green off line or before anything was heard', () => {
    expect(viewDoor(aDoor({}, false))).toMatchObject({ state: 'offline', remarks: ['Last: locked', 'contact closed'] })
    expect(viewDoor(aDevice({ kind: 'door', online: null }))).toMatchObject({ state: 'unknown', at: null })
  })
})

describe('live door states', () => {
  test('replace what was known, unless they are older', () => {
    const door = aDoor()
    expect(
      viewDoor(applyStates([door], [aDoorState({ mode: 'Unlocked', at: '2026-11-21T12:00:01Z' })])[0] ?? door).word,
    ).toBe('Unlocked')
    expect(applyStates([door], [aDoorState({ mode: 'Unlocked', at: '2026-11-21T11:00:00Z' })])[0]).toBe(door)
  })

  test('of one batch leave the newest, in whatever order they come', () => {
    const later = aDoorState({ mode: 'Unlocked', at: '2026-11-21T12:00:09Z' })
    const earlier = aDoorState({ mode: 'Accessed', at: '2026-11-21T12:00:05Z' })
    const door = aDoor()
    expect(viewDoor(applyStates([door], [later, earlier])[0] ?? door).word).toBe('Unlocked')
  })
})

const returned = aDoorAlarm({ count: 3, returnedAt: '2026-11-21T12:01:00Z' })
const acknowledged = aDoorAlarm({ acknowledged: { by: 'Ada', at: '2026-11-21T12:00:30Z', note: null } })

test('doors in alarm need a person, others do not', () => {
  const forced = aDoor({ alarm: 'DoorForcedOpen' })
  const needing = doorsNeeding([aDoor(), forced, aDevice({ latest: [aLatest()] })], new Map())
  expect(needing).toMatchObject([
    {
      key: 'door d1',
      to: '/doors/d1',
      state: 'critical',
      word: 'Forced open',
      what: 'Main entrance',
      where: 'Plant room, Plant room',
      at: '2026-11-21T12:00:00Z',
    },
  ])
})

test('a door whose alarm nobody has acknowledged needs a person after it has returned to normal', () => {
  const [first] = doorsNeeding([aDoor()], new Map([['d1', returned]]))
  expect(first).toMatchObject({ state: 'high', word: 'Returned, unacknowledged', act: expect.anything() })
  expect(doorsNeeding([aDoor()], new Map([['d1', acknowledged]]))).toEqual([])
})

test('of a door that went offline in alarm nothing says that the alarm is over', () => {
  const away = aDoor({ alarm: 'DoorForcedOpen' }, false)
  const alarms = new Map([['d1', aDoorAlarm()]])
  expect(viewDevice(away, aDoorAlarm())).toMatchObject({ state: 'offline', word: 'Offline' })
  expect(viewDevice(away, aDoorAlarm()).remarks[0]).toBe('Alarm unacknowledged')
  expect(doorsNeeding([away], alarms)).toMatchObject([{ word: 'Door forced open', act: expect.anything() }])
})

test('what somebody deals with is not to be acknowledged again', () => {
  const [first] = doorsNeeding([aDoor({ alarm: 'DoorForcedOpen' })], new Map([['d1', acknowledged]]))
  expect(first).toMatchObject({ word: 'Forced open', note: expect.anything() })
  expect(first?.act).toBeUndefined()
})

test('on a plan an alarm that nobody has acknowledged goes before what the door is now', () => {
  expect(lookWith(new Map(), new Map([['d1', returned]]), {})(aDoor())).toMatchObject({
    state: 'high',
    word: 'Returned, unacknowledged',
  })
})

test('doors in alarm stand before the others, the worst first', () => {
  const [archive, gate, roof, shutter] = [
    aDoor({ alarm: 'DoorOpenTooLong' }),
    aDoor(),
    aDoor({ alarm: 'DoorForcedOpen' }),
    aDoor({ fault: 'FaultDetected' }),
  ]
  expect(alarmsFirst([archive, gate, roof, shutter], new Map())).toEqual([roof, archive, shutter, gate])
})
