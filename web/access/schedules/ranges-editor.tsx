// The open times of one day: a slider for finger and arrow keys, and beside it the times to type.
import { minutes, type Range, timeOf } from '@gatehouse/contract/access/schedule-time'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Icon } from '../../ui/primitives/icon.tsx'
import { added, faultIn, lastMinute, replaced, timeIn } from './week-ranges.ts'

interface RangesEditorProps {
  /** Of the day, for those who hear it. */
  readonly name: string
  readonly ranges: readonly Range[]
  readonly onChange: (ranges: Range[]) => void
  /** What ends before it begins goes on the next day; absent where there is none. */
  readonly onOverMidnight?: (index: number) => void
}

const step = 15
const most = 12

export const RangesEditor = ({ name, ranges, onChange, onOverMidnight }: RangesEditorProps) => {
  const [refused, setRefused] = useState<string | null>(null)
  const fault = faultIn(ranges)
  return (
    <div className="grid gap-2">
      {ranges.map((range, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- times have no name of their own, and keep their place
        <div
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 ps-3 below-sm:grid-cols-1 below-sm:px-3 [&>button]:col-span-full [&>button]:justify-self-start"
        >
          <Slider
            value={[minutes(range.from), Math.max(minutes(range.from), minutes(range.to))]}
            min={0}
            max={lastMinute}
            step={step}
            marks={marks}
            disableSwap
            getAriaLabel={(thumb) => `${name}, ${thumb === 0 ? 'begins' : 'ends'}`}
            getAriaValueText={timeOf}
            onChange={(_, value) => {
              const [from, to] = Array.isArray(value) ? value : []
              if (from !== undefined && to !== undefined && from < to)
                onChange(replaced(ranges, index, { from: timeOf(from), to: timeOf(to) }))
            }}
          />
          <div className="flex items-center gap-1">
            <TimeField
              label={`${name}, from`}
              time={range.from}
              isEnd={false}
              onRefused={setRefused}
              onChange={(from) => onChange(replaced(ranges, index, { ...range, from }))}
            />
            <span aria-hidden="true">–</span>
            <TimeField
              label={`${name}, to`}
              time={range.to}
              isEnd
              onRefused={setRefused}
              onChange={(to) => onChange(replaced(ranges, index, { ...range, to }))}
            />
            <IconButton
              aria-label={`Remove ${range.from} to ${range.to} on ${name}`}
              onClick={() => onChange(ranges.filter((_, i) => i !== index))}
            >
              <Icon name="close" />
            </IconButton>
          </div>
          {onOverMidnight && minutes(range.to) <= minutes(range.from) && (
            <Button size="small" variant="outlined" onClick={() => onOverMidnight(index)}>
              Go on after midnight, until {range.to} the next day
            </Button>
          )}
        </div>
      ))}
      {[fault, refused]
        .filter((words) => words !== null)
        .map((words) => (
          <p key={words} role="alert" className="flex items-center gap-2 text-high">
            <Icon name="warning" /> {words}
          </p>
        ))}
      {ranges.length < most && (
        <Button
          size="small"
          startIcon={<Icon name="add" />}
          className="justify-self-start"
          aria-label={`Add open time on ${name}`}
          onClick={() => onChange(added(ranges))}
        >
          Add open time
        </Button>
      )}
    </div>
  )
}

const marks = [0, 360, 720, 1080, lastMinute].map((value) => ({ value, label: timeOf(value).slice(0, 2) }))

interface TimeFieldProps {
  readonly label: string
  readonly time: string
  readonly isEnd: boolean
  readonly onChange: (time: string) => void
  /** Why what was typed is not taken; null once something is. */
  readonly onRefused: (why: string | null) => void
}

const TimeField = ({ label, time, isEnd, onChange, onRefused }: TimeFieldProps) => {
  // Of what is being typed; null: as it is.
  const [typed, setTyped] = useState<string | null>(null)
  const isFaulty = typed !== null && timeIn(typed, isEnd) === null
  return (
    <TextField
      size="small"
      value={typed ?? time}
      error={isFaulty}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        const read = timeIn(typed ?? time, isEnd)
        if (typed !== null) onRefused(read === null ? `“${typed}” is no time of a day: ${time} stays` : null)
        setTyped(null)
        if (read !== null && read !== time) onChange(read)
      }}
      slotProps={{ htmlInput: { 'aria-label': label, inputMode: 'numeric', autoComplete: 'off', size: 5 } }}
      className="[&_input]:w-[5.2rem] [&_input]:text-center [&_input]:tabular-nums"
    />
  )
}
