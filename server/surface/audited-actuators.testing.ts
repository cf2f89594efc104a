// The calls of the record matrix about actuators and the effects of alarms. What has to be there before, each makes.
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import { v7 as uuid } from 'uuid'
import { aDevice } from '../testing/building.testing.ts'
import { anAlarm } from '../safety/alarms/alarms.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const actuatorCalls: AdminCalls = (of) => {
  const actuator = async () => {
    const { server, admin, company, zone } = of()
    return (await server.knows(admin, await aDevice(server.store.pool, company, 'actuator', { zone }))).id
  }
  const facts = async () => ({
    name: `Effect ${uuid()}`,
    fromSeverity: 'high' as const,
    actuatorIds: [await actuator()],
  })
  const effect = async () => (await of().admin.call(causeEffect.create, await facts())).effect
  const overridden = async () => {
    const actuatorId = await actuator()
    await of().admin.call(actuators.override, { actuatorId, isOn: true, minutes: 5, reason: 'It is hot' })
    return actuatorId
  }
  const sounding = async () => {
    const { server, admin, company, doorId } = of()
    const actuatorId = await actuator()
    await admin.call(actuators.update, { actuatorId, purpose: 'horn' })
    const { ruleId } = await anAlarm(server.store.pool, company, doorId)
    await admin.call(causeEffect.create, { name: `Effect ${uuid()}`, ruleIds: [ruleId], actuatorIds: [actuatorId] })
    return actuatorId
  }
  return [
    [actuators.override, async () => ({ actuatorId: await actuator(), isOn: true, minutes: 5, reason: 'It is hot' })],
    [actuators.endOverride, async () => ({ actuatorId: await overridden() })],
    [actuators.test, async () => ({ actuatorId: await actuator(), seconds: 5 })],
    [actuators.silence, async () => ({ actuatorId: await sounding() })],
    [actuators.update, async () => ({ actuatorId: await actuator(), purpose: 'ventilation' })],
    [causeEffect.create, facts],
    [
      causeEffect.update,
      async () => {
        const { hiddenActuators: _hidden, changedAt: _at, changedBy: _by, ...given } = await effect()
        return { ...given, runOnSeconds: 300 }
      },
    ],
    [causeEffect.remove, async () => ({ id: (await effect()).id })],
  ]
}
