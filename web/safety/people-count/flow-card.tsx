// In and out by 15 minutes, hour or day: as bars, as a table and as a file.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import Button from '@mui/material/Button'
import { useClock, serverNow } from '../../kit/clock.ts'
import { atLeast, peopleText } from '../../kit/people-words.ts'
import { dayOf } from '../../kit/time.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartOrTable, tableLook } from '../../ui/charts/chart-or-table.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { exporting, useExport } from '../../ui/tables/exporting.ts'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import {
  alignedTo,
  axisText,
  filled,
  type FlowStep,
  type Step,
  stepFor,
  stepNames,
  steps,
  stepText,
} from './flow-steps.ts'
import { spanOf, useSpanQuery } from './span-query.ts'
import type { Asked } from './use-measured.ts'

interface FlowCardProps {
  readonly asked: Asked
  readonly name: string
  readonly bounds: Bounds
  readonly timeZone: string
  /** As the address has it. */
  readonly step: string
  readonly onStep: (step: Step) => void
}

export const FlowCard = ({ asked, name, bounds, timeZone, step: askedStep, onStep }: FlowCardProps) => {
  const step = stepFor(askedStep, bounds)
  const range = alignedTo(step, bounds, timeZone)
  const input = { ...asked, ...spanOf(range), step }
  const query = useSpanQuery(peopleCount.flow, input)
  const isRunning = useExport().is === 'running'
  const save = () =>
    exporting().start({
      op: peopleCount.flowCsv,
      input,
      format: 'csv',
      name: `people-flow-${dayOf(serverNow(), timeZone)}.csv`,
    })
  return (
    <Card
      title="In and out"
      note={name}
      action={
        <Button size="small" startIcon={<Icon name="download" />} disabled={isRunning} onClick={() => void save()}>
          CSV
        </Button>
      }
    >
      <View op={peopleCount.flow} query={query} rows={5} failed="The flow could not be loaded">
        {({ steps: known }) => (
          <ChartOrTable
            label="In and out"
            beside={<StepChoice step={step} asked={askedStep} onStep={onStep} />}
            {...(known.length === 0
              ? { chart: <Nobody />, table: <Nobody /> }
              : {
                  chart: (
                    <Chart all={filled(known, step, range, timeZone)} step={step} range={range} timeZone={timeZone} />
                  ),
                  table: (
                    <PlainTable
                      {...tableLook}
                      heads={[steps[step].words, 'In', 'Out']}
                      rows={known.map((one) => ({
                        key: one.at,
                        cells: [stepText(one.at, step, timeZone), peopleText(one.in), peopleText(one.out)],
                      }))}
                    />
                  ),
                })}
          />
        )}
      </View>
    </Card>
  )
}

const Nobody = () => (
  <Empty title="Nobody was counted in this time">
    <p>Choose a longer or an earlier time, or another place.</p>
  </Empty>
)

const swatch =
  "before:me-2 before:inline-block before:h-[10px] before:w-[10px] before:rounded-[2px] before:content-['']"

interface StepChoiceProps {
  readonly step: Step
  readonly asked: string
  readonly onStep: (step: Step) => void
}

const StepChoice = ({ step, asked, onStep }: StepChoiceProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
    <ToggleChoice
      label="By"
      value={step}
      options={stepNames.map((name) => [name, steps[name].words] as const)}
      onChange={onStep}
    />
    <span className={`${swatch} before:bg-series-1`}>In</span>
    <span className={`${swatch} before:bg-series-2`}>Out</span>
    {asked !== '' && asked !== step && <span>This time is too long for shorter steps.</span>}
  </div>
)

interface ChartProps {
  readonly all: readonly FlowStep[]
  readonly step: Step
  readonly range: Bounds
  readonly timeZone: string
}

const Chart = ({ all, step, range, timeZone }: ChartProps) => {
  const minute = useClock((now) => now - (now % 60_000))
  const texts = all.map((one) => axisText(one.at, step, range, timeZone))
  const [ins, outs] = [sumOf(all, 'in'), sumOf(all, 'out')]
  return (
    <Bars
      description={`By ${steps[step].words.toLowerCase()}: ${ins} in and ${outs} out`}
      labels={{ phone: 4, desk: 8 }}
      groups={all.map((one, n) => ({
        key: one.at,
        // A day is named once, where it begins.
        label: texts[n] === texts[n - 1] ? '' : (texts[n] ?? ''),
        tip: `${stepText(one.at, step, timeZone)}: ${peopleText(one.in)} in, ${peopleText(one.out)} out`,
        values: [atLeast(one.in), atLeast(one.out)],
        current: Date.parse(one.at) <= minute && minute < Date.parse(one.at) + steps[step].ms,
      }))}
    />
  )
}

const sumOf = (all: readonly FlowStep[], way: 'in' | 'out'): string => {
  const sum = all.reduce((total, one) => total + atLeast(one[way]), 0).toLocaleString('en-GB')
  return all.some((one) => one[way] === 'few') ? `at least ${sum}` : sum
}
