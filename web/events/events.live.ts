// How live events extend the stream of what devices report.
import * as events from '@gatehouse/contract/events'
import type { DeviceEvent } from '@gatehouse/contract/events'
import { corrects } from '../kit/live-cache.ts'

const kept = 50

export const eventsLive = [
  corrects(events.list, events.happened, (answer, happened) => ({
    ...answer,
    events: addEvents(answer.events, happened),
  })),
]

export const addEvents = (list: readonly DeviceEvent[], happened: readonly DeviceEvent[]): DeviceEvent[] => {
  const byId = new Map([...list, ...happened].map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, kept)
}
