// A state in the product's one vocabulary: colour, icon and word together.
import { memo } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { State } from '../theme/tokens.ts'

/** What a state is called somewhere: `{ state: 'offline', word: 'Revoked' }`. */
export interface StateWord {
  readonly state: State
  readonly word: string
  readonly icon?: IconName
}

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
  // Its words stand on the line of the words around it, whatever the icon is.
  <span
    className="inline-flex items-baseline gap-1 font-[550] whitespace-nowrap text-state data-pill:rounded-[999px] data-pill:border data-pill:border-current data-pill:px-2 data-pill:py-px data-pill:text-sm lost:data-live:text-stale"
    data-state={state}
    data-live={live || undefined}
    data-pill={pill || undefined}
  >
    <Icon name={icon ?? state} className={live ? 'self-center lost:hidden' : 'self-center'} />
    {live && <Icon name="stale" className="hidden self-center lost:block" />}
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
