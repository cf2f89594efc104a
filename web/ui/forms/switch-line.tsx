// Something that is on or off, on a line of its own: what it is, what it means, and the switch at the end.
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { ReactNode } from 'react'
import { Named } from '../primitives/named.tsx'

interface SwitchLineProps {
  readonly label: ReactNode
  /** In small letters below the label, which is set off from it. */
  readonly note?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
  readonly className?: string
}

export const SwitchLine = ({ label, note, checked, disabled = false, onChange, className = '' }: SwitchLineProps) => (
  <FormControlLabel
    className={`m-0 justify-between gap-4 ${className}`}
    labelPlacement="start"
    slotProps={{ typography: { variant: 'body2' } }}
    disabled={disabled}
    label={note === undefined ? label : <Named name={<strong className="font-semibold">{label}</strong>}>{note}</Named>}
    control={<Switch checked={checked} onChange={(_, on) => onChange(on)} />}
  />
)
