// From the settings of a device to an open session with its address, and a poll over it.
import type { PollSettings } from '@gatehouse/contract/building/polling'
import type { DeviceAddresses } from '../../kit/http/device-address.ts'
import { Unreachable } from '../../kit/http/outbound.ts'
import type { BacnetSession } from './bacnet-session.ts'
import { type ModbusSession, openModbus } from './modbus-session.ts'
import { pollBacnet } from './poll-bacnet.ts'
import { PollError, type PollOutcome } from './poll-error.ts'
import { pollModbus } from './poll-modbus.ts'

export type OpenSession =
  | { readonly protocol: 'modbus'; readonly session: ModbusSession }
  | { readonly protocol: 'bacnet'; readonly session: BacnetSession }

/** Devices of one connection share it: the same address, the same framing. */
export const connectionOf = (settings: PollSettings): string =>
  `${settings.protocol === 'modbus' ? settings.transport : settings.protocol} ${settings.host}:${settings.port}`

/** `10.0.4.20:502, unit 3` */
export const addressOf = (settings: PollSettings): string =>
  settings.protocol === 'modbus'
    ? `${settings.host}:${settings.port}, unit ${settings.unit}`
    : `${settings.host}:${settings.port}, device ${settings.deviceInstance}`

/** The address to connect to. Throws `PollError`. */
export const resolvedAddress = (addresses: DeviceAddresses, host: string, port: number): Promise<string> =>
  addresses.resolve(host, port).catch((error: unknown) => {
    if (error instanceof Unreachable) throw new PollError(error.forGood ? 'refused' : 'unreachable', error.message)
    throw error
  })

/** Throws `PollError`. */
export const openSession = async (addresses: DeviceAddresses, settings: PollSettings): Promise<OpenSession> => {
  const { host, port } = settings
  const address = await resolvedAddress(addresses, host, port)
  if (settings.protocol === 'bacnet') {
    // Half a megabyte of program, for who has such devices.
    const { openBacnet } = await import('./bacnet-session.ts')
    return { protocol: 'bacnet', session: await openBacnet({ address, port }) }
  }
  const { transport, timeoutMs } = settings
  return { protocol: 'modbus', session: await openModbus({ address, port, framing: transport, timeoutMs }) }
}

/** Throws `PollError` where nothing was read. */
export const pollOver = (open: OpenSession, settings: PollSettings): Promise<PollOutcome> => {
  if (open.protocol === 'modbus' && settings.protocol === 'modbus') return pollModbus(open.session, settings)
  if (open.protocol === 'bacnet' && settings.protocol === 'bacnet') return pollBacnet(open.session, settings)
  return Promise.reject(new Error('The session is of another protocol'))
}
