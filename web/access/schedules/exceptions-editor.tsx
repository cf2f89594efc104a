// Single days on which a schedule is otherwise: closed, or open at other times.
import type { Schedule } from '@gatehouse/contract/access/schedules'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { Icon } from '../../ui/primitives/icon.tsx'
import { RangesEditor } from './ranges-editor.tsx'
import { dateText } from './schedule-words.ts'
import styles from './schedules.module.css'

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
    <fieldset className={styles.days}>
      <legend>Exceptions</legend>
      {exceptions.length === 0 && (
        <p className={styles.quiet}>Days that are otherwise than the week: an event, a closing day.</p>
      )}
      {exceptions.map(({ date, name, ranges }, index) => {
        const isTwice = exceptions.some((other, i) => i < index && other.date === date)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- days change while they are edited, and keep their place
          <section key={index} className={styles.exception} aria-label={`Exception ${dateText(date, true)}`}>
            <div className={styles.dayFields}>
              <TextField
                type="date"
                size="small"
                label="Day"
                value={date}
                error={isTwice}
                helperText={isTwice ? 'This day is there already' : undefined}
                onChange={({ target }) => {
                  if (target.value !== '') change(index, { date: target.value })
                }}
                slotProps={{ inputLabel: { shrink: true } }}
              />
              <TextField
                size="small"
                label="What for"
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
            {ranges.length === 0 && <span className={styles.quiet}>Closed all day</span>}
            <RangesEditor
              name={dateText(date, true)}
              ranges={ranges}
              onChange={(next) => change(index, { ranges: [...next] })}
            />
          </section>
        )
      })}
      <Button
        size="small"
        startIcon={<Icon name="add" />}
        className={styles.add ?? ''}
        onClick={() => onChange([...exceptions, { date: today, name: '', ranges: [] }])}
      >
        Add an exception
      </Button>
    </fieldset>
  )
}
