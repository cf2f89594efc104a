// The product's vocabulary of states, as it stands on every screen: colour, sign and word together.
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'

export const StateWords = () => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8">
    {words.map(([state, text]) => (
      <div key={state} className="grid gap-1 border-b border-b-line py-4 text-lg" data-state={state}>
        <dt>
          <StatusWord state={state} />
        </dt>
        <dd className="text-muted">{text}</dd>
      </div>
    ))}
  </dl>
)

const words: readonly (readonly [State, string])[] = [
  ['normal', 'Believed, and as it should be.'],
  ['information', 'Worth knowing; nobody has to do anything.'],
  ['warning', 'Not yet wrong, and on its way there.'],
  ['high', 'Past a set point, or a door held open.'],
  ['critical', 'Past the second set point, or a door forced.'],
  ['unknown', 'Nothing has been heard, or it warms up.'],
  ['stale', 'The last value is too old to act on.'],
  ['fault', 'The device says that it cannot measure.'],
  ['offline', 'The device is not connected.'],
  ['shelved', 'Put aside by a person, for a while.'],
]
