import type { Condition } from '@gatehouse/contract/safety/alarm-rules'
import { expect, test } from 'vitest'
import { ApiError, isApiError } from '../../kit/data/api.ts'
import { aRule } from './a-rule.testing.ts'
import { amountRules, measuresOf } from './condition-parts.ts'
import { atFields } from './rule-faults.ts'
import { conditionFault, conditionOf, copyName, factsOf, fieldsOf, hasScope } from './rule-fields.ts'

const delays = { onDelaySeconds: 30, offDelaySeconds: 0 }

test.each<Condition>([
  { kind: 'threshold', measure: 'device.signal', comparison: 'below', value: -90, hysteresis: 2.5, ...delays },
  { kind: 'threshold', measure: 'gas.temperature', comparison: 'below', value: 0, hysteresis: 0, ...delays },
  { kind: 'rate', measure: 'gas.CO', comparison: 'above', change: 20, withinSeconds: 300, ...delays },
  { kind: 'state', measure: 'door.held-open', ...delays },
  { kind: 'stale', measure: 'gas.O2', seconds: 600 },
  { kind: 'outside-schedule', measure: 'door.opened', scheduleId: 'hours' },
  { kind: 'repeated', measure: 'door.refused', times: 5, withinSeconds: 300 },
  { kind: 'combination', ruleIds: ['a', 'b'], atLeast: 2, within: 'site', ...delays },
])('the condition %o goes through the editor unchanged', (condition) => {
  const kinds = hasScope(condition) ? ['gas' as const] : []
  const rule = aRule({ condition, scope: { ...aRule().scope, kinds }, checklist: ['Call', 'Go'] })
  const { name, severity, scope, suppressedBy, escalationId, latches, reasonAsked, checklist } = rule
  expect(factsOf(fieldsOf(rule))).toEqual({
    name,
    severity,
    condition,
    scope,
    suppressedBy,
    escalationId,
    latches,
    reasonAsked,
    checklist,
  })
})

test('everywhere leaves out what was chosen before, and does not forget it', () => {
  const fields = { ...fieldsOf(aRule({ scope: { ...aRule().scope, kinds: ['gas'] } })), everywhere: true }
  expect(factsOf(fields)?.scope.kinds).toEqual([])
  expect(fields.scope.kinds).toEqual(['gas'])
})

test('rates and missing readings are of gas alone', () => {
  expect(measuresOf('threshold')).toContain('device.battery')
  expect([...measuresOf('rate'), ...measuresOf('stale')].filter((name) => !name.startsWith('gas.'))).toEqual([])
  expect(measuresOf('state')).toContain('device.offline')
  expect(measuresOf('repeated')).toContain('door.refused')
})

test('what is wrong is named with its field', () => {
  const { condition } = fieldsOf(null)
  expect(conditionFault(condition)).toBe('Set point: Enter a number')
  expect(conditionOf(condition)).toBeNull()
  expect(conditionFault({ ...condition, kind: 'outside-schedule' })).toBe('Schedule: Choose a schedule')
  expect(conditionFault({ ...condition, kind: 'combination' })).toBe('Rules: Choose at least one rule')
  expect(amountRules.value('66,5')).toBeNull()
  expect(amountRules.value('-90')).toBeNull()
  expect(amountRules.value('much')).toBe('Enter a number')
  expect(amountRules.hysteresis('-1')).toBe('Enter at least 0')
  expect(amountRules.hysteresis('')).toBeNull()
  expect(amountRules.change('0')).toBe('Enter more than 0')
  expect(amountRules.times('2.5')).toBe('Enter a whole number')
  expect(amountRules.seconds('5 s')).toBe('Enter at least 10 s')
  expect(amountRules.onDelaySeconds('2 d')).toBe('Enter at most 1 d')
  expect(amountRules.withinSeconds('')).toBe('Enter a time, such as 30 s or 5 min')
})

test('a combination, and a rule about the activity log, have no scope of their own', () => {
  expect(hasScope({ kind: 'threshold', measure: 'gas.CO' })).toBe(true)
  expect(hasScope({ kind: 'combination', measure: 'gas.CO' })).toBe(false)
  expect(hasScope({ kind: 'state', measure: 'record.broken' })).toBe(false)
  expect(hasScope({ kind: 'threshold', measure: 'occupancy' })).toBe(true)
  const scope = { siteIds: ['a'], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }
  const fields = fieldsOf(null)
  const combining = {
    ...fields,
    everywhere: false,
    scope,
    condition: { ...fields.condition, kind: 'combination' as const, ruleIds: ['b'] },
  }
  expect(factsOf(combining)?.scope).toEqual({ ...scope, siteIds: [] })
})

test('a copy has a name that is not too long', () => {
  expect(copyName('CO high')).toBe('CO high (copy)')
  expect(copyName('x'.repeat(100))).toHaveLength(100)
})

test('what the server refuses is brought to fields that are shown', () => {
  const placed = (...fields: string[]) => {
    const details = fields.map((field) => ({ field, message: 'No' }))
    const error = atFields(new ApiError(422, { code: 'VALIDATION', message: 'No', details }), 'threshold')
    return isApiError(error) ? error.details.map(({ field, message }) => [field, message]) : error
  }
  expect(placed('condition.value', 'scope.zoneIds.3', 'suppressedBy.0', 'checklist.1', 'condition.ruleIds')).toEqual([
    ['condition.value', 'No'],
    ['scope.zoneIds', 'No'],
    ['suppressedBy', 'No'],
    ['checklist', 'Step 2: No'],
    ['', 'Condition rule ids: No'],
  ])
  const other = new TypeError('x')
  expect(atFields(other, 'state')).toBe(other)
})
