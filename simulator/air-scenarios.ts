// Trouble in the air, and with what measures it: gas that rises and spreads, sensors that drift or do not answer to gas any more.
import { distancesFrom } from './zone-distances.ts'
import type { ReadingRow } from '@gatehouse/demo/rows'
import type { Channel, Detector } from '@gatehouse/demo/world'
import { z } from 'zod'
import type { Building } from './building.ts'
import { cameraBy, NotPlayable, type Scenario, type Stage, scenario, seconds } from './scenario.ts'

export const airScenarios = {
  'gas-leak': scenario({
    description:
      'Gas rises far above its set point, stays, and clears (CO in the car park); it may spread through doors',
    options: z.object({
      device: z.string().default('gas-car-park-south'),
      seconds: seconds(60),
      stays: z.coerce.number().min(0.1).max(3600).optional(),
      spreads: z.coerce.number().int().min(0).max(20).default(0),
    }),
    play: (stage, { device, seconds: rise, stays = rise, spreads }) => {
      const { building, correlationId } = stage
      const { detector, channel } = leaking(building, device)
      const top = Math.max(channel.leak ?? 0, 75)
      const distances = distancesFrom(building.world, detector.zone)
      for (const other of building.world.detectors) {
        const doors = distances.get(other.zone) ?? Infinity
        // Another detector of the same zone is as far away as one behind a door.
        const away = other === detector ? 0 : Math.max(1, doors)
        const same = other.channels.find((one) => one.channel === channel.channel)
        if (!same || away > spreads) continue
        // Each door on the way halves it, and makes it later.
        rises(stage, other, same, { top: top / 2 ** away, rise, stays, after: (away * rise) / 2 })
      }
      stage.after(rise / 2, () => cameraBy(building, detector.zone)?.report('event', { type: 'motion', correlationId }))
      stage.after(rise * (2.6 + spreads / 2) + stays, () => undefined)
    },
  }),
  'sensor-drift': scenario({
    description: 'The zero of a sensor drifts away, up or below zero, and is put right in the end',
    options: z.object({
      device: z.string().default('gas-car-park-north'),
      by: z.coerce.number().min(-1000).max(1000).default(-6),
      seconds: seconds(300, 86_400),
    }),
    play: (stage, { device, by, seconds: long }) => {
      const began = Date.now()
      const drifted = ({ decimals }: Channel, value: number) =>
        rounded(value + by * Math.min(1, (Date.now() - began) / 1000 / long), decimals)
      const { detector } = channelsOf(stage.building, device)
      const [channel] = detector.channels
      if (channel)
        stages(stage, detector, channel, (row) => ({
          ...row,
          value: row.value === null ? null : drifted(channel, row.value),
        }))
      stage.after(long * 1.5, () => undefined)
    },
  }),
  'poisoned-sensor': scenario({
    description: 'A sensor reads the same to the digit, whatever is in the air: poisoned, or frozen',
    options: z.object({
      device: z.string().default('gas-boiler'),
      value: z.coerce.number().optional(),
      seconds: seconds(600, 86_400),
    }),
    play: (stage, { device, value, seconds: long }) => {
      const { detector } = channelsOf(stage.building, device)
      for (const channel of detector.channels) {
        let stuck = value ?? null
        stages(stage, detector, channel, (row) => {
          stuck ??= row.value
          return { ...row, value: stuck }
        })
      }
      stage.after(long, () => undefined)
    },
  }),
} as const satisfies Record<string, Scenario>

const channelsOf = (building: Building, device: string): { readonly detector: Detector } => {
  const detector = building.world.detectors.find((one) => one.key === device)
  if (!detector) throw new NotPlayable(`${device} is no gas detector`)
  return { detector }
}

const leaking = (building: Building, device: string) => {
  const detector = building.world.detectors.find((one) => one.key === device)
  const channel = detector?.channels.find(({ leak }) => leak !== undefined)
  if (!detector || !channel) throw new NotPlayable(`${device} is no detector that can leak`)
  return { detector, channel }
}

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals

/** What the detector measures on this channel passes through here for as long as the scenario lasts. */
const stages = (
  { building, finally: putRight }: Stage,
  { key }: Detector,
  { channel }: Channel,
  air: (row: ReadingRow) => ReadingRow,
) => {
  building.staged.set(`${key} ${channel}`, air)
  putRight(() => building.staged.delete(`${key} ${channel}`))
}

interface Rise {
  readonly top: number
  /** Seconds to the top, and for how long it stays there; it clears more slowly than it came. */
  readonly rise: number
  readonly stays: number
  readonly after: number
}

const rises = (stage: Stage, detector: Detector, channel: Channel, { top, rise, stays, after }: Rise) => {
  const { building, correlationId } = stage
  const began = Date.now() + after * 1000
  const share = () => {
    const passed = Math.max(0, (Date.now() - began) / 1000)
    if (passed < rise + stays) return Math.min(1, passed / rise)
    return Math.max(0, 1 - (passed - rise - stays) / (1.5 * rise))
  }
  const raised = (value: number) => rounded(value + Math.max(0, top - value) * share(), channel.decimals)
  stages(stage, detector, channel, (row) => ({ ...row, value: raised(row.value ?? channel.normal) }))
  // Detectors that see their gas rise report every second.
  stage.every(1, () => {
    if (Date.now() < began) return
    building.devices.get(detector.key)?.report('reading', {
      channel: channel.channel,
      unit: channel.unit,
      value: raised(channel.normal),
      quality: 'good',
      correlationId,
    })
  })
}
