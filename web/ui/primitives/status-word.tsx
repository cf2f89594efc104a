// A state in the product's one vocabulary: colour, icon and word together.
import { memo } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './status-word.module.css'
import type { State } from '../theme/tokens.ts'

interface StatusWordProps {
  readonly state: State
  /** The word; the state's own name when left out. */
  readonly word?: string | undefined
  readonly icon?: IconName | undefined
  /** It goes grey with the live connection. */
  readonly live?: boolean
  readonly pill?: boolean
}

export const StatusWord = memo(({ state, word, icon, live = false, pill = false }: StatusWordProps) => (
  <span className={styles.word} data-state={state} data-live={live || undefined} data-pill={pill || undefined}>
    <Icon name={icon ?? state} className={styles.own} />
    {live && <Icon name="stale" className={styles.lost} />}
    <span>{word ?? stateWords[state]}</span>
  </span>
))

const stateWords: Record<State, string> = {
  normal: 'Normal',
  information: 'Information',
  warning: 'Warning',
  high: 'High',
  critical: 'Critical',
  unknown: 'Unknown',
  stale: 'Stale',
  fault: 'Fault',
  offline: 'Offline',
  shelved: 'Shelved',
}
