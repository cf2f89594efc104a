// Which domains correct their data by live events: their lists, put together.
import type { Correction } from '../kit/live-cache.ts'
import { devicesLive } from '../devices/devices.live.ts'
import { doorsLive } from '../doors/doors.live.ts'
import { entryExitLive } from '../entry-exit/entry-exit.live.ts'
import { gasLive } from '../gas/gas.live.ts'
import { peopleCountLive } from '../people-count/people-count.live.ts'

export const liveCorrections: readonly Correction[] = [
  ...devicesLive,
  ...doorsLive,
  ...entryExitLive,
  ...gasLive,
  ...peopleCountLive,
]
