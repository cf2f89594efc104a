// One poll of a BACnet device: its points, by ReadPropertyMultiple where it knows that.
import type { BacnetSettings } from '@gatehouse/contract/building/polling'
import { decodePoint, unreadPoint } from '@gatehouse/devices/bacnet/decode'
import { clock } from '../../kit/clock.ts'
import type { BacnetSession } from './bacnet-session.ts'
import { PollError, type PollOutcome } from './poll-error.ts'

export const pollBacnet = async (session: BacnetSession, settings: BacnetSettings): Promise<PollOutcome> => {
  const { points, deviceInstance, timeoutMs } = settings
  await session.identify(deviceInstance, timeoutMs)
  const began = clock.steadyMs()
  const read = await session.read(points, timeoutMs)
  const roundTripMs = clock.steadyMs() - began
  const readings = points.map((point, at) => {
    const one = read[at]
    if (one instanceof PollError || one === undefined) return unreadPoint(point, one?.message ?? 'It was not read.')
    return decodePoint(point, one)
  })
  return { readings, battery: null, roundTripMs, failed: read.find((one) => one instanceof PollError) ?? null }
}
