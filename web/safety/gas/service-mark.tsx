// What speaks against a channel beside its reading: it is suspect, or its calibration or bump test is not in time.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

export const ServiceMark = ({ service }: Pick<Channel, 'service'>) => {
  if (service === null || service === 'ok') return null
  return (
    <p>
      <StatusWord {...words[service]} />
    </p>
  )
}

/** Its value counts all the same, and may be wrong. */
export const SuspectMark = ({ suspect }: Pick<Channel, 'suspect'>) =>
  suspect && (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <StatusWord state="warning" word={`Suspect: ${suspicions[suspect.why]}`} />
      <span className="text-muted">
        since <When at={suspect.since} />
      </span>
    </p>
  )

const suspicions: Readonly<Record<NonNullable<Channel['suspect']>['why'], string>> = {
  frozen: 'the same to the digit',
  'below-zero': 'below zero',
  drifting: 'drifting',
}

const words = {
  failed: { state: 'fault', word: 'Calibration or bump test failed' },
  overdue: { state: 'warning', word: 'Service overdue' },
  never: { state: 'warning', word: 'No service recorded' },
  'due-soon': { state: 'information', word: 'Service due soon' },
} as const
