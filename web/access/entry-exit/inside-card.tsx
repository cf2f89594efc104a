// Who is inside now, by zone, and today's traffic.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { Age } from '../../ui/time/age.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

const refreshMs = 60_000

export const InsideCard = ({ className }: { readonly className?: string | undefined }) => {
  // Events tell of changes; the interval is for midnight, when today begins again without any.
  const query = useQuery({ ...queryOf(entryExit.inside, {}), refetchInterval: refreshMs })
  return (
    <Card
      title="Inside now"
      className={className}
      action={
        query.data && (
          <span data-tip={`Counted from entries and exits|${query.data.at}`}>
            <Age at={query.data.at} />
          </span>
        )
      }
    >
      <View op={entryExit.inside} query={query} rows={4} failed="Who is inside could not be loaded">
        {(data) => (
          <div className="grid gap-4 px-4 pb-4">
            <p
              className="text-3xl leading-none font-[650] tracking-[-0.02em] tabular-nums [&_span]:text-md [&_span]:font-normal [&_span]:tracking-[0] [&_span]:text-muted lost:font-medium lost:text-stale"
              data-testid="inside-now"
            >
              {data.inside}
              <span> {data.inside === 1 ? 'person' : 'people'}</span>
            </p>
            <dl className="grid grid-cols-[repeat(3,1fr)] gap-3">
              <Today label="In today" value={data.entriesToday} />
              <Today label="Out today" value={data.exitsToday} />
              <Today label="Denied today" value={data.deniedToday} />
            </dl>
            <Zones zones={data.zones} />
          </div>
        )}
      </View>
    </Card>
  )
}

const Today = ({ label, value }: { readonly label: string; readonly value: number }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums lost:font-medium lost:text-stale">{value}</dd>
  </div>
)

const Zones = ({ zones }: Pick<Output<typeof entryExit.inside>, 'zones'>) => {
  if (zones.length === 0) return <StatusWord state="information" word="Nobody is in a known zone" />
  const most = Math.max(1, ...zones.map(({ people }) => people))
  return (
    <ul className="grid max-h-[20rem] gap-2 overflow-auto [&_li]:grid [&_li]:grid-cols-[1fr_auto] [&_li]:gap-x-3">
      {zones.map(({ zoneId, zone, people }) => (
        <li key={zoneId}>
          <span className="truncate">{zone}</span>
          <span className="font-semibold tabular-nums lost:font-medium lost:text-stale">{people}</span>
          <span
            className="col-span-full h-[4px] min-w-[2px] rounded-[2px] bg-primary lost:bg-stale"
            style={{ inlineSize: `${(people / most) * 100}%` }}
          />
        </li>
      ))}
    </ul>
  )
}
