// Where everything is: the sites of the company with their floors and zones.
import * as sites from '@gatehouse/contract/building/sites'
import type { Floor, Site, Zone } from '@gatehouse/contract/building/sites'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, type SheetAddress, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { wordOfUse } from './place-words.ts'

const PlaceSheet = later(async () => (await import('./place-sheet.tsx')).PlaceSheet, 'over')

export const PlacesSection = () => {
  const query = useQuery(queryOf(sites.list, {}))
  const place = useSheetAddress('place')
  const addSite = (
    <Can op={sites.create}>
      <AddLink to={place.to('new-site')}>Add site</AddLink>
    </Can>
  )
  return (
    <View op={sites.list} query={query} rows={10} failed="The places could not be loaded">
      {({ sites: all }) => (
        <div className="grid grid-cols-1 gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 [&_p]:m-0">
            <p className="text-sm text-muted">
              A site has floors, and zones that doors lead into. A floor can have a plan.
            </p>
            {all.length > 0 && addSite}
          </div>
          {all.length === 0 && (
            <Empty title="No sites yet">
              <p>A site is a building or a campus. Everything else is inside of one: begin here.</p>
              {addSite}
            </Empty>
          )}
          {all.map((site) => (
            <SiteCard key={site.id} site={site} place={place} />
          ))}
          {place.id !== null && <PlaceSheet key={place.id} wanted={place.id} sites={all} closed={place.closed} />}
        </div>
      )}
    </View>
  )
}

const row =
  'grid grid-cols-[14rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 px-4 py-3 not-first:border-t not-first:border-t-line below-sm:grid-cols-1 below-sm:p-3'

const SiteCard = ({ site, place }: { readonly site: Site; readonly place: SheetAddress }) => {
  const levels = [...site.floors].sort((a, b) => b.level - a.level)
  const loose = site.zones.filter(({ floorId }) => floorId === null || !site.floors.some(({ id }) => id === floorId))
  return (
    <Card title={site.name} note={site.timeZone.replaceAll('_', ' ')}>
      <ul className="list-none">
        {levels.map((floor) => (
          <FloorRow
            key={floor.id}
            floor={floor}
            zones={site.zones.filter(({ floorId }) => floorId === floor.id)}
            place={place}
          />
        ))}
        {loose.length > 0 && (
          <li className={row}>
            <span className="text-sm text-muted">On no floor</span>
            <Zones zones={loose} place={place} />
          </li>
        )}
        {levels.length === 0 && loose.length === 0 && (
          <li className={row}>
            <span className="text-sm text-muted">Neither floors nor zones yet.</span>
          </li>
        )}
      </ul>
      <Can op={sites.update}>
        <span className="flex flex-wrap gap-2 border-t border-t-line px-4 py-3">
          <Button component={Link} to={place.to(`site-${site.id}`)} state={opensSheet} size="small">
            Edit {site.name}
          </Button>
          <Button
            component={Link}
            to={place.to(`new-floor-${site.id}`)}
            state={opensSheet}
            size="small"
            variant="outlined"
          >
            Add floor
          </Button>
          <Button
            component={Link}
            to={place.to(`new-zone-${site.id}`)}
            state={opensSheet}
            size="small"
            variant="outlined"
          >
            Add zone
          </Button>
        </span>
      </Can>
    </Card>
  )
}

interface FloorRowProps {
  readonly floor: Floor
  readonly zones: readonly Zone[]
  readonly place: SheetAddress
}

const FloorRow = ({ floor, zones, place }: FloorRowProps) => (
  <li className={row}>
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-[2px] [&_a]:py-[2px]">
      <Link to={place.to(`floor-${floor.id}`)} state={opensSheet} className="font-semibold">
        {floor.name}
      </Link>
      <span className="text-sm text-muted">Level {floor.level}</span>
      <Link className="text-sm" to={`/door-management/plan?floor=${floor.id}`}>
        Plan<span className="visually-hidden"> of {floor.name}</span>
      </Link>
    </span>
    <Zones zones={zones} place={place} />
  </li>
)

const Zones = ({ zones, place }: Pick<FloorRowProps, 'zones' | 'place'>) =>
  zones.length === 0 ? (
    <span className="text-sm text-muted">No zones</span>
  ) : (
    <ul className="flex list-none flex-wrap gap-2">
      {zones.map(({ id, name, use }) => (
        <li key={id}>
          <Link
            to={place.to(`zone-${id}`)}
            state={opensSheet}
            className="inline-block rounded border border-line bg-sunken px-3 py-1 wrap-anywhere text-text no-underline hover:border-primary-text"
          >
            {name}
            {use !== null && <span className="text-sm text-muted"> {wordOfUse(use)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
