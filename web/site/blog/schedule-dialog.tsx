// From when on readers see an article, by the clock of the site.
import { messages } from '@gatehouse/contract/site/blog'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { isApiError, messageOf } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { Question } from '../../ui/sheets/question.tsx'
import { momentsAt, wallTimeAt } from '../../ui/time/wall-time.ts'

interface ScheduleDialogProps {
  /** What is chosen already. */
  readonly at: string | null
  readonly onChoose: (moment: string) => Promise<void>
  readonly onClose: () => void
}

const hourMs = 3_600_000
const leftOut = 'The clocks go forward then, and leave this time out.'

export const ScheduleDialog = ({ at, onChoose, onClose }: ScheduleDialogProps) => {
  const timeZone = useTimeZone()
  const [time, setTime] = useState(() =>
    wallTimeAt(at ? Date.parse(at) : Math.ceil((serverNow() + hourMs) / hourMs) * hourMs, timeZone),
  )
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const submit = async () => {
    // Of an hour that comes twice, the one that is still to come.
    const moments = momentsAt(time, timeZone)
    const moment = moments.find((one) => one > serverNow())
    if (moment === undefined) return setFault(time !== '' && moments.length === 0 ? leftOut : messages.past)
    setWorking(true)
    setFailure(null)
    try {
      await onChoose(new Date(moment).toISOString())
      onClose()
    } catch (error) {
      const detail = isApiError(error) ? error.details.find(({ field }) => field === 'scheduledFor') : undefined
      if (detail) setFault(detail.message)
      else setFailure(messageOf(error, error instanceof Error ? error.message : ''))
      setWorking(false)
    }
  }
  return (
    <Question
      title="Publish later"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of the component library's dialog
      role="dialog"
      action="Schedule"
      busy="Scheduling…"
      failure={failure}
      working={working}
      onSubmit={submit}
      onClose={onClose}
      field={
        <TextField
          type="datetime-local"
          label="From when on"
          value={time}
          onChange={({ target }) => {
            setTime(target.value)
            setFault(null)
          }}
          error={fault !== null}
          helperText={fault ?? `In the time of ${timeZone}`}
          slotProps={{ inputLabel: { shrink: true } }}
          fullWidth
        />
      }
    >
      <p>The article appears on the blog, in the feed and in the map of the site by itself at this time.</p>
    </Question>
  )
}
