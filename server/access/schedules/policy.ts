import type { DoorPolicy } from '../doors/doors.ts'
import { wantedOf } from './duties.sql.ts'

export const schedulePolicy: DoorPolicy = {
  name: 'schedule',
  rule: 'Refuses nothing. A door whose hold is released while its schedule wants it unlocked stays unlocked.',
  async afterHold(tx, deviceId) {
    return (await wantedOf(tx, deviceId)) === 'unlocked' ? 'hold-unlocked' : undefined
  },
}
