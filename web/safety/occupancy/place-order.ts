// Places in the order in which people look for them, and what each is called among others.
import type { Figure } from '@gatehouse/contract/safety/occupancy'

/** The site, then each floor with its zones, then the zones that are on no floor that is shown. */
export const nested = (figures: readonly Figure[]): readonly Figure[] => {
  const zones = figures.filter(({ kind }) => kind === 'zone')
  const floors = figures.filter(({ kind }) => kind === 'floor')
  const shown = new Set(floors.map(({ id }) => id))
  return [
    ...figures.filter(({ kind }) => kind === 'site'),
    ...floors.flatMap((floor) => [floor, ...zones.filter(({ floorId }) => floorId === floor.id)]),
    ...zones.filter(({ floorId }) => floorId === null || !shown.has(floorId)),
  ]
}

interface Places {
  readonly sites: readonly Figure[]
  readonly floors: readonly Figure[]
  readonly zones: readonly Figure[]
}

/** Site by site. */
export const inOrder = ({ sites, floors, zones }: Places): readonly Figure[] =>
  [...Map.groupBy([...sites, ...floors, ...zones], ({ siteId }) => siteId).values()].flatMap(nested)

/** `Car park (floor)`: floors are often called as a zone of theirs is. */
export const placeName = ({ name, kind }: Pick<Figure, 'name' | 'kind'>): string =>
  kind === 'floor' ? `${name} (floor)` : name
