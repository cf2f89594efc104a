// Single days on which a schedule is otherwise: closed, or open at other times.
import type { Schedule } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RangesEditor } from './ranges-editor.tsx'
import { isTwice } from './schedule-faults.ts'
import { dateText } from './schedule-words.ts'

type Exceptions = Schedule['exceptions']

interface ExceptionsEditorProps {
  readonly exceptions: Exceptions
  /** The first day that a new one is offered for. */
  readonly today: string
  readonly onChange: (exceptions: Exceptions) => void
}

export const ExceptionsEditor = ({ exceptions, today, onChange }: ExceptionsEditorProps) => {
  const change = (index: number, by: Partial<Exceptions[number]>) =>
    onChange(exceptions.map((one, i) => (i === index ? { ...one, ...by } : one)))
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Exceptions</legend>
      {exceptions.length === 0 && (
        <p className="text-sm text-muted">Days that are otherwise than the week: an event, a closing day.</p>
      )}
      {exceptions.map(({ date, name, ranges }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- days change while they are edited, and keep their place
        <section
          key={index}
          className="grid gap-2 border-t border-t-line py-3"
          aria-label={`Exception ${dateText(date, true)}`}
        >
          <div className="grid grid-cols-[11rem_minmax(0,1fr)_auto] items-start gap-2 below-sm:grid-cols-[minmax(0,1fr)_auto] below-sm:[&>:first-child]:col-span-full">
            <TextField
              type="date"
              size="small"
              label="Day"
              value={date}
              error={isTwice(exceptions, index)}
              helperText={isTwice(exceptions, index) ? 'This day is there already' : undefined}
              onChange={({ target }) => {
                if (target.value !== '') change(index, { date: target.value })
              }}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextField
              size="small"
              label="Reason"
              value={name}
              onChange={({ target }) => change(index, { name: target.value })}
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
            <IconButton
              aria-label={`Remove the exception of ${dateText(date, true)}`}
              onClick={() => onChange(exceptions.filter((_, i) => i !== index))}
            >
              <Icon name="close" />
            </IconButton>
          </div>
          {ranges.length === 0 && <span className="text-sm text-muted">Closed all day</span>}
          <RangesEditor
            name={dateText(date, true)}
            ranges={ranges}
            onChange={(next) => change(index, { ranges: next })}
          />
        </section>
      ))}
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        onClick={() => onChange([...exceptions, { date: today, name: '', ranges: [] }])}
      >
        Add an exception
      </Button>
    </fieldset>
  )
}
