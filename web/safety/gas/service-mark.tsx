// That the calibration or bump test of a channel is not in time; nothing where it is.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

export const ServiceMark = ({ service }: Pick<Channel, 'service'>) => {
  if (service === null || service === 'ok') return null
  return (
    <p>
      <StatusWord {...words[service]} />
    </p>
  )
}

const words = {
  failed: { state: 'fault', word: 'Calibration or bump test failed' },
  overdue: { state: 'warning', word: 'Service overdue' },
  never: { state: 'warning', word: 'No service recorded' },
  'due-soon': { state: 'information', word: 'Service due soon' },
} as const
