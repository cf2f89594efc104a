// Lines above a list: what goes on beside it, and how it ended.
import IconButton from '@mui/material/IconButton'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import type { State } from '../theme/tokens.ts'

export const Strips = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid gap-2 [&:not(:empty)]:mb-4">{children}</div>
)

export const Dismiss = ({ what, onClick }: { readonly what: string; readonly onClick: () => void }) => (
  <IconButton aria-label={`Dismiss ${what}`} onClick={onClick}>
    <Icon name="close" size="medium" />
  </IconButton>
)

const tones: Partial<Record<State, string>> = { normal: 'text-normal', critical: 'text-critical' }

interface StripProps {
  readonly state: State
  readonly icon: IconName
  readonly end: ReactNode
  readonly children: ReactNode
}

export const Strip = ({ state, icon, end, children }: StripProps) => (
  <div
    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-s-[3px] border-line border-s-information bg-surface py-2 pr-2 pl-4 data-[state=critical]:border-critical data-[state=normal]:border-s-normal"
    data-state={state}
  >
    <Icon name={icon} size="medium" className={tones[state] ?? 'text-information'} />
    <p className="min-w-0 flex-[1_1_14rem] wrap-anywhere" role={state === 'critical' ? 'alert' : undefined}>
      {children}
    </p>
    {end}
  </div>
)
