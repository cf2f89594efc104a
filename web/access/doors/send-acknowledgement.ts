// Sends the acknowledgement of a door's alarm, and shows the door as it is from then on.
import type { Alarm, Door } from '@gatehouse/contract/access/doors'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../kit/data/api.ts'
import { showAlarm } from './door-lists.live.ts'

export interface Alarmed {
  readonly door: Pick<Door, 'id' | 'name'>
  readonly alarm: Pick<Alarm, 'id' | 'since'>
}

export const sendAcknowledgement = async (
  cache: QueryClient,
  { door, alarm: { id, since } }: Alarmed,
  note: string,
): Promise<void> => {
  const { alarm } = await call(alarms.acknowledge, { id, lastAt: since, ...(note === '' ? {} : { note }) })
  showAlarm(cache, door.id, alarm)
}
