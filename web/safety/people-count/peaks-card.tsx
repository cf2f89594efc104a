// The hours and days in which most people came in.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Output } from '@gatehouse/contract/operation'
import { peopleText } from '../../kit/people-words.ts'
import { tableLook } from '../../ui/charts/chart-or-table.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import { CsvButton } from './csv-button.tsx'
import { stepText } from './flow-steps.ts'
import { spanOf, useSpanQuery } from './span-query.ts'
import type { Asked } from './use-measured.ts'

interface PeaksCardProps {
  readonly asked: Asked
  readonly name: string
  readonly bounds: Bounds
  readonly timeZone: string
}

type Peaks = Output<typeof peopleCount.peaks>

export const PeaksCard = ({ asked, name, bounds, timeZone }: PeaksCardProps) => {
  const query = useSpanQuery(peopleCount.peaks, { ...asked, ...spanOf(bounds) })
  return (
    <Card
      title="Busiest"
      note={name}
      action={<CsvButton name={`Busiest hours and days, ${name}`} rows={query.data ? csvOf(query.data) : null} />}
    >
      <View op={peopleCount.peaks} query={query} rows={5} failed="The busiest hours could not be loaded">
        {({ hours, days }) =>
          hours.length === 0 ? (
            <p className="px-4 pb-4 text-muted">Nobody came in in this time.</p>
          ) : (
            <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 px-4 pb-4 from-sm:grid-cols-[1fr_1fr]">
              <PlainTable
                {...tableLook}
                heads={['Hour', 'In']}
                rows={hours.map(({ at, in: people }) => ({
                  key: at,
                  cells: [stepText(at, 'hour', timeZone), peopleText(people)],
                }))}
              />
              <PlainTable
                {...tableLook}
                heads={['Day', 'In']}
                rows={days.map(({ at, in: people }) => ({
                  key: at,
                  cells: [stepText(at, 'day', timeZone), peopleText(people)],
                }))}
              />
            </div>
          )
        }
      </View>
    </Card>
  )
}

const csvOf = ({ hours, days }: Peaks): readonly (readonly string[])[] => [
  ['Of', 'At', 'In'],
  ...hours.map((one) => ['hour', one.at, String(one.in)]),
  ...days.map((one) => ['day', one.at, String(one.in)]),
]
