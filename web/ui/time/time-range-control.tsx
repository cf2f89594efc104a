// Chooses the range of time that a page shows: by name, from one moment to another, or by going back and forward.
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { serverNow } from '../../kit/clock.ts'
import { Icon } from '../primitives/icon.tsx'
import {
  type Faults,
  isRange,
  isSameRange,
  type Preset,
  presets,
  rangeBetween,
  rangeOf,
  rangeWords,
  zoneWords,
} from './time-range.ts'
import type { TimeRangeState } from './use-time-range.ts'
import { wallTimeAt } from './wall-time.ts'
import { ZoomIcon } from '../charts/zoom-icon.tsx'

interface TimeRangeControlProps {
  readonly state: TimeRangeState
  readonly offered?: readonly Preset[]
}

export const TimeRangeControl = ({ state, offered = presets }: TimeRangeControlProps) => {
  const { range, bounds, timeZone, back, forward } = state
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const words = rangeWords(range, bounds.to, timeZone)
  const isNow = range.is === 'last' || range.is === 'today'
  const messageRef = useRef(words)
  useEffect(() => {
    if (messageRef.current !== words) announce(words)
    messageRef.current = words
  }, [words])
  return (
    <fieldset
      className="m-0 flex min-w-0 flex-wrap items-center gap-1 border-0 p-0 tabular-nums [&_[aria-disabled=true]]:cursor-default [&_[aria-disabled=true]]:bg-transparent [&_[aria-disabled=true]]:[color:color-mix(in_srgb,var(--muted)_55%,transparent)]"
      aria-label="Time range"
    >
      <IconButton aria-label="Earlier" aria-disabled={back === null} onClick={() => back?.()}>
        <Icon name="previous" size="medium" />
      </IconButton>
      <Button
        variant="outlined"
        // On a phone the words have a line to themselves, between back and forward.
        className="min-h-[40px] min-w-0 text-start leading-[1.3] below-sm:min-h-touch below-sm:flex-[1_1_60%] pointer-coarse:min-h-touch"
        startIcon={<Icon name="stale" size="medium" />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {words}
      </Button>
      <IconButton aria-label="Later" aria-disabled={forward === null} onClick={() => forward?.()}>
        <Icon name="next" size="medium" />
      </IconButton>
      <Button className="min-w-0" aria-disabled={isNow} onClick={() => isNow || state.now()}>
        Now
      </Button>
      <IconButton aria-label="Twice as long" onClick={state.widen}>
        <ZoomIcon way="out" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        marginThreshold={8}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-modal': true,
            'aria-label': 'Time range',
            className: 'max-w-[calc(100vw-var(--space-4))] border border-line',
          },
        }}
      >
        <Choices state={state} offered={offered} onDone={() => setAnchor(null)} />
      </Popover>
    </fieldset>
  )
}

interface ChoicesProps {
  readonly state: TimeRangeState
  readonly offered: readonly Preset[]
  readonly onDone: () => void
}

const Choices = ({ state: { range, bounds, timeZone, choose }, offered, onDone }: ChoicesProps) => {
  const zone = useId()
  const [from, setFrom] = useState(() => wallTimeAt(bounds.from, timeZone))
  const [to, setTo] = useState(() => wallTimeAt(bounds.to, timeZone))
  const [faults, setFaults] = useState<Faults>({})
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    const made = rangeBetween(from, to, serverNow(), timeZone)
    if (!isRange(made)) {
      setFaults(made)
      return
    }
    // Left as it was: the moments themselves, which a wall time cannot always say.
    const same = from === wallTimeAt(bounds.from, timeZone) && to === wallTimeAt(bounds.to, timeZone)
    choose(same ? { is: 'between', ...bounds } : made)
    onDone()
  }
  const named = offered.flatMap((preset) => rangeOf(preset) ?? [])
  return (
    <div className="grid grid-cols-[minmax(10rem,auto)_minmax(16rem,1fr)] below-sm:grid-cols-1">
      <ul
        className="border-e border-e-line p-2 below-sm:grid below-sm:grid-cols-[1fr_1fr] below-sm:border-e-0 below-sm:border-b below-sm:border-b-line"
        aria-label="By name"
      >
        {named.map((one) => (
          <li key={rangeWords(one, 0, timeZone)}>
            <button
              type="button"
              className="flex min-h-[36px] w-full cursor-pointer items-center justify-between gap-3 rounded border-0 bg-transparent px-3 py-0 text-start text-inherit hover:bg-sunken focus-visible:-outline-offset-2 aria-pressed:bg-sunken aria-pressed:font-semibold aria-pressed:text-primary-text pointer-coarse:min-h-touch"
              aria-pressed={isSameRange(one, range)}
              onClick={() => {
                choose(one)
                onDone()
              }}
            >
              {rangeWords(one, 0, timeZone)}
              {isSameRange(one, range) && <Icon name="check" size="medium" />}
            </button>
          </li>
        ))}
      </ul>
      <form className="grid content-start gap-4 p-5" noValidate onSubmit={apply}>
        <Moment label="From" value={from} fault={faults.from} describedBy={zone} onChange={setFrom} />
        <Moment label="To" value={to} fault={faults.to} describedBy={zone} onChange={setTo} />
        <p id={zone} className="text-sm wrap-anywhere text-muted">
          Times of the site: {timeZone.replaceAll('_', ' ')}, {zoneWords(bounds.to, timeZone)}
        </p>
        <Button type="submit" variant="contained">
          Show
        </Button>
      </form>
    </div>
  )
}

interface MomentProps {
  readonly label: string
  readonly value: string
  readonly fault: string | undefined
  readonly describedBy: string
  readonly onChange: (value: string) => void
}

const Moment = ({ label, value, fault, describedBy, onChange }: MomentProps) => (
  <TextField
    type="datetime-local"
    fullWidth
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    error={fault !== undefined}
    helperText={fault}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { 'aria-details': describedBy } }}
  />
)
