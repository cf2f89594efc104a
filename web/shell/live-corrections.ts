// Which domains correct their data by live events: their lists, put together.
import type { Correction } from '../kit/live/live-cache.ts'
import { devicesLive } from '../building/devices/devices.live.ts'
import { doorsLive } from '../access/doors/doors.live.ts'
import { entryExitLive } from '../access/entry-exit/entry-exit.live.ts'
import { gasLive } from '../safety/gas/gas.live.ts'
import { peopleCountLive } from '../safety/people-count/people-count.live.ts'

export const liveCorrections: readonly Correction[] = [
  ...devicesLive,
  ...doorsLive,
  ...entryExitLive,
  ...gasLive,
  ...peopleCountLive,
]
