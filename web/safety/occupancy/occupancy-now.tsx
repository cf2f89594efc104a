// How many people are in each site, floor and zone now, and how well that is known.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { registerCorrections } from '../../kit/live/live-cache.ts'
import { later } from '../../ui/feedback/later.tsx'
import { NextStep } from '../../ui/feedback/next-step.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { FigureRow } from './figure-row.tsx'
import { isCurrent } from './figure-words.ts'
import { occupancyLive } from './occupancy.live.ts'
import { nested } from './place-order.ts'
import { refreshMs, useOld } from './use-old.ts'

const CorrectForm = later(async () => (await import('./correct-form.tsx')).CorrectForm, 'over')
const GoneSheet = later(async () => (await import('../../ui/sheets/answer-sheet.tsx')).GoneSheet, 'over')

registerCorrections(occupancyLive)

type Now = Output<typeof occupancy.now>

const shows = [
  ['', 'All places'],
  ['limit', 'Near or at the limit'],
  ['unknown', 'Not current'],
] as const

export const OccupancyNow = () => {
  // A counter that is silent, and a schedule whose limit begins, send no event.
  const query = useQuery({ ...queryOf(occupancy.now, {}), refetchInterval: refreshMs })
  const isOld = useOld(query.dataUpdatedAt)
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Occupancy now">
      {isOld && (
        <p role="alert" className="text-stale">
          These numbers are not current: the server has not answered for some minutes.
        </p>
      )}
      <View op={occupancy.now} query={query} rows={8} failed="The occupancy could not be loaded">
        {(now) => <Sites now={now} isOld={isOld} />}
      </View>
    </section>
  )
}

const Sites = ({ now, isOld }: { readonly now: Now; readonly isOld: boolean }) => {
  const filters = useUrlFilters()
  const { id, closed } = useSheetAddress('correct')
  const mayCorrect = useMissing(occupancy.correctZone).length === 0
  const [site, show] = [filters.get('site'), filters.get('show')]
  const all = [...now.sites, ...now.floors, ...now.zones]
  if (all.length === 0)
    return (
      <Empty title="No places yet">
        <p>Occupancy is counted by site, floor and zone. Add them, then place the counters at their borders.</p>
        <NextStep op={occupancy.placeCounter} to="/people-count/counters">
          Place counters
        </NextStep>
      </Empty>
    )
  const asked = all.filter((one) => (site === '' || one.siteId === site) && (show === '' || passes(one, show, isOld)))
  const corrected = all.find((one) => one.id === id)
  const groups = [...Map.groupBy(asked, ({ siteId }) => siteId)]
  return (
    <>
      <FilterBar
        count={[site, show].filter((value) => value !== '').length}
        onClear={() => filters.set({ site: '', show: '' })}
      >
        {now.sites.length > 1 && (
          <FilterChoice
            label="Site"
            value={site}
            options={[['', 'All sites'], ...now.sites.map((one) => [one.id, one.name] as const)]}
            onChange={(value) => filters.set({ site: value })}
          />
        )}
        <FilterChoice label="Show" value={show} options={shows} onChange={(value) => filters.set({ show: value })} />
      </FilterBar>
      {groups.length === 0 ? (
        <Empty title="No place is like that now">
          <PlainButton onClick={() => filters.set({ site: '', show: '' })}>Show all places</PlainButton>
        </Empty>
      ) : (
        groups.map(([siteId, figures]) => (
          <SiteCard
            key={siteId}
            siteId={siteId}
            title={now.sites.find((one) => one.id === siteId)?.name ?? 'Zones that you may see'}
            figures={figures}
            isOld={isOld}
            mayCorrect={mayCorrect}
          />
        ))
      )}
      {id !== null &&
        (corrected && mayCorrect ? (
          <CorrectForm key={id} figure={corrected} closed={closed} />
        ) : (
          <GoneSheet
            name="Correction"
            title="This place cannot be corrected"
            says="It may be gone or hidden from you, or you may not correct counts."
            closed={closed}
          />
        ))}
    </>
  )
}

const passes = (figure: Figure, show: string, isOld: boolean): boolean => {
  if (show === 'unknown') return !isCurrent(figure, isOld)
  return figure.mode === 'busy' || figure.mode === 'one-in-one-out' || figure.mode === 'full'
}

interface SiteCardProps {
  readonly siteId: string
  readonly title: string
  readonly figures: readonly Figure[]
  readonly isOld: boolean
  readonly mayCorrect: boolean
}

const SiteCard = ({ siteId, title, figures, isOld, mayCorrect }: SiteCardProps) => {
  const { to } = useSheetAddress('correct')
  return (
    <Card title={title}>
      <ul className="px-4 pb-2">
        {nested(figures).map((figure) => (
          <FigureRow
            key={figure.id}
            figure={figure}
            {...(figure.id === siteId ? { called: 'Whole site' } : {})}
            isOld={isOld}
            correct={mayCorrect && figure.source === 'counters' ? to(figure.id) : null}
          />
        ))}
      </ul>
    </Card>
  )
}
