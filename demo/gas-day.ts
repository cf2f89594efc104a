// The air of one local day: every channel has a value at every moment, so that minutes of history and seconds of live
// readings are points of the same curve.
import { type Incident, share } from './incident.ts'
import { type LocalDay, minute } from './local-day.ts'
import { isWorkday, type Passage } from './passages.ts'
import { hash, noiseAt, randomFor, wanderAt } from './random.ts'
import { type Idling, idlingShare } from './troubles.ts'
import type { Channel, Detector, World } from './world.ts'

export interface Air {
  /** null: the detector is faulty just then. */
  readonly value: number | null
  readonly quality: 'good' | 'fault' | 'warm-up'
}

export interface GasDay {
  at(detector: Detector, channel: Channel, moment: number): Air
}

export const gasOf = (
  world: World,
  seed: number,
  day: LocalDay,
  passages: readonly Passage[],
  { incident, idling }: { readonly incident: Incident | null; readonly idling: readonly Idling[] },
): GasDay => {
  const curves = new Map<Channel, { detector: Detector; series: number; levels: Float32Array | null }>()
  const faults = new Map<Detector, { from: number; to: number }>()
  const cars = passages.filter((p) => p.door.vehicles).map((p) => p.at)
  for (const detector of world.detectors) {
    const random = randomFor(seed, day.date, detector.key, 'fault')
    if (random.chance(0.003)) {
      const from = day.at(random.between(60, 240))
      faults.set(detector, { from, to: from + random.between(35, 80) * minute })
    }
    for (const channel of detector.channels) {
      const sources =
        channel.follows === 'cars'
          ? perMinute(day, cars)
          : channel.follows === 'meetings'
            ? meetings(world, seed, day, detector, passages)
            : null
      const series = hash(`${seed} ${detector.key} ${channel.channel}`)
      curves.set(channel, { detector, series, levels: sources && levelsOf(channel, sources) })
    }
  }
  return {
    at: (detector, channel, moment) => {
      const fault = faults.get(detector)
      if (fault && moment >= fault.from && moment < fault.to) return { value: null, quality: 'fault' }
      const curve = curves.get(channel)
      if (!curve) throw new Error(`${detector.key} has no channel ${channel.channel}`)
      const { series, levels } = curve
      let value =
        channel.normal +
        channel.wander * wanderAt(series, moment / (23 * minute)) +
        channel.scatter * noiseAt(series, Math.floor(moment / 1000))
      if (levels) value += levelAt(levels, (moment - day.start) / minute)
      if (incident && channel.leak && channel.follows)
        value += (channel.leak - channel.normal) * share(incident, moment)
      if (channel.channel === 'CO')
        for (const one of idling) if (one.detector === detector.key) value += one.rise * idlingShare(one, moment)
      const scale = 10 ** channel.decimals
      const warm = fault !== undefined && moment >= fault.to && moment < fault.to + 6 * minute
      return { value: Math.max(0, Math.round(value * scale) / scale), quality: warm ? 'warm-up' : 'good' }
    },
  }
}

const minutesOf = (day: LocalDay) => Math.ceil((day.end - day.start) / minute) + 1

const perMinute = (day: LocalDay, moments: readonly number[]) => {
  const sources = new Float32Array(minutesOf(day))
  for (const at of moments) {
    const index = Math.floor((at - day.start) / minute)
    sources[index] = (sources[index] ?? 0) + 1
  }
  return sources
}

/** A room that is filled by its sources and emptied by its ventilation. */
const levelsOf = (channel: Channel, sources: Float32Array) => {
  const levels = new Float32Array(sources.length)
  const keeps = 1 - 1 / (channel.airChange ?? 30)
  let level = 0
  for (let index = 0; index < sources.length; index++) {
    levels[index] = level
    level = level * keeps + (sources[index] ?? 0) * (channel.gain ?? 1)
  }
  return levels
}

const levelAt = (levels: Float32Array, position: number) => {
  const index = Math.floor(position)
  const a = levels[index] ?? 0
  return a + ((levels[index + 1] ?? a) - a) * (position - index)
}

const meetingTimes = [570, 630, 690, 825, 885, 945]

/** People in a meeting room, minute by minute: never more than half of those on its floor. */
const meetings = (world: World, seed: number, day: LocalDay, detector: Detector, passages: readonly Passage[]) => {
  const people = new Float32Array(minutesOf(day))
  if (!isWorkday(day)) return people
  const random = randomFor(seed, day.date, detector.key, 'meetings')
  const door = doorToFloor(world, detector.zone)
  const area = world.zones.find((z) => z.key === detector.zone)?.area ?? 20
  for (const time of meetingTimes) {
    if (random.chance(0.35)) continue
    const starts = day.at(time + random.between(-4, 8))
    const wished = random.whole(3, Math.min(12, Math.round(area / 3.5)))
    const first = Math.floor((starts - day.start) / minute)
    people.fill(Math.min(wished, Math.floor(through(passages, door, starts) / 2)), first, first + random.whole(25, 54))
  }
  return people
}

const doorToFloor = (world: World, zone: string) => {
  const floorOf = new Map(world.zones.map((z) => [z.key, z.floor]))
  const floor = floorOf.get(zone)
  return world.doors.find((d) => !d.perimeter && floorOf.get(d.to) === floor && floorOf.get(d.from ?? '') !== floor)
    ?.key
}

const through = (passages: readonly Passage[], door: string | undefined, until: number) =>
  passages.reduce((n, p) => (p.at > until || p.door.key !== door ? n : n + (p.direction === 'entry' ? 1 : -1)), 0)
