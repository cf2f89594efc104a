// The sensors of the gas detectors, and what a contractor has done at them: tests with gas every few weeks, a calibration twice
// a year.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import { dateOf, hour, localDay, plusDays } from './local-day.ts'
import { randomFor } from './random.ts'
import type { World } from './world.ts'

export interface Sensor {
  readonly type: string
  readonly lifeMonths: number
  /** In the unit of the channel; so is what follows. */
  readonly range: readonly [low: number, high: number]
  readonly resolution: number
  readonly testGas: number
}

export interface ServiceTest {
  readonly kind: 'bump-test' | 'calibration'
  readonly at: number
  readonly lot: string
  readonly lotExpiresOn: string
  /** Of a calibration. */
  readonly zero: { readonly before: number; readonly after: number } | null
  readonly span: { readonly before: number | null; readonly after: number }
}

export interface ChannelService {
  readonly detector: string
  readonly channel: GasChannel
  readonly sensor: Sensor
  readonly serial: string
  readonly installedOn: string
  /** The oldest first. */
  readonly tests: readonly ServiceTest[]
}

export const contractor = 'Estuary Gas Services'

const electrochemical = (high: number, resolution: number, testGas: number): Sensor => ({
  type: 'Electrochemical',
  lifeMonths: 24,
  range: [0, high],
  resolution,
  testGas,
})

const sensors: Partial<Record<GasChannel, Sensor>> = {
  CO: electrochemical(300, 0.1, 100),
  H2S: electrochemical(100, 0.1, 25),
  NO2: electrochemical(20, 0.01, 10),
  NH3: electrochemical(100, 0.1, 50),
  O2: { ...electrochemical(25, 0.01, 20.9), type: 'Electrochemical, lead-free', lifeMonths: 60 },
  LEL: { type: 'Pellistor', lifeMonths: 48, range: [0, 100], resolution: 0.1, testGas: 50 },
  CO2: { type: 'Infrared', lifeMonths: 120, range: [0, 5], resolution: 0.0001, testGas: 2.5 },
}

/** Days from one test to the next: within the 90 and the 180 that are usual. */
const testDays = 80
const roundsBack = 4
/** The round before last was a calibration, as is each second one. */
const isCalibration = (round: number) => round % 2 === 1

/** What is in the ledger by `to`; every detector has its rounds on another day. */
export const detectorServiceOf = (world: World, seed: number, to: number): ChannelService[] =>
  world.detectors.flatMap(({ key, channels }, place) => {
    const today = dateOf(world.timeZone, to)
    // The first of them is due in a few days.
    const last = plusDays(today, place === 0 ? -testDays : -8 - 7 * place)
    return channels.flatMap(({ channel }): ChannelService[] => {
      const sensor = sensors[channel]
      if (!sensor) return []
      const random = randomFor(seed, key, channel, 'service')
      const tests = Array.from({ length: roundsBack }, (_, round) =>
        testOf(world, sensor, plusDays(last, -round * testDays), isCalibration(round), random),
      )
      return [
        {
          detector: key,
          channel,
          sensor,
          serial: `${channel}-${random.whole(100_000, 999_999)}`,
          installedOn: plusDays(last, -roundsBack * testDays),
          tests: tests.toReversed(),
        },
      ]
    })
  })

const testOf = (
  world: World,
  { testGas, resolution }: Sensor,
  date: string,
  calibrated: boolean,
  random: ReturnType<typeof randomFor>,
): ServiceTest => {
  const near = (value: number, share: number) => {
    const digits = Math.max(0, -Math.floor(Math.log10(resolution)))
    return Number((value + testGas * random.between(-share, share)).toFixed(digits))
  }
  return {
    kind: calibrated ? 'calibration' : 'bump-test',
    at: Math.round(localDay(world.timeZone, date).at(9 * 60) + random.between(0, 5) * hour),
    lot: `EG-${date.slice(2, 4)}${date.slice(5, 7)}-${random.whole(100, 999)}`,
    lotExpiresOn: plusDays(date, random.whole(120, 500)),
    zero: calibrated ? { before: Math.max(0, near(0, 0.02)), after: 0 } : null,
    span: { before: calibrated ? near(testGas, 0.08) : null, after: near(testGas, calibrated ? 0.01 : 0.05) },
  }
}
