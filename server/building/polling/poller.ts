// Polls every polled device of the installation, on one node at a time: by a lease, which another node acquires within
// seconds when this one is gone.
import type { DeviceMessage } from '@gatehouse/devices/driver'
import type { Logger } from 'pino'
import { holdLease, type Lease } from '../../db/lease.ts'
import type { Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { DeviceAddresses } from '../../kit/http/device-address.ts'
import type { Directory } from '../devices/devices.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { type Connection, createConnection, type PollState } from './connection.ts'
import { connectionOf, openSession } from './open-session.ts'
import { type PolledDevice, polledDevices } from './polled-devices.ts'
import { writeStates } from './poll-state.sql.ts'

export interface PollerParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'all'>
  readonly intake: Pick<Ingest['intake'], 'takePolled'>
  readonly addresses: DeviceAddresses
  readonly log: Logger
  /** Whether other nodes may poll as well: then by a lease. */
  readonly otherNodes: boolean
}

export interface Poller {
  /** Devices or their settings have changed. */
  wake(): void
  stop(): Promise<void>
}

const everyMs = 1000

export const startPoller = ({ store, directory, intake, addresses, log, otherNodes }: PollerParts): Poller => {
  const connections = new Map<string, Connection>()
  const changed = new Map<string, PollState>()
  let isOurs = !otherNodes

  const deliver = async (message: DeviceMessage, { companyId, key }: PolledDevice) => {
    const carries = (one: string) => one === key
    const { result, reason } = await intake.takePolled(message, { companyId, username: null, carries })
    if (result === 'quarantined' || result === 'refused')
      log.warn({ device: key, reason }, 'a polled reading was refused')
  }

  const connect = () =>
    createConnection({
      open: ({ settings }) => openSession(addresses, settings),
      deliver,
      noted: (state) => changed.set(state.deviceId, state),
      log,
    })

  const reconcile = () => {
    const wanted = Map.groupBy(isOurs ? polledDevices(directory.all()) : [], ({ settings }) => connectionOf(settings))
    for (const [name, devices] of wanted) {
      const connection = connections.get(name) ?? connect()
      connections.set(name, connection)
      connection.setDevices(devices)
    }
    return Promise.all(
      [...connections].flatMap(([name, connection]) => {
        if (wanted.has(name)) return []
        connections.delete(name)
        return connection.stop()
      }),
    )
  }

  const writeDown = async () => {
    const states = [...changed.values()]
    changed.clear()
    if (states.length === 0) return
    try {
      await writeStates(store.db, states)
    } catch (error) {
      for (const state of states) if (!changed.has(state.deviceId)) changed.set(state.deviceId, state)
      throw error
    }
  }

  const tick = async () => {
    await reconcile()
    if (store.ready()) await writeDown()
  }
  const loop = clock.every(everyMs, tick, { log, failure: 'the state of polls waits for the store', firstMs: 0 })
  const become = (ours: boolean) => {
    isOurs = ours
    loop.wake()
  }
  const lease: Lease | undefined = otherNodes
    ? holdLease({ store, key: 'polling', log, acquired: () => become(true), lost: () => become(false) })
    : undefined

  return {
    wake: loop.wake,
    async stop() {
      isOurs = false
      await loop.stop()
      await Promise.all([...connections.values()].map((connection) => connection.stop()))
      await lease?.release()
    },
  }
}
