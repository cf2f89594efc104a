// How far what the tour shows may be believed: silence of the server or of the whole building makes all of it old at
// once, that of one device or channel only what it said.
import type { Building, TourDevice } from '@gatehouse/contract/site/tour'
import { ageMs } from '../../kit/age.ts'
import type { Judgement } from '../../ui/feedback/honest-state.ts'

export type Connection = 'live' | 'server-silent' | 'building-silent'

/** Answers come every two seconds. */
const serverSilentMs = 5_000
/** Detectors speak every five seconds. */
export const readingOldMs = 10_000
/** Every device says how it is every 15 seconds. */
const deviceOldMs = 20_000

export const connectionOf = (answeredAt: string, building: Pick<Building, 'devices'>, now: number): Connection => {
  if (ageMs(answeredAt, now) > serverSilentMs) return 'server-silent'
  const last = lastSeen(building)
  return last === null || ageMs(last, now) > readingOldMs ? 'building-silent' : 'live'
}

/** When any device was last heard; null: never. */
export const lastSeen = ({ devices }: Pick<Building, 'devices'>): string | null =>
  devices
    .flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
    .toSorted()
    .at(-1) ?? null

export const isDeviceOld = ({ lastSeenAt }: Pick<TourDevice, 'lastSeenAt'>, now: number): boolean =>
  lastSeenAt === null || ageMs(lastSeenAt, now) > deviceOldMs

/** What was said before the silence is a memory; what was unknown or off line before stays so. */
export const remembered = <J extends Judgement>(judgement: J, believed: boolean): J | (J & { state: 'stale' }) => {
  if (believed || judgement.state === 'offline' || judgement.state === 'unknown') return judgement
  return { ...judgement, state: 'stale', word: judgement.word ? `Was ${lowered(judgement.word)}` : 'Stale' }
}

const lowered = (word: string) => word.slice(0, 1).toLowerCase() + word.slice(1)
