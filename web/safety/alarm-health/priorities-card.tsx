// How alarms spread over the priorities, against the guidance: of what is urgent there is little.
import { Card } from '../../ui/primitives/card.tsx'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { type Period, RowsLink, rowsAddress } from './alarm-rows.tsx'
import { ChartOrTable, tableLook } from '../../ui/charts/chart-or-table.tsx'
import { type Health, prioritiesOf, type PriorityShare, rateOfPriorities, shareText } from './health-figures.ts'
import { RatingWord } from './rating-word.tsx'

interface PrioritiesCardProps {
  readonly health: Health
  readonly period: Period
}

const title = 'Priority distribution'

export const PrioritiesCard = ({ health, period }: PrioritiesCardProps) => {
  const shares = prioritiesOf(health)
  return (
    <Card title={title}>
      <ChartOrTable
        label={title}
        beside={<RatingWord rating={rateOfPriorities(health)} misses="Outside the guidance" />}
        chart={<Bars shares={shares} />}
        table={
          <PlainTable
            {...tableLook}
            heads={['Priority', 'Alarms', 'Share', 'Guidance', 'Rating']}
            rows={shares.map((one) => ({
              key: one.key,
              cells: [
                <Priority key={one.key} of={one} priorities={health.priorities} period={period} />,
                one.count,
                shareText(one.share),
                one.guideText,
                <ShareRating key={one.key} of={one} />,
              ],
            }))}
          />
        }
      />
    </Card>
  )
}

interface PriorityProps extends Pick<Health, 'priorities'> {
  readonly of: PriorityShare
  readonly period: Period
}

// The list of alarms is filtered by one severity at a time.
const Priority = ({ of: { key, title: name }, priorities, period }: PriorityProps) =>
  key === 'others' ? (
    <>
      <RowsLink to={rowsAddress({ ...period, severity: 'low' })}>Low ({priorities.low})</RowsLink>
      {' and '}
      <RowsLink to={rowsAddress({ ...period, severity: 'medium' })}>medium ({priorities.medium})</RowsLink>
    </>
  ) : (
    <RowsLink to={rowsAddress({ ...period, severity: key })}>{name}</RowsLink>
  )

const ShareRating = ({ of: { key, rating } }: { readonly of: PriorityShare }) => (
  <RatingWord rating={rating} misses={key === 'others' ? 'Below the guidance' : 'Above the guidance'} />
)

const Bars = ({ shares }: { readonly shares: readonly PriorityShare[] }) => (
  <ul className="grid gap-3">
    {shares.map((one) => (
      <li key={one.key} className="grid gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
          <strong className="font-semibold">{one.title}</strong>
          <span>
            {shareText(one.share)} <span className="text-sm text-muted">({one.guideText})</span>
          </span>
        </span>
        <span className="relative block h-[14px] rounded-[2px] bg-sunken" aria-hidden="true">
          <span
            className="block h-full rounded-[2px] bg-series-1"
            style={{ inlineSize: `${(one.share * 100).toFixed(2)}%` }}
          />
          <span
            className="absolute top-[-3px] bottom-[-3px] w-[2px] bg-text"
            style={{ insetInlineStart: `calc(${one.guide * 100}% - 1px)` }}
          />
        </span>
        <span className="text-sm">
          <ShareRating of={one} />
        </span>
      </li>
    ))}
  </ul>
)
