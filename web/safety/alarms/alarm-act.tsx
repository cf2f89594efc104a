// What to do about the alarm of a device where the device is shown: acknowledge it, for those who may, and look at it.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { Link } from 'react-router'
import { nameOf } from '../../kit/alarm-words.ts'
import { AcknowledgeAlarm } from './acknowledgement/acknowledge-alarm.tsx'

export const AlarmAct = ({ alarm }: { readonly alarm: Alarm }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
    <AcknowledgeAlarm alarm={alarm} />
    <Link
      to={`/alarms/${alarm.id}`}
      className="inline-flex min-h-[24px] items-center text-sm pointer-coarse:min-h-touch"
    >
      View alarm<span className="visually-hidden"> {nameOf(alarm)}</span>
    </Link>
  </span>
)
