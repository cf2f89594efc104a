// In which hours of the week people come in, on average.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { atLeast, peopleText } from '../../kit/people-words.ts'
import { HourOfWeek } from '../../ui/charts/hour-of-week.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import { CsvButton } from './csv-button.tsx'
import { spanOf, useSpanQuery } from './span-query.ts'
import type { Asked } from './use-measured.ts'

interface HeatMapCardProps {
  readonly asked: Asked
  readonly name: string
  readonly bounds: Bounds
}

const weekMs = 7 * 86_400_000

export const HeatMapCard = ({ asked, name, bounds }: HeatMapCardProps) => {
  const query = useSpanQuery(peopleCount.heatMap, { ...asked, ...spanOf(bounds) })
  const { cells = null } = query.data ?? {}
  return (
    <Card
      title="Hours of the week"
      note={name}
      action={
        <CsvButton
          name={`People in by hour of the week, ${name}`}
          rows={
            cells && [
              ['Weekday (1 is Monday)', 'Hour', 'In on average', 'Hours'],
              ...cells.map((cell) => [cell.weekday, cell.hour, cell.in, cell.hours].map(String)),
            ]
          }
        />
      }
    >
      <View op={peopleCount.heatMap} query={query} rows={7} failed="The hours of the week could not be loaded">
        {(answer) => (
          <div className="grid gap-3 px-4 pb-4">
            <p className="text-sm text-muted">
              How many people come in on average, by the clocks of the site.
              {bounds.to - bounds.from < weekMs && ' Choose a week at least to see all of it.'}
            </p>
            <HourOfWeek
              label={`People who come in by hour of the week, ${name}`}
              valueText={(value) => `${value} people`}
              cells={answer.cells.map(({ weekday, hour, in: people }) => ({
                day: weekday,
                hour,
                value: atLeast(people),
                ...(people === 'few' ? { text: peopleText(people) } : {}),
              }))}
            />
          </div>
        )}
      </View>
    </Card>
  )
}
