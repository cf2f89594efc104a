// Devices that this server polls: how they are set up, tried and watched; the polls themselves are in poller.ts.
import * as polling from '@gatehouse/contract/building/polling'
import type { ConnectionState, PollSettings, Trial } from '@gatehouse/contract/building/polling'
import { bundledMaps } from '@gatehouse/devices/modbus/maps/maps'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { existing, invalid } from '../../kit/errors.ts'
import { demandDeviceAddress, type DeviceAddresses } from '../../kit/http/device-address.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Directory } from '../devices/devices.ts'
import { type Ingest, writeSettings } from '../ingest/ingest.ts'
import { addressOf, openSession, pollOver } from './open-session.ts'
import { forgetState, readStates } from './poll-state.sql.ts'
import { inWords } from './poll-error.ts'
import { polledDevice } from './polled-devices.ts'
import { type Poller, type PollerParts, startPoller } from './poller.ts'

export interface PollingParts extends Omit<PollerParts, 'directory' | 'intake' | 'addresses'> {
  readonly directory: Directory
  readonly ingest: Pick<Ingest, 'intake' | 'addresses' | 'reload'>
}

export const servePolling = (serve: Serve, { ingest, ...parts }: PollingParts): Poller => {
  const { directory, store } = parts
  const { db } = store
  const { addresses } = ingest
  const poller = startPoller({ ...parts, intake: ingest.intake, addresses })

  const polled = (deviceId: string) => {
    const device = directory.byId(deviceId)
    return existing(device && polledDevice(device), 'This polled device')
  }

  serve(polling.maps, async () => ({ maps: [...bundledMaps] }))

  serve(polling.tryConnection, async ({ settings }, _caller, call) => {
    call.annotate({ subject: addressOf(settings) })
    demandDeviceAddress(addresses, settings)
    return tryOnce(addresses, settings)
  })

  serve(polling.findDevices, async (search, _caller, call) => {
    const { host, port } = search
    call.annotate({ subject: host === undefined ? 'the networks of the server' : `${host}:${port}` })
    if (host !== undefined) demandDeviceAddress(addresses, { host, port }, 'host')
    const { searchDevices } = await import('./find-devices.ts')
    return searchDevices(addresses, search)
  })

  serve(polling.readObjects, async (device, _caller, call) => {
    const { host, port, deviceInstance } = device
    call.annotate({ subject: `${host}:${port}, device ${deviceInstance}` })
    demandDeviceAddress(addresses, device, 'host')
    const { objectsOf } = await import('./find-devices.ts')
    return objectsOf(addresses, device)
  })

  serve(polling.settings, async ({ deviceId }) => ({ deviceId, settings: polled(deviceId).settings }))

  serve(polling.changeSettings, async ({ deviceId, settings }, _caller, call) => {
    const { key, driver, settings: before } = polled(deviceId)
    call.annotate({ subject: key })
    if (settings.protocol !== driver)
      throw invalid([{ field: 'settings.protocol', message: `This device was added with the driver ${driver}.` }])
    demandDeviceAddress(addresses, settings)
    await inTransaction(db, async (tx) => {
      await writeSettings(tx, deviceId, settings)
      await forgetState(tx, deviceId)
      await call.record(tx, { subject: key, ...changes({ ...before }, { ...settings }) })
    })
    await ingest.reload()
    poller.wake()
    return { deviceId, settings }
  })

  serve(polling.connections, async (_input, caller) => {
    const devices = directory
      .ofCompany(caller.companyId ?? '')
      .filter(({ id }) => directory.sees(caller, id))
      .flatMap((device) => polledDevice(device) ?? [])
    const states = await readStates(
      db,
      devices.map(({ id }) => id),
    )
    const byDevice = new Map(states.map((state) => [state.deviceId, state]))
    const connections = devices.map(({ id, key, name, driver, settings }): ConnectionState => {
      const { intervalSeconds } = settings
      const state = byDevice.get(id) ?? { ...notPolled, deviceId: id }
      return { ...state, key, name, driver, address: addressOf(settings), intervalSeconds }
    })
    return { connections }
  })

  return poller
}

const notPolled = {
  lastPollAt: null,
  lastGoodAt: null,
  failures: 0,
  successShare: null,
  roundTripMs: null,
  trouble: null,
  error: null,
  nextPollAt: null,
} as const

const tryOnce = async (addresses: DeviceAddresses, settings: PollSettings): Promise<Trial> => {
  try {
    const open = await openSession(addresses, settings)
    try {
      const { readings, battery, roundTripMs, failed } = await pollOver(open, settings)
      const trouble = failed?.trouble ?? null
      return { answered: true, trouble, error: failed?.message ?? null, roundTripMs, channels: readings, battery }
    } finally {
      open.session.close()
    }
  } catch (error) {
    const { trouble, message } = inWords(error, settings.host)
    return { answered: false, trouble, error: message, roundTripMs: null, channels: [], battery: null }
  }
}
