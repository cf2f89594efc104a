// A swipe that dismisses: further than 100 px, or let go of faster than 0.5 px per millisecond.
export type Way = 'sideways' | 'down'

export interface Point {
  readonly x: number
  readonly y: number
  /** In milliseconds. */
  readonly at: number
}

export interface Swipe {
  /** How far it has been drawn along its way; null while it may still be something else: a click, or scrolling. */
  move(point: Point): number | null
  /** What letting go means. */
  end(point: Point): 'dismissed' | 'not far enough' | 'no swipe'
}

const farPx = 100
const fastPxPerMs = 0.5
// As far as a finger trembles.
const slackPx = 8
// What counts is how fast it is when it is let go of, not how long it was held before.
const recentMs = 80

export const beginSwipe = (way: Way, from: Point): Swipe => {
  let state: 'open' | 'swiping' | 'other' = 'open'
  let points: Point[] = [from]

  const along = (point: Point) => (way === 'sideways' ? point.x - from.x : Math.max(0, point.y - from.y))
  const across = (point: Point) => Math.abs(way === 'sideways' ? point.y - from.y : point.x - from.x)

  const move = (point: Point) => {
    points = [...points.filter(({ at }) => point.at - at <= recentMs), point]
    const distance = Math.abs(along(point))
    if (state === 'open' && Math.max(distance, across(point)) > slackPx)
      state = distance > across(point) ? 'swiping' : 'other'
    return state === 'swiping' ? along(point) : null
  }

  return {
    move,
    end(point) {
      const distance = move(point)
      if (distance === null) return 'no swipe'
      const [first = from] = points
      const ms = Math.max(1, point.at - first.at)
      // Drawn out and quickly back again is a change of mind.
      const speed = ((along(point) - along(first)) / ms) * Math.sign(distance)
      return Math.abs(distance) > farPx || speed > fastPxPerMs ? 'dismissed' : 'not far enough'
    },
  }
}
