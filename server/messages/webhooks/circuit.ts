// When a webhook that fails is left alone: after some failures one after another it is paused, then one delivery is tried,
// and the pauses grow; after days of nothing but failures it is switched off.

/** Failures one after another until it is paused. */
export const pausedAfter = 5
const firstPauseS = 60
const longestPauseS = 3600
const givenUpAfterMs = 3 * 86_400_000

export const isPaused = (failures: number): boolean => failures >= pausedAfter

/** How long it is paused after so many failures; 0 where it is not. */
export const pauseS = (failures: number): number =>
  isPaused(failures) ? Math.min(firstPauseS * 2 ** (failures - pausedAfter), longestPauseS) : 0

export const isGivenUp = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= givenUpAfterMs

/** Between the tries of one delivery: after the first, second... failure; after the eighth it is given up. */
const betweenTriesS = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600]

/** Not all at once, when a receiver is back. */
export const againInS = (tries: number, chance = Math.random()): number | null => {
  const pause = betweenTriesS[tries - 1]
  return pause === undefined ? null : Math.round(pause * (0.8 + 0.4 * chance) * 10) / 10
}
