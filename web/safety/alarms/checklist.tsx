// The procedure of an alarm's rule: what has been done of it, by whom.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { Output } from '@gatehouse/contract/operation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { When } from '../../ui/time/when.tsx'

type Step = Output<typeof alarms.byId>['checklist'][number]

interface ChecklistProps {
  readonly alarm: Alarm
  readonly steps: readonly Step[]
}

export const Checklist = ({ alarm, steps }: ChecklistProps) => {
  const cache = useQueryClient()
  const { failure, attempt } = useAttempt('The step could not be marked. Please try again.')
  // Until the server has answered: as it was pressed.
  const [pressed, setPressed] = useState<{ readonly step: number; readonly done: boolean } | null>(null)
  if (steps.length === 0) return null
  const mark = async (step: number, done: boolean) => {
    if (pressed !== null) return
    setPressed({ step, done })
    await attempt(async () => {
      await call(alarms.check, { id: alarm.id, step, done })
      await cache.invalidateQueries({ queryKey: keyOf(alarms.byId, { id: alarm.id }) })
    })
    setPressed(null)
  }
  const count = steps.filter(({ done }) => done !== null).length
  return (
    <section aria-label="Checklist">
      <h3>
        Checklist{' '}
        <span className="text-sm font-normal text-muted tabular-nums">
          {count} of {steps.length}
        </span>
      </h3>
      <ul>
        {steps.map(({ step, done }, index) => (
          <li key={step} className="min-h-touch">
            {alarm.state === 'cleared' ? (
              <span className="inline-flex min-h-touch items-center gap-2">
                <Icon name={done ? 'check' : 'unmet'} /> {step}
              </span>
            ) : (
              <CheckField
                label={step}
                checked={pressed?.step === index ? pressed.done : done !== null}
                onChange={(next) => void mark(index, next)}
              />
            )}
            {done && (
              <span className="block text-sm text-muted">
                {done.by}, <When at={done.at} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Failure text={failure} />
    </section>
  )
}
