// An actuator for tests: a fan, at rest.
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { uuid } from '../../kit/testing/browser.testing.tsx'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'

export const anActuator = (changes: Partial<Actuator> = {}): Actuator => ({
  id: uuid(10),
  key: 'fan-garage-2',
  name: 'Garage fan 2',
  siteId: uuid(2),
  site: 'Meridian Tower',
  floor: 'Car park',
  zoneId: uuid(3),
  zone: 'Car park',
  driver: 'gatehouse',
  online: true,
  lastSeenAt: beganAt,
  purpose: 'ventilation',
  longestOnSeconds: null,
  answerSeconds: 10,
  reported: { isOn: false, isFaulty: false, at: beganAt, receivedAt: beganAt },
  wanted: { isOn: false, since: null, why: { kind: 'nothing' } },
  failedSince: null,
  override: null,
  outOfService: null,
  command: null,
  ...changes,
})
