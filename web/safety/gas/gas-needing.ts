// Gas channels that need a person: beyond a set point, faulty, or no longer reporting.
import type { Device } from '@gatehouse/contract/building/devices'
import { measuredAt } from '../../kit/age.ts'
import { channelName } from '../../kit/channel-name.ts'
import type { Attention } from '../../ui/feedback/attention-list.tsx'
import { type FactsByChannel, factsFor } from './channel-facts.ts'
import { channelId, gasSheet } from './gas-address.ts'
import { unitName, valueText } from './gas-state.ts'
import { judgeReading } from './judged-reading.ts'

const needing = new Set(['critical', 'high', 'fault', 'stale'])

/** Channels of devices that are on line; an off-line device is told about once, as a device. */
export const gasNeeding = (devices: readonly Device[], facts: FactsByChannel, now: number): Attention[] =>
  devices.flatMap((device) => {
    if (device.kind !== 'gas' || device.online === false) return []
    return device.latest.flatMap((latest) => {
      const { state, word } = judgeReading(device, latest, factsFor(facts, device, latest), now)
      if (!needing.has(state)) return []
      const value = [valueText(latest), unitName(latest.unit)].filter(Boolean).join(' ')
      return [
        {
          key: `gas ${device.id} ${latest.channel}`,
          state,
          word: word ?? (state === 'fault' ? 'Fault' : 'Stale'),
          what: `${channelName(latest.channel)} ${value}`,
          where: [device.name, device.zone].filter(Boolean).join(', '),
          at: measuredAt(latest),
          to: `?${gasSheet}=${channelId(device, latest)}`,
        },
      ]
    })
  })
