// Floods: stretches in which more alarms came than a person can deal with, newest first.
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import { counted } from '../../kit/counted.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { betweenWords } from '../../ui/time/time-range.ts'
import { RowsLink, rowsAddress } from './alarm-rows.tsx'
import { Scrolled, tableLook } from '../../ui/charts/chart-or-table.tsx'
import { durationText, type Health, rateOfFloods, shareText } from './health-figures.ts'
import { RatingWord } from './rating-word.tsx'

interface FloodsCardProps {
  readonly health: Health
  readonly now: number
  readonly timeZone: string
}

export const FloodsCard = ({ health, now, timeZone }: FloodsCardProps) => (
  <Card title="Floods" note={health.floods.length > 0 ? health.floods.length : undefined}>
    <div className="grid content-start gap-1 px-4 pb-4">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <strong className="text-2xl font-semibold">{shareText(health.floodShare)}</strong>
        <span className="text-sm text-muted">of the time in flood</span>
      </p>
      <p>
        <RatingWord
          rating={rateOfFloods(health)}
          misses={`${counted(health.floods.length, 'flood')}: above the guidance`}
        />
      </p>
      <p className="text-sm text-muted">
        Guidance: no flood. A flood is more than {guidance.floodInTenMinutes} alarms in 10 minutes.
      </p>
      {health.floods.length > 0 && (
        <Scrolled label="Floods, newest first">
          <PlainTable
            {...tableLook}
            heads={['Flood', 'Duration', 'Alarms']}
            rows={health.floods.map(({ from, to, count }) => ({
              key: from,
              cells: [
                <RowsLink key={from} to={rowsAddress({ from, to })}>
                  {betweenWords({ from: Date.parse(from), to: Date.parse(to) }, now, timeZone)}
                </RowsLink>,
                durationText((Date.parse(to) - Date.parse(from)) / 1_000),
                count,
              ],
            }))}
          />
        </Scrolled>
      )}
    </div>
  </Card>
)
