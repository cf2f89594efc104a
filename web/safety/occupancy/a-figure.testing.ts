// An occupancy as the server answers it.
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { uuid } from '../../kit/testing/browser.testing.tsx'
import { beganAt } from '../../kit/testing/fake-time.testing.ts'

export const [siteId, floorId, hallId, officeId] = [uuid(2), uuid(3), uuid(4), uuid(5)]

export const aFigure = (changes: Partial<Figure> = {}): Figure => ({
  id: hallId,
  kind: 'zone',
  name: 'Hall',
  siteId,
  floorId,
  occupancy: 142,
  low: 131,
  high: 155,
  source: 'counters',
  anchorAt: beganAt,
  anchorKind: 'manual',
  stale: false,
  silent: [],
  drift: 0,
  limit: 200,
  share: 71,
  free: 58,
  mode: 'open',
  difference: null,
  movedAt: beganAt,
  ...changes,
})

export const aSite = (changes: Partial<Figure> = {}): Figure =>
  aFigure({
    id: siteId,
    kind: 'site',
    name: 'Meridian Tower',
    floorId: null,
    limit: null,
    share: null,
    free: null,
    mode: null,
    difference: 7,
    ...changes,
  })

export const aFloor = (changes: Partial<Figure> = {}): Figure =>
  aFigure({
    id: floorId,
    kind: 'floor',
    name: 'Ground floor',
    floorId,
    limit: null,
    share: null,
    free: null,
    mode: null,
    difference: 0,
    ...changes,
  })
