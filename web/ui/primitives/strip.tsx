// Lines above a list: what goes on beside it, and how it ended.
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './strip.module.css'
import type { State } from '../theme/tokens.ts'

export const Strips = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-2 [&:not(:empty)]:mb-4">{children}</div>
)

export const Dismiss = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <IconButton aria-label={`Take away ${what}`} onClick={onClick}>
    <Icon name="close" size="medium" />
  </IconButton>
)

interface StripProps {
  readonly state: State
  readonly icon: IconName
  readonly end: ReactNode
  readonly children: ReactNode
}

export const Strip = ({ state, icon, end, children }: StripProps) => (
  <div className={styles.strip} data-state={state}>
    <Icon name={icon} size="medium" />
    <p role={state === 'critical' ? 'alert' : undefined}>{children}</p>
    {end}
  </div>
)
