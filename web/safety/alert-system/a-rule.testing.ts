// Alarm rules for tests.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import { uuid } from '../../kit/testing/browser.testing.tsx'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'

export const aRule = (rule: Partial<AlarmRule> = {}): AlarmRule => ({
  id: uuid(10),
  version: 3,
  enabled: true,
  preset: null,
  setPoint: null,
  name: 'CO high',
  severity: 'critical',
  condition: {
    kind: 'threshold',
    measure: 'gas.CO',
    comparison: 'above',
    value: 70,
    hysteresis: 3.5,
    onDelaySeconds: 0,
    offDelaySeconds: 30,
  },
  scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  suppressedBy: [],
  escalationId: null,
  latches: false,
  reasonAsked: false,
  checklist: [],
  changedAt: beganAt,
  changedBy: 'Ingrid Sørensen',
  open: 0,
  ...rule,
})
