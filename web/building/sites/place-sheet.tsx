// A site, a floor or a zone being added, changed or removed: which one is in the address.
import type { Site } from '@gatehouse/contract/building/sites'
import type { To } from 'react-router'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { FloorForm } from './floor-form.tsx'
import { SiteForm } from './site-form.tsx'
import { ZoneForm } from './zone-form.tsx'

interface PlaceSheetProps {
  /** `new-site`, `site-{id}`, `new-floor-{siteId}`, `floor-{id}`, `new-zone-{siteId}`, `zone-{id}`. */
  readonly wanted: string
  readonly sites: readonly Site[]
  readonly closed: To
}

export const PlaceSheet = ({ wanted, sites: all, closed }: PlaceSheetProps) => {
  const [, what = '', id = ''] = /^(new-site|site|new-floor|floor|new-zone|zone)(?:-(.*))?$/.exec(wanted) ?? []
  const site = all.find((one) => {
    if (what === 'floor') return one.floors.some((floor) => floor.id === id)
    return what === 'zone' ? one.zones.some((zone) => zone.id === id) : one.id === id
  })
  if (what === 'new-site') return <SiteForm site={null} closed={closed} />
  if (site && what === 'site') return <SiteForm site={site} closed={closed} />
  if (site && what.endsWith('floor'))
    return <FloorForm site={site} floor={site.floors.find((floor) => floor.id === id) ?? null} closed={closed} />
  if (site && what.endsWith('zone'))
    return <ZoneForm site={site} zone={site.zones.find((zone) => zone.id === id) ?? null} closed={closed} />
  return (
    <SideSheet title="Place" closed={closed}>
      <Empty title="This place is not there">
        <p>It may have been removed since the link was made, or it is not one that you may see.</p>
      </Empty>
    </SideSheet>
  )
}
