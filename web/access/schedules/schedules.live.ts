// What is known of schedules is asked for again when one changes, or doors begin to do otherwise by one.
import * as schedules from '@gatehouse/contract/access/schedules'
import { refetches, registerCorrections } from '../../kit/live/live-cache.ts'

registerCorrections(
  [schedules.list, schedules.calendars, schedules.doorSchedules].map((op) => refetches(op, schedules.altered)),
)
