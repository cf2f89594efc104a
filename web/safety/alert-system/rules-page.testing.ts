// The page of alarm rules for tests: as somebody opens it, and what its sheet has.
import * as devices from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import * as labels from '@gatehouse/contract/identity/labels'
import type { Permission } from '@gatehouse/contract/permissions'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import * as escalations from '@gatehouse/contract/safety/escalations'
import { screen, within } from '@testing-library/dom'
import { vi } from 'vitest'
import { aBrowser, type TestBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aRule } from './a-rule.testing.ts'

const harbour: sites.Site = {
  id: uuid(30),
  name: 'Harbour Quay',
  timeZone: 'Europe/London',
  floors: [],
  zones: [{ id: uuid(31), name: 'Hall', floorId: null, use: null }],
}
export const held: readonly Permission[] = ['admin_access', 'manage_alarms', 'read_dashboard', 'acknowledge_alarms']
export const offline = aRule({
  id: uuid(11),
  name: 'Detector offline',
  severity: 'medium',
  condition: { kind: 'state', measure: 'device.offline', onDelaySeconds: 30, offDelaySeconds: 0 },
  scope: { ...aRule().scope, kinds: ['gas'] },
  preset: 'gas-offline',
  enabled: false,
  open: 3,
})
export const both = [aRule(), offline]

export const serve = ({ server }: Pick<TestBrowser, 'server'>, rules: readonly AlarmRule[]) => {
  server.hangsOtherwise()
  server.answers(alarmRules.list, { rules: [...rules] })
  server.answers(alarmRules.byId, ({ id }) => {
    const rule = rules.find((one) => one.id === id) ?? aRule()
    const { name, severity, condition, scope, suppressedBy, escalationId, latches, reasonAsked, checklist } = rule
    const facts = { name, severity, condition, scope, suppressedBy, escalationId, latches, reasonAsked, checklist }
    return {
      rule,
      versions: [
        { version: rule.version, at: beganAt, by: 'Ingrid Sørensen', ...facts },
        { version: 1, at: beganAt, by: null, ...facts, severity: 'low' as const },
      ],
    }
  })
  server.answers(escalations.list, { policies: [] })
  server.answers(sites.list, { sites: [harbour] })
  server.answers(labels.list, { labels: [] })
  server.answers(devices.list, { devices: [] })
  server.answers(alarmRules.create, { rule: aRule() })
  server.answers(alarmRules.update, { rule: aRule({ version: 4 }) })
}

export const opens = async (address: string, rules = both, permissions = held, width = 1440) => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const browser = aBrowser({ width })
  browser.signedIn({ permissions })
  serve(browser, rules)
  await browser.open(address)
  await advance('1 s')
  return browser
}

export const sheet = () => within(screen.getByRole('dialog'))
export const field = (name: string | RegExp) => sheet().getByLabelText(name)
