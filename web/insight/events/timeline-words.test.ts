import { expect, test } from 'vitest'
import { anEvent } from './an-event.testing.ts'
import { whatOf } from '../../kit/live/event-what.ts'
import { incidentOf, shownEntry, sinceWords, spanWords } from './timeline-words.ts'

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
