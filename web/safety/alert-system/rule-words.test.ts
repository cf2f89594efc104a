import type { Condition, Scope } from '@gatehouse/contract/safety/alarm-rules'
import { expect, test } from 'vitest'
import { durationText, secondsIn } from './duration.ts'
import { conditionText, scopeText, valueText } from './rule-words.ts'

const none = { onDelaySeconds: 0, offDelaySeconds: 0 }
const co = { kind: 'threshold', measure: 'gas.CO', comparison: 'above', value: 70, hysteresis: 3.5, ...none } as const

test.each<[Condition, string]>([
  [{ ...co, offDelaySeconds: 30 }, 'Carbon monoxide at or above 70 ppm, back below 66.5 ppm for 30 s'],
  [{ ...co, hysteresis: 0 }, 'Carbon monoxide at or above 70 ppm'],
  [{ ...co, hysteresis: 0, onDelaySeconds: 90 }, 'Carbon monoxide at or above 70 ppm for 1 min 30 s'],
  [
    { ...co, measure: 'gas.O2', comparison: 'below', value: 19.5, hysteresis: 0.1 },
    'Oxygen at or below 19.5 % vol, back above 19.6 % vol',
  ],
  [{ ...co, measure: 'device.signal', comparison: 'below', value: -90, hysteresis: 0 }, 'Signal at or below −90 dBm'],
  [
    { kind: 'rate', measure: 'gas.CO', comparison: 'above', change: 20, withinSeconds: 300, ...none },
    'Carbon monoxide rises by 20 ppm within 5 min',
  ],
  [
    {
      kind: 'rate',
      measure: 'gas.temperature',
      comparison: 'below',
      change: 5,
      withinSeconds: 3600,
      onDelaySeconds: 30,
      offDelaySeconds: 60,
    },
    'Temperature falls by 5 °C within 1 h for 30 s, over once normal for 1 min',
  ],
  [{ kind: 'state', measure: 'door.held-open', ...none }, 'Door held open'],
  [{ kind: 'state', measure: 'device.offline', ...none, onDelaySeconds: 30 }, 'Offline for 30 s'],
  [{ kind: 'stale', measure: 'gas.CO', seconds: 600 }, 'No carbon monoxide reading for 10 min'],
  [{ kind: 'outside-schedule', measure: 'door.opened', scheduleId: 'hours' }, 'Door opened outside Working hours'],
  [{ kind: 'outside-schedule', measure: 'door.opened', scheduleId: 'hidden' }, 'Door opened outside a schedule'],
  [{ kind: 'repeated', measure: 'door.refused', times: 5, withinSeconds: 300 }, 'Access refused 5 times within 5 min'],
  [{ kind: 'repeated', measure: 'door.duress', times: 1, withinSeconds: 60 }, 'Duress PIN used'],
  [
    { kind: 'combination', ruleIds: ['a', 'b', 'c'], atLeast: 2, within: 'device', ...none },
    '2 of 3 rules at one device',
  ],
  [
    { kind: 'combination', ruleIds: ['a', 'b', 'c'], atLeast: 2, within: 'zone', ...none },
    '2 devices in alarm by any of 3 rules in one zone',
  ],
  [
    { kind: 'combination', ruleIds: ['a'], atLeast: 2, within: 'company', ...none, onDelaySeconds: 10 },
    '2 devices in alarm by 1 rule anywhere in the company for 10 s',
  ],
])('%o reads: %s', (condition, words) => {
  expect(conditionText(condition, (id) => (id === 'hours' ? 'Working hours' : undefined))).toBe(words)
})

const everywhere: Scope = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }

test.each<[Partial<Scope>, string]>([
  [{}, 'Everywhere'],
  [{ kinds: ['gas'] }, 'Gas detectors'],
  [{ kinds: ['gas', 'door'] }, 'Gas detectors, Doors'],
  [{ zoneIds: ['1', '2'] }, '2 zones'],
  [{ zoneIds: ['lobby'] }, 'Lobby'],
  [{ zoneIds: ['hidden'] }, '1 zone'],
  [{ kinds: ['gas'], zoneIds: ['1', '2'] }, 'Gas detectors in 2 zones'],
  [{ zoneIds: ['1', '2'], siteIds: ['1'] }, '2 zones of 1 site'],
  [{ deviceIds: ['1', '2', '3'] }, '3 devices'],
  [{ labelIds: ['1'] }, '1 label'],
  [{ labelIds: ['lobby'] }, 'Label Lobby'],
  [{ zoneIds: ['1', '2'], labelIds: ['lobby'] }, '2 zones with label Lobby'],
  [{ kinds: ['door'], labelIds: ['1', '2'] }, 'Doors with 2 labels'],
])('the scope %o reads: %s', (scope, words) => {
  expect(scopeText({ ...everywhere, ...scope }, (id) => (id === 'lobby' ? 'Lobby' : undefined))).toBe(words)
})

test('numbers stand with the units of their measure, without what fractions leave behind', () => {
  expect(valueText(0.1 + 0.2, 'gas.CO')).toBe('0.3 ppm')
  expect(valueText(10, 'gas.LEL')).toBe('10 % LEL')
  expect(valueText(1, 'door.opened')).toBe('1')
})

test('times are read as people write them, and written as they read them', () => {
  expect(['90', '90 s', '1.5 h', '1 h 30 min', '5min', '2 days', '0', '1,5 min'].map(secondsIn)).toEqual([
    90, 90, 5400, 5400, 300, 172_800, 0, 90,
  ])
  expect(['', 'soon', '5 parsecs', '5 min later', '-5', 'min'].map(secondsIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect([0, 30, 90, 300, 5400, 90_000].map(durationText)).toEqual([
    '0 s',
    '30 s',
    '1 min 30 s',
    '5 min',
    '1 h 30 min',
    '1 d 1 h',
  ])
})
