// How many alarms are open, kept right by what becomes of each: asked again at most once a second.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { refetches, registerCorrections } from '../../kit/live/live-cache.ts'

registerCorrections([refetches(alarms.counts, alarms.changed)])
