// How long people stay in a place, and what that is known from.
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { atLeast, peopleText } from '../../kit/people-words.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import { CsvButton } from './csv-button.tsx'
import { spanOf, useSpanQuery } from './span-query.ts'
import type { Measured } from './use-measured.ts'

interface DwellCardProps {
  readonly measured: Measured
  readonly bounds: Bounds
}

export const DwellCard = ({ measured, bounds }: DwellCardProps) =>
  measured.kind === 'counter' ? (
    <Card title="How long people stay" note={measured.name}>
      <p className="px-4 pb-4 text-muted">A counter sees nobody twice. Choose a site, floor or zone.</p>
    </Card>
  ) : (
    <OfPlace placeId={measured.id} name={measured.name} bounds={bounds} />
  )

interface OfPlaceProps {
  readonly placeId: string
  readonly name: string
  readonly bounds: Bounds
}

const OfPlace = ({ placeId, name, bounds }: OfPlaceProps) => {
  const query = useSpanQuery(peopleCount.dwell, { placeId, ...spanOf(bounds) })
  const { data } = query
  return (
    <Card
      title="How long people stay"
      note={name}
      action={
        <CsvButton
          name={`How long people stay, ${name}`}
          rows={
            data
              ? [
                  ['Visits', 'Median in minutes', 'Nine of ten at most, in minutes'],
                  [String(data.visits), `${data.medianMinutes ?? ''}`, `${data.p90Minutes ?? ''}`],
                ]
              : null
          }
        />
      }
    >
      <View op={peopleCount.dwell} query={query} rows={3} failed="How long people stay could not be loaded">
        {({ visits, medianMinutes, p90Minutes }) => (
          <>
            <p className="px-4 pb-2 text-sm text-muted">
              From badges: visits that ended in this time, of people who badged in and out. Whom only counters see is
              not in it.
            </p>
            <Facts>
              <Fact label="Visits">{peopleText(visits)}</Fact>
              <Fact label="Half of them">{minutesText(medianMinutes, atLeast(visits))}</Fact>
              <Fact label="Nine of ten">{minutesText(p90Minutes, atLeast(visits))}</Fact>
            </Facts>
          </>
        )}
      </View>
    </Card>
  )
}

/** `at most 1 h 20 min` */
export const minutesText = (minutes: number | null, visits: number): string => {
  if (minutes === null) return visits === 0 ? 'No visits to tell from' : 'Too few to tell'
  const whole = Math.round(minutes)
  if (whole < 1) return 'less than a minute'
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return `at most ${[hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ')}`
}
