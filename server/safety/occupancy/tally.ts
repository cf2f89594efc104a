// What has moved over the borders of a place since its anchor, added up as it is reported. Pure.

/** What one device counted over one border since the anchor. */
export interface Flow {
  /** Into the place and out of it. */
  readonly entries: number
  readonly exits: number
  /** Of how many each message counted: those who are lost with a message are lost together. */
  readonly squares: number
  /** 1: its `in` comes in here; -1: it goes out. */
  readonly sign: 1 | -1
}

export interface Tally {
  /** People at the anchor. */
  readonly base: number
  /** In minus out since. */
  readonly net: number
  /** The least that base and net have been together, where that was below zero: so many were not counted in before they went out. */
  readonly lowest: number
  readonly lastAt: number | null
  readonly flows: Readonly<Record<string, Flow>>
}

/** Of one device at one moment. */
export interface Movement extends Flow {
  readonly deviceId: string
  readonly at: number
}

export const anchored = (people: number): Tally => ({ base: people, net: 0, lowest: 0, lastAt: null, flows: {} })

/** People, never below zero. */
export const countOf = ({ base, net, lowest }: Pick<Tally, 'base' | 'net' | 'lowest'>): number => base + net - lowest

/** In the order of time, later than all before; undefined where they are not, and everything has to be added up anew. */
export const add = (tally: Tally, movements: readonly Movement[]): Tally | undefined => {
  let { net, lowest, lastAt } = tally
  const flows: Record<string, Flow> = { ...tally.flows }
  // Of one moment together: nobody knows who of them was first.
  for (const [at, together] of Map.groupBy(
    movements.toSorted((a, b) => a.at - b.at),
    (one) => one.at,
  )) {
    if (lastAt !== null && at <= lastAt) return undefined
    lastAt = at
    for (const { deviceId, entries, exits, squares, sign } of together) {
      net += entries - exits
      const before = flows[deviceId]
      flows[deviceId] = {
        entries: entries + (before?.entries ?? 0),
        exits: exits + (before?.exits ?? 0),
        squares: squares + (before?.squares ?? 0),
        sign,
      }
    }
    lowest = Math.min(lowest, tally.base + net)
  }
  return { base: tally.base, net, lowest, lastAt, flows }
}
