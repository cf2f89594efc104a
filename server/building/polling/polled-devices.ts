// The polled devices out of the directory, with settings that are valid.
import { pollSettings, type PollSettings } from '@gatehouse/contract/building/polling'
import { configOf } from '@gatehouse/devices/config'
import type { Directory, KnownDevice } from '../devices/devices.ts'

export interface PolledDevice extends Pick<KnownDevice, 'id' | 'key' | 'name' | 'companyId'> {
  readonly driver: PollSettings['protocol']
  readonly settings: PollSettings
  /** Another one when the settings are others. */
  readonly revision: string
}

const known = new WeakMap<object, { readonly settings: PollSettings; readonly revision: string } | null>()

export const polledDevices = (devices: ReturnType<Directory['all']>): PolledDevice[] =>
  devices.flatMap((device) => polledDevice(device) ?? [])

/** undefined: it is not polled, or its settings are of a version that this server does not know. */
export const polledDevice = (device: KnownDevice): PolledDevice | undefined => {
  if (device.driver !== 'modbus' && device.driver !== 'bacnet') return undefined
  const read = readSettings(device)
  if (!read) return undefined
  const { id, key, name, companyId } = device
  return { id, key, name, companyId, driver: read.settings.protocol, ...read }
}

// The directory is read anew whenever anything of it changes; most configs stay as they were.
const readSettings = ({ config }: KnownDevice) => {
  if (typeof config !== 'object' || config === null) return null
  const before = known.get(config)
  if (before !== undefined) return before
  const settings = pollSettings.safeParse(configOf({ config }).settings).data
  const read = settings ? { settings, revision: JSON.stringify(settings) } : null
  known.set(config, read)
  return read
}
