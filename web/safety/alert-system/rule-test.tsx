// A rule that is being written, tested against history: the alarms that it would have raised.
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { Output } from '@gatehouse/contract/operation'
import type { MeasureName } from '@gatehouse/contract/safety/measures'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { counted } from '../../kit/counted.ts'
import { usePreview } from '../../kit/data/use-preview.ts'
import { Failed, SkeletonRows } from '../../ui/feedback/states.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { When } from '../../ui/time/when.tsx'
import { durationText } from './duration.ts'
import { conditionFault, conditionOf, type RuleFields, scopeOf } from './rule-fields.ts'
import { valueText } from './rule-words.ts'
import { useQuiet } from '../../ui/use-quiet.ts'

const quietMs = 600
const firstListed = 20

export const RuleTest = ({ control }: { readonly control: Control<RuleFields> }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="grid grid-cols-1 gap-3 border-t border-t-line pt-4" aria-label="Test against history">
      {isOpen ? (
        <Tested control={control} />
      ) : (
        <>
          <p className="text-sm text-muted">See which alarms this rule would have raised before you save it.</p>
          <Button variant="outlined" className="justify-self-start" onClick={() => setOpen(true)}>
            Test against history
          </Button>
        </>
      )}
    </section>
  )
}

type Days = '7' | '30' | '90'

const Tested = ({ control }: { readonly control: Control<RuleFields> }) => {
  const [days, setDays] = useState<Days>('30')
  const [fields, everywhere, places] = useWatch({ control, name: ['condition', 'everywhere', 'scope'] })
  const condition = conditionOf(fields)
  const input = condition && { condition, scope: scopeOf({ everywhere, scope: places }, condition), days: Number(days) }
  const { quiet, isNewest } = useQuiet(input, quietMs)
  const { shown, isCurrent, error } = usePreview(alarmRules.test, quiet)
  const cache = useQueryClient()
  const isOld = !isCurrent || !isNewest
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3>Test against history</h3>
        <ToggleChoice
          label="Period of the test"
          value={days}
          options={[
            ['7', '7 days'],
            ['30', '30 days'],
            ['90', '90 days'],
          ]}
          onChange={setDays}
        />
      </header>
      {input === null ? (
        <p className="text-muted">Complete the condition first. {conditionFault(fields)}.</p>
      ) : error && quiet !== null ? (
        <Failed
          what="The rule could not be tested"
          error={error}
          onRetry={() => void cache.refetchQueries({ queryKey: ['preview', alarmRules.test.name] })}
        />
      ) : (
        <div aria-busy={isOld} className="grid grid-cols-1 gap-3 aria-busy:opacity-60">
          {shown && quiet ? (
            <Found
              answer={shown}
              days={quiet.days}
              measure={'measure' in quiet.condition ? quiet.condition.measure : null}
            />
          ) : (
            <>
              <output className="visually-hidden">Testing</output>
              <SkeletonRows rows={4} className="grid gap-2" />
            </>
          )}
        </div>
      )}
    </>
  )
}

type Answer = Output<typeof alarmRules.test>

interface FoundProps {
  readonly answer: Answer
  readonly days: number
  readonly measure: MeasureName | null
}

const Found = ({ answer: { count, alarms, without }, days, measure }: FoundProps) => {
  const [isWhole, setWhole] = useState(false)
  if (without !== null) return <output>This cannot be tested against history. {without}</output>
  const listed = isWhole ? alarms : alarms.slice(0, firstListed)
  return (
    <>
      <output className="font-semibold">
        Would have raised {count === 0 ? 'no alarm' : counted(count, 'alarm')} in the last {days} days
      </output>
      {count > alarms.length && <p className="text-sm text-muted">The newest {alarms.length} are listed.</p>}
      {listed.length > 0 && (
        <ul aria-label="Alarms it would have raised">
          {listed.map(({ device, place, raisedAt, returnedAt, value }) => (
            <li
              key={`${(device ?? place)?.id} ${raisedAt}`}
              className="flex flex-wrap items-baseline gap-x-3 border-t border-t-line py-2 tabular-nums"
            >
              <strong className="min-w-0 flex-[1_1_10rem] wrap-anywhere">{(device ?? place)?.name}</strong>
              <When at={raisedAt} />
              <span className="text-muted">{lastedText(raisedAt, returnedAt)}</span>
              {value !== null && measure && <span>{valueText(value, measure)}</span>}
            </li>
          ))}
        </ul>
      )}
      {alarms.length > listed.length && (
        <Button size="small" className="justify-self-start" onClick={() => setWhole(true)}>
          Show all {alarms.length}
        </Button>
      )}
    </>
  )
}

const lastedText = (from: string, to: string | null): string => {
  if (to === null) return 'still active'
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000
  return seconds === 0 ? 'event' : `for ${durationText(seconds)}`
}
