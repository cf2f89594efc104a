// The rules of the error page's game.
/** Per cent of the field, of the circle's middle. */
export interface Spot {
  readonly x: number
  readonly y: number
}

export const target = 20
export const caughtAll = `Congratulations! You caught the circle ${target} times!`

const edge = 12
const leastLeap = 25

/** Where it goes next: inside the field, and never so near that it is caught by standing still. */
export const leap = (from: Spot, random: () => number = Math.random): Spot => {
  const somewhere = () => edge + random() * (100 - 2 * edge)
  const next = { x: somewhere(), y: somewhere() }
  const isNear = Math.hypot(next.x - from.x, next.y - from.y) < leastLeap
  // On the other side of the field.
  return isNear ? { x: next.x < 50 ? next.x + 50 - edge : next.x - 50 + edge, y: next.y } : next
}
