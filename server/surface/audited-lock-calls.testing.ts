// The calls of the record matrix that lock doors: by schedules and in lockdowns. What has to be there before, each makes.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import * as schedules from '@gatehouse/contract/access/schedules'
import { v7 as uuid } from 'uuid'
import { aDevice } from '../testing/building.testing.ts'
import { until } from '../building/ingest/ingest.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const lockCalls: AdminCalls = (of) => {
  const aDoorOfItsOwn = async () =>
    (await of().server.knows(of().admin, await aDevice(of().server.store.pool, of().company, 'door'))).id
  const emptyWeek = Array.from({ length: 7 }, () => [])
  const aSchedule = async () =>
    (await of().admin.call(schedules.create, { name: `Schedule ${uuid()}`, week: emptyWeek })).schedule.id
  const aCalendar = async () =>
    (await of().admin.call(schedules.createCalendar, { name: `Calendar ${uuid()}` })).calendar.id
  const aFollower = async () => {
    const given = { scheduleId: await aSchedule(), doorId: of().doorId }
    return (await of().admin.call(schedules.addDoorSchedule, given)).doorSchedule.id
  }
  const aScenario = async () => {
    const given = { name: `Scenario ${uuid()}`, doorIds: [await aDoorOfItsOwn()] }
    return (await of().admin.call(lockdowns.createScenario, given)).scenario.id
  }
  const aLockdown = async () =>
    (await of().admin.call(lockdowns.trigger, { doorIds: [await aDoorOfItsOwn()], reason: 'Drill' })).lockdownId
  return [
    [schedules.create, () => ({ name: `Schedule ${uuid()}`, week: emptyWeek })],
    [schedules.update, async () => ({ scheduleId: await aSchedule(), name: `Schedule ${uuid()}` })],
    [schedules.remove, async () => ({ scheduleId: await aSchedule() })],
    [schedules.createCalendar, () => ({ name: `Calendar ${uuid()}` })],
    [schedules.updateCalendar, async () => ({ calendarId: await aCalendar(), name: `Calendar ${uuid()}` })],
    [schedules.removeCalendar, async () => ({ calendarId: await aCalendar() })],
    [schedules.addDoorSchedule, async () => ({ scheduleId: await aSchedule(), doorId: of().doorId })],
    [schedules.updateDoorSchedule, async () => ({ doorScheduleId: await aFollower(), firstPersonIn: true })],
    [schedules.removeDoorSchedule, async () => ({ doorScheduleId: await aFollower() })],
    [lockdowns.createScenario, () => ({ name: `Scenario ${uuid()}`, doorIds: [of().doorId] })],
    [lockdowns.updateScenario, async () => ({ scenarioId: await aScenario(), description: 'For drills' })],
    [lockdowns.removeScenario, async () => ({ scenarioId: await aScenario() })],
    [lockdowns.trigger, async () => ({ scenarioId: await aScenario(), reason: 'Drill' })],
    [lockdowns.setReason, async () => ({ lockdownId: await aLockdown(), reason: 'Intruder at the gate' })],
    [lockdowns.release, async () => ({ lockdownId: await aLockdown(), reason: 'All clear' })],
    [
      lockdowns.setReleaseReason,
      async () => {
        const lockdownId = await aLockdown()
        await of().admin.call(lockdowns.release, { lockdownId })
        return { lockdownId, reason: 'The gardener had the wrong gate' }
      },
    ],
    [
      lockdowns.retry,
      async () => {
        const lockdownId = await aLockdown()
        await until(async () => (await of().admin.call(lockdowns.byId, { lockdownId })).doors[0]?.result === 'offline')
        return { lockdownId }
      },
    ],
  ]
}
