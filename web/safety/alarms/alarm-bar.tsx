// On every page, for as long as an urgent alarm asks for a response: the worst of them, how many more, and what to do.
import { useRef, useState } from 'react'
import { Link } from '../../kit/place.tsx'
import { useHas } from '../../kit/session/session-state.ts'
import { useTabMark } from '../../kit/tab-title.tsx'
import { MuteAlarms, SoundBlocked } from '../../ui/feedback/mute-alarms.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { Age } from '../../ui/time/age.tsx'
import { AcknowledgeAlarm } from './acknowledgement/acknowledge-alarm.tsx'
import { useAlarmTone } from './alarm-tone.ts'
import { deviceOf } from '../../kit/alarm-words.ts'
import { isUrgent, stateWords } from './alarm-words.ts'
import { severityWords } from '../../ui/theme/severity.ts'
import { usePending } from './acknowledgement/send-acknowledgements.ts'
import { useAlarms } from './use-alarms.ts'
import { usePointing } from '../../ui/use-pointing.ts'

const atOnce = 25

export const AlarmBar = () => (useHas('acknowledge_alarms') ? <Bar /> : null)

const Bar = () => {
  // The most urgent come first: if any is urgent, the first one is.
  const { query, rows } = useAlarms({ state: 'open' }, { limit: atOnce })
  const pending = usePending()
  const isPending = (id: string) => pending.some(({ alarmId, refused }) => alarmId === id && refused === null)
  const urgent = rows.filter(isUrgent)
  // What waits to be sent has been dealt with by this person: what is left comes before it.
  const unanswered = urgent.filter(({ id }) => !isPending(id))
  const frame = useRef<HTMLElement>(null)
  const [shownId, setShownId] = useState<string | null>(null)
  // Whoever is about to press acknowledges what they see, and not what has just come in its place.
  const isPointing = usePointing(frame, urgent.length > 0)
  const pointedAt = isPointing ? unanswered.find(({ id }) => id === shownId) : undefined
  const worst = pointedAt ?? unanswered[0] ?? urgent[0]
  if (worst && worst.id !== shownId) setShownId(worst.id)
  const isPartial = query.hasNextPage && urgent.length === rows.length
  useAlarmTone(unanswered.length > 0)
  useTabMark(unanswered.length === 0 ? '' : `${unanswered.length}${isPartial ? '+' : ''}`)
  if (!worst) return null
  const more = urgent.length - 1
  const { state, word } = severityWords[worst.severity]
  return (
    <section
      ref={frame}
      className="sticky top-bar z-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-b below-md:gap-x-2 border-s-[6px] border-state bg-surface px-6 py-2 tabular-nums below-md:px-4"
      aria-label="Urgent alarms"
      data-state={state}
      data-alarm="waits"
      data-testid="alarm-bar"
    >
      <p
        key={worst.id}
        className="flex min-w-0 flex-[1_1_16rem] flex-wrap items-center gap-x-2 wrap-anywhere [&_svg]:text-state"
        role="alert"
      >
        <Icon name={state} size="medium" />
        <strong className="text-state">{word}</strong>
        <Link to={`/alarms/${worst.id}`} className={beyondItsLine}>
          {worst.title}
        </Link>
        <span>{deviceOf(worst)}</span>
        {worst.state === 'returned-unacknowledged' && (
          <span className="text-muted">{stateWords[worst.state].toLowerCase()}</span>
        )}
      </p>
      <Age at={worst.raisedAt} />
      {more > 0 && (
        <Link
          to="/alarms"
          className="whitespace-nowrap below-md:inline-flex below-md:min-h-touch below-md:items-center"
        >
          +{more}
          {isPartial && ' or'} more
        </Link>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-2">
        <SoundBlocked />
        {/* On a phone the bar leaves room for the page: its title leads to the alarm, and the list has the mute. */}
        <span className="contents below-md:hidden">
          <MuteAlarms />
          <PlainButtonLink to={more > 0 ? '/alarms' : `/alarms/${worst.id}`}>View</PlainButtonLink>
        </span>
        <AcknowledgeAlarm alarm={worst} />
      </span>
    </section>
  )
}

/** A thumb finds it, and the bar is no higher for it. */
const beyondItsLine =
  "relative below-md:after:absolute below-md:after:inset-x-0 below-md:after:-inset-y-3 below-md:after:content-['']"
