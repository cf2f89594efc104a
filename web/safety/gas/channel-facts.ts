// What the server says of gas channels beside their readings, for pages that list devices.
import type { Device } from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { useHolds } from '../../kit/can.tsx'
import { channelId } from './gas-address.ts'
import type { ChannelFacts } from './gas-state.ts'

/** Of each channel, by `channelId`. */
export type FactsByChannel = Readonly<Record<string, ChannelFacts>>

/** Empty until they are known. Readings change nothing about it, so that nothing is drawn again for them. */
export const useChannelFacts = (): FactsByChannel => {
  const may = useHolds(['view_gas_detection'])
  return useQuery({ ...queryOf(gas.channels, {}), enabled: may, select: factsOf }).data ?? none
}

const none: FactsByChannel = {}

const factsOf = ({ channels }: Output<typeof gas.channels>): FactsByChannel =>
  Object.fromEntries(
    channels.map(({ deviceId, channel, staleAfterSeconds, setPoints }) => [
      channelId({ id: deviceId }, { channel }),
      { staleAfterMs: staleAfterSeconds * 1000, setPoints: setPoints.filter(({ of }) => of === 'value') },
    ]),
  )

export const factsFor = (facts: FactsByChannel, device: Pick<Device, 'id'>, latest: { readonly channel: string }) =>
  facts[channelId(device, latest)]
