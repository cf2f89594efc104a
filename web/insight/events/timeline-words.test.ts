import { expect, test } from 'vitest'
import { anEvent } from './an-event.testing.ts'
import { whatOf } from '../../kit/live/event-what.ts'
import { incidentOf, kindsIn, shownEntry, sinceWords, spanWords } from './timeline-words.ts'

const at = '2026-11-22T10:00:00.000Z'

test('types are said in words; a new one as the device put it', () => {
  expect(whatOf('door.forced-open')).toBe('Forced open')
  expect(whatOf('camera.left-luggage')).toBe('Left luggage')
  expect(whatOf('restarted')).toBe('Restarted')
})

test('what was refused is said to be', () => {
  const activity = { id: 'a', actor: 'ada', onBehalfOf: 'eve', action: 'roles.update', subject: 'Guards', status: 403 }
  const shown = shownEntry({ kind: 'activity', at, activity: { ...activity, address: null } })
  expect(shown).toMatchObject({ what: 'Tried to change the role Guards, refused', who: 'ada as eve' })
  expect(shownEntry({ kind: 'event', at, event: anEvent() }).what).toBe('Opened')
})

test('a roll-call is begun for what somebody has to act upon, and for nothing else', () => {
  const forced = anEvent({ type: 'door.forced-open', severity: 'critical' })
  const entries = [anEvent({ severity: 'information' }), forced].map((event) => ({ kind: 'event' as const, at, event }))
  expect(incidentOf(entries)).toBe(`Forced open: ${forced.device}`)
  expect(incidentOf(entries.slice(0, 1))).toBeNull()
})

test('gaps are said as exactly as they matter', () => {
  expect(sinceWords(at, at)).toBe('At once')
  expect(sinceWords(at, '2026-11-22T10:00:00.250Z')).toBe('0.25 s later')
  expect(sinceWords(at, '2026-11-22T10:00:02.500Z')).toBe('2.5 s later')
  expect(sinceWords(at, '2026-11-22T10:05:00.000Z')).toBe('5 min later')
  expect(spanWords([])).toBe('Nothing to see')
  expect(spanWords([{ at }, { at: '2026-11-22T10:05:00.000Z' }])).toBe('2 entries within 5 min')
})

const detector = { id: 'd', name: 'Boiler detector' }

test('gas says which level it came to, with its value and unit; people counts say how many went by', () => {
  const gas = { kind: 'gas', at, device: detector, channel: 'CO', before: 'normal', value: 80.25, unit: 'ppm' } as const
  expect(shownEntry({ ...gas, level: 'critical' })).toMatchObject({
    what: 'Carbon monoxide at critical level: 80.25 ppm',
    who: 'Boiler detector, before: normal',
  })
  expect(shownEntry({ ...gas, level: 'fault', value: null }).what).toBe(
    'Carbon monoxide cannot be measured, detector fault',
  )
  expect(shownEntry({ ...gas, channel: 'O2', level: 'normal', unit: '%vol', value: 20.9 }).what).toBe(
    'Oxygen normal again: 20.9 % vol',
  )
  expect(shownEntry({ kind: 'count', at, device: detector, entries: 1, exits: 40, minutes: 15 })).toMatchObject({
    what: '1 person in, 40 people out',
    who: 'Boiler detector, within 15 min from then on',
  })
})

test('a timeline is narrowed down to kinds that it has', () => {
  const count = { kind: 'count', at, device: detector, entries: 1, exits: 2, minutes: 15 } as const
  expect(kindsIn([{ kind: 'event', at, event: anEvent() }, count, count])).toEqual([
    ['count', 'People counts'],
    ['event', 'Device events'],
  ])
})
