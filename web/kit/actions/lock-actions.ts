// What is done about when doors are unlocked and locked down, in words.
import type { Words } from './action-words.ts'

export const lockWords: Readonly<Record<string, Words>> = {
  'lockdowns.byId': ['Looked', 'at a lockdown'],
  'lockdowns.createScenario': ['Added', 'the lockdown scenario {}', 'a lockdown scenario'],
  'lockdowns.list': ['Looked', 'at the lockdowns'],
  'lockdowns.release': ['Ended', 'the lockdown {}', 'a lockdown'],
  'lockdowns.removeScenario': ['Removed', 'the lockdown scenario {}', 'a lockdown scenario'],
  'lockdowns.retry': ['Sent', 'the lockdown {} to doors again', 'a lockdown to doors again'],
  'lockdowns.scenarioDoors': ['Looked', 'at the doors of a lockdown scenario'],
  'lockdowns.scenarios': ['Looked', 'at the lockdown scenarios'],
  'lockdowns.trigger': ['Began', 'the lockdown {}', 'a lockdown'],
  'lockdowns.updateScenario': ['Changed', 'the lockdown scenario {}', 'a lockdown scenario'],

  'schedules.addDoorSchedule': ['Changed', 'when {} stands unlocked', 'when a door stands unlocked'],
  'schedules.calendars': ['Looked', 'at the holiday calendars'],
  'schedules.create': ['Added', 'the schedule {}', 'a schedule'],
  'schedules.createCalendar': ['Added', 'the holiday calendar {}', 'a holiday calendar'],
  'schedules.doorSchedules': ['Looked', 'at what follows schedules'],
  'schedules.list': ['Looked', 'at the schedules'],
  'schedules.remove': ['Removed', 'the schedule {}', 'a schedule'],
  'schedules.removeCalendar': ['Removed', 'the holiday calendar {}', 'a holiday calendar'],
  'schedules.removeDoorSchedule': ['Removed', 'the schedule by which {} stands unlocked', 'a schedule of a door'],
  'schedules.update': ['Changed', 'the schedule {}', 'a schedule'],
  'schedules.updateCalendar': ['Changed', 'the holiday calendar {}', 'a holiday calendar'],
  'schedules.updateDoorSchedule': ['Changed', 'how {} follows a schedule', 'how a door follows a schedule'],
}
