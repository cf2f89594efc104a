// BACnet/IP devices found in a network, and the objects of one of them: what an administrator chooses from.
import type * as polling from '@gatehouse/contract/building/polling'
import type { FoundDevice, FoundDevices, FoundObjects } from '@gatehouse/contract/building/polling'
import type { z } from 'zod'
import { invalid } from '../../kit/errors.ts'
import type { DeviceAddresses } from '../../kit/http/device-address.ts'
import { Unreachable } from '../../kit/http/outbound.ts'
import { type DeviceNames, readAnalogs, readNames } from './bacnet-device.ts'
import { openBacnet } from './bacnet-session.ts'
import { resolvedAddress } from './open-session.ts'
import { inWords, PollError } from './poll-error.ts'
import { type Answer, networksOfThisMachine, type Target, whoIs } from './who-is.ts'

/** Of so many the names are read, all at once. */
const mostNamed = 40
const namePatienceMs = 1000
const nameless: DeviceNames = { name: null, vendor: null, model: null }

/** Throws 422 at `host` where nothing is searched. */
export const searchDevices = async (
  addresses: DeviceAddresses,
  { host, port, ...search }: z.output<typeof polling.findDevices.input>,
): Promise<FoundDevices> => {
  const targets = await targetsOf(addresses, host, port)
  const { errors, answers, receivesBroadcasts, more } = await whoIs({ ...search, targets, port })
  const devices = answers.map(async (answer, at): Promise<FoundDevice> => {
    const { network: _, ...device } = answer
    const obstacle = obstacleOf(addresses, answer)
    return { ...device, ...(obstacle === null && at < mostNamed ? await namesOf(answer) : nameless), obstacle }
  })
  return {
    asked: targets.map(({ address }, at) => ({ address: `${address}:${port}`, error: errors[at] ?? null })),
    receivesBroadcasts,
    devices: await Promise.all(devices),
    more,
  }
}

/** What the device lists; what went wrong is in the answer. */
export const objectsOf = async (
  addresses: DeviceAddresses,
  { host, port, deviceInstance, timeoutMs }: z.output<typeof polling.readObjects.input>,
): Promise<FoundObjects> => {
  try {
    const session = await openBacnet({ address: await resolvedAddress(addresses, host, port), port })
    try {
      await session.identify(deviceInstance, timeoutMs)
      const names = await readNames(session, deviceInstance, timeoutMs)
      const listed = await readAnalogs(session, deviceInstance, timeoutMs)
      return { trouble: null, error: null, ...names, ...listed }
    } finally {
      session.close()
    }
  } catch (error) {
    const { trouble, message } = inWords(error, host)
    return { trouble, error: message, ...nameless, objects: [], more: false }
  }
}

const targetsOf = async (addresses: DeviceAddresses, host: string | undefined, port: number): Promise<Target[]> => {
  const networks = networksOfThisMachine()
  const refused = (message: string) => invalid([{ field: 'host', message }])
  if (host === undefined) {
    if (networks.length === 0) throw refused('This server is in no network to search: enter an address')
    return networks
  }
  try {
    const address = await resolvedAddress(addresses, host, port)
    return [networks.find((network) => network.address === address) ?? { address, isBroadcast: false }]
  } catch (error) {
    throw error instanceof PollError ? refused(error.message) : error
  }
}

const obstacleOf = (addresses: DeviceAddresses, { host, port, network }: Answer): string | null => {
  if (network !== null)
    return `It is behind a BACnet router, in network ${network}. Devices behind routers are not polled.`
  try {
    addresses.check(host, port)
    return null
  } catch (error) {
    if (error instanceof Unreachable) return error.message
    throw error
  }
}

const namesOf = async ({ host, port, instance }: Answer): Promise<DeviceNames> => {
  try {
    const session = await openBacnet({ address: host, port })
    try {
      return await readNames(session, instance, namePatienceMs)
    } finally {
      session.close()
    }
  } catch (error) {
    // It answered Who-Is, and that is what counts.
    if (error instanceof PollError) return nameless
    throw error
  }
}
