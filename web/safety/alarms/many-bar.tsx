// What may be done with several alarms at once.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import { counted } from '../../kit/counted.ts'
import { call, isApiError } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { FootBar } from '../../ui/primitives/foot-bar.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { acknowledgements, pendingOf } from './acknowledgement/send-acknowledgements.ts'

const atOnce = 500

interface ManyBarProps {
  readonly chosen: readonly Alarm[]
  /** How many of the list could be. */
  readonly choosable: number
  readonly onAll: () => void
  readonly onDone: () => void
}

export const ManyBar = ({ chosen, choosable, onAll, onDone }: ManyBarProps) => {
  const words = counted(chosen.length, 'alarm')
  return (
    <FootBar label="The chosen alarms" words={`${words} chosen`}>
      {chosen.length < choosable && <Button onClick={onAll}>Select all {choosable}</Button>}
      <Button onClick={onDone}>Select none</Button>
      <CallButton
        variant="contained"
        className="below-md:min-h-touch"
        busy="Acknowledging…"
        failed="They could not be acknowledged. Please try again."
        run={async () => {
          await acknowledgeMany(chosen)
          onDone()
        }}
      >
        Acknowledge {words}
      </CallButton>
    </FootBar>
  )
}

const acknowledgeMany = async (chosen: readonly Alarm[]): Promise<void> => {
  for (let from = 0; from < chosen.length; from += atOnce) {
    const some = chosen.slice(from, from + atOnce)
    try {
      const { acknowledged } = await call(alarms.acknowledgeMany, { ids: some.map(({ id }) => id) })
      toast('success', `${counted(acknowledged, 'alarm')} acknowledged.${restOf(some.length - acknowledged)}`)
    } catch (error) {
      if (!isApiError(error) || error.status !== 0) throw error
      acknowledgements().queue(chosen.slice(from).map((alarm) => pendingOf(alarm)))
      toast('warning', `No connection: ${counted(chosen.length - from, 'acknowledgement')} pending.`)
      return
    }
  }
}

const restOf = (count: number) => (count === 0 ? '' : ` ${count} had been acknowledged before.`)
