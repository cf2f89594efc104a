// One out of a few, all of them in sight.
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup, { type ToggleButtonGroupProps } from '@mui/material/ToggleButtonGroup'

interface ToggleChoiceProps<V extends string> extends Pick<ToggleButtonGroupProps, 'className' | 'fullWidth' | 'size'> {
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [value: V, words: string])[]
  readonly onChange: (value: V) => void
}

/** Pressing the one that is chosen changes nothing. */
export const ToggleChoice = <V extends string>({ label, options, onChange, ...group }: ToggleChoiceProps<V>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    {...group}
    aria-label={label}
    onChange={(_, chosen: V | null) => chosen !== null && onChange(chosen)}
  >
    {options.map(([value, words]) => (
      <ToggleButton key={value} value={value}>
        {words}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
