// Brings a shelved alarm back before its time.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import { Can } from '../../kit/can.tsx'
import { call, messageOf } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { nameOf } from '../../kit/alarm-words.ts'

export const UnshelveButton = ({ alarm }: { readonly alarm: Alarm }) => {
  const { busy, attempt } = useAttempt()
  const name = nameOf(alarm)
  const unshelve = async () => {
    try {
      await call(alarms.unshelve, { id: alarm.id })
      toast('success', `Unshelved: ${name}`)
    } catch (error) {
      toast('error', messageOf(error, `${name} could not be unshelved. Please try again.`))
    }
  }
  return (
    <Can op={alarms.unshelve}>
      <Button size="small" aria-disabled={busy} onClick={() => void attempt(unshelve)}>
        {busy ? 'Unshelving…' : 'Unshelve'}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Can>
  )
}
