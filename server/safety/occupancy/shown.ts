// An anchor as somebody may see it.
import type { Anchor } from '@gatehouse/contract/safety/occupancy'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import type { readAnchors } from './anchors.ts'

type Row = Awaited<ReturnType<typeof readAnchors>>[number]

export const anchorShown = (
  { placeId, place, placeKind, people, counted, low, high, ...row }: Row,
  isExact: boolean,
): Anchor => {
  const shown = (count: number | null) => (count === null ? null : shownPeople(count, isExact))
  return {
    ...row,
    place: { id: placeId, name: place, kind: placeKind },
    people: shownPeople(people, isExact),
    counted: shown(counted),
    low: shown(low),
    high: shown(high),
    difference: isExact && counted !== null && row.applied ? people - counted : null,
    // The reason of a night that was left out may say how many were there.
    reason:
      isExact || row.kind !== 'nightly' ? row.reason : row.applied ? 'It may have been empty' : 'It was not empty',
  }
}
