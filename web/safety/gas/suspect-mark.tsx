// That a channel is not to be believed, though its detector calls it good; nothing where nothing suggests so.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

export const SuspectMark = ({ suspect }: Pick<Channel, 'suspect'>) =>
  suspect && (
    <p>
      <StatusWord state="warning" word={words[suspect.why]} />{' '}
      <span className="text-sm text-muted">
        since <When at={suspect.since} />
      </span>
    </p>
  )

const words = {
  'below-zero': 'Suspect: below zero',
  frozen: 'Suspect: frozen',
  drifting: 'Suspect: drifting',
} as const
