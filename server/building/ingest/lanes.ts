// Messages on their way into the store side by side: what a thousand detectors measure holds up no door, and the store works on
// two batches of it at once. All of one device goes one after the other, and so does all that is not of a detector: who went
// through which door is in order.
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import type { Judge, Recorders, Sender } from '../../kit/recorders.ts'
import { createPipeline, type Pipeline } from './pipeline.ts'

export const createLanes = (store: Store, recorders: Recorders, judge: Judge, log: Logger): Pipeline => {
  const lane = () => createPipeline(store, recorders, judge, log)
  const others = lane()
  const even = lane()
  const odd = lane()
  const lanes = [others, even, odd]
  const laneOf = ({ id, kind }: Sender) => {
    if (kind !== 'gas') return others
    return Number.parseInt(id.slice(-1), 16) % 2 === 0 ? even : odd
  }
  return {
    offer: (received) => laneOf(received.device).offer(received),
    depth: () => lanes.reduce((sum, { depth }) => sum + depth(), 0),
    stuck: () =>
      lanes.flatMap(({ stuck }) => stuck() ?? []).toSorted((a, b) => a.since.getTime() - b.since.getTime())[0] ?? null,
    async close() {
      await Promise.all(lanes.map((one) => one.close()))
    },
  }
}
