// The product's vocabulary of states, as it stands on every screen: colour, sign and word together.
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import styles from './state-words.module.css'

export const StateWords = () => (
  <dl className={styles.states}>
    {words.map(({ state, says }) => (
      <div key={state} data-state={state}>
        <dt>
          <StatusWord state={state} />
        </dt>
        <dd>{says}</dd>
      </div>
    ))}
  </dl>
)

const words: readonly { readonly state: State; readonly says: string }[] = [
  { state: 'normal', says: 'Believed, and as it should be.' },
  { state: 'information', says: 'Worth knowing; nobody has to do anything.' },
  { state: 'warning', says: 'Not yet wrong, and on its way there.' },
  { state: 'high', says: 'Past a set point, or a door held open.' },
  { state: 'critical', says: 'Past the second set point, or a door forced.' },
  { state: 'unknown', says: 'Nothing has been heard, or it warms up.' },
  { state: 'stale', says: 'The last value is too old to act on.' },
  { state: 'fault', says: 'The device says that it cannot measure.' },
  { state: 'offline', says: 'The device is not connected.' },
  { state: 'shelved', says: 'Put aside by a person, for a while.' },
]
