// Sums of all counters of the tour's building.
import type { Building } from '@gatehouse/contract/site/tour'

export const countsOf = ({ counters }: Pick<Building, 'counters'>): { inToday: number; outToday: number } => ({
  inToday: counters.reduce((sum, counter) => sum + counter.inToday, 0),
  outToday: counters.reduce((sum, counter) => sum + counter.outToday, 0),
})
