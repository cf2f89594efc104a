// Which addresses of devices this server connects to. Devices are in private networks, so that the rules are others than
// those of webhooks: what is refused is this machine itself, addresses of no particular device, and services that tell a
// machine of a cloud its secrets.
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { clock } from '../clock.ts'
import { invalid } from '../errors.ts'
import { allowed, Unreachable, resolveByName } from './outbound.ts'

export interface DeviceAddresses {
  /** Refuses at once what is never connected to; a name is resolved when it is connected to. Throws `Unreachable`. */
  check(host: string, port: number): void
  /** The address to connect to, and no other: a name may answer otherwise a moment later. Throws `Unreachable`. */
  resolve(host: string, port: number): Promise<string>
}

const patienceMs = 5000

/** Refuses with 422 at `field` where a device is that is never connected to. */
export const demandDeviceAddress = (
  addresses: Pick<DeviceAddresses, 'check'>,
  { host, port }: { readonly host: string; readonly port: number },
  field = 'settings.host',
): void => {
  try {
    addresses.check(host, port)
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw invalid([{ field, message: error.message }])
  }
}

/** `allow`: what may be this machine (OUTBOUND_ALLOW); its own ports never are. */
export const createDeviceAddresses = (
  allow: readonly string[],
  ownPorts: () => readonly number[],
  resolveName = resolveByName,
): DeviceAddresses => {
  const isAllowed = allowed(allow)

  const judge = (host: string, address: string, port: number) => {
    const ours = isOwn(address)
    if (ours && ownPorts().includes(port))
      throw new Unreachable(`Port ${port} of this machine is a port of Gatehouse or its store.`, true)
    if (isAllowed(host, address)) return
    if (ours)
      throw new Unreachable(
        `${host} is this machine. Whoever runs this installation can allow it (OUTBOUND_ALLOW).`,
        true,
      )
    if (!isOfDevice(address)) throw new Unreachable(`${host} is not the address of a device.`, true)
  }

  return {
    check(host, port) {
      if (ipaddr.isValid(host)) judge(host, host, port)
    },
    async resolve(host, port) {
      if (ipaddr.isValid(host)) {
        judge(host, host, port)
        return host
      }
      const found = await clock.within(patienceMs, Promise.resolve(resolveName(host))).catch((error: unknown) => {
        if (error instanceof Unreachable) throw error
        throw new Unreachable(`${host} could not be found.`)
      })
      const [first] = found
      if (!first) throw new Unreachable(`${host} could not be found.`)
      for (const { address } of found) judge(host, address, port)
      return first.address
    },
  }
}

const isOwn = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  if (['loopback', 'unspecified'].includes(parsed.range())) return true
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address))
  return own.some((one) => ipaddr.process(one.replace(/%.*$/, '')).toString() === parsed.toString())
}

const ofDevices = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'unicast'])

const isOfDevice = (address: string): boolean => {
  const parsed = ipaddr.process(address)
  return ofDevices.has(parsed.range()) && !metadata.has(parsed.toString())
}

// Where machines of Azure, Alibaba Cloud and AWS are told what they are set up with, beside 169.254.169.254.
const metadata = new Set(['168.63.129.16', '100.100.100.200', ipaddr.parse('fd00:ec2::254').toString()])
