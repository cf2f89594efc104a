// The polls over one connection: of each device when it is due, one request after another, and what becomes of its readings.
import type { PollTrouble } from '@gatehouse/contract/building/polling'
import type { DeviceMessage } from '@gatehouse/devices/driver'
import { readingsOf, statusOf, type Reading } from '@gatehouse/devices/polled'
import type { Logger } from 'pino'
import { clock } from '../../kit/clock.ts'
import { type OpenSession, pollOver } from './open-session.ts'
import { inWords, PollError, type PollOutcome } from './poll-error.ts'
import type { PolledDevice } from './polled-devices.ts'

/** How the connection of a device is. */
export interface PollState {
  readonly deviceId: string
  readonly lastPollAt: Date | null
  readonly lastGoodAt: Date | null
  readonly failures: number
  readonly successShare: number | null
  readonly roundTripMs: number | null
  readonly trouble: PollTrouble | null
  readonly error: string | null
  readonly nextPollAt: Date
}

export interface ConnectionParts {
  open(device: PolledDevice): Promise<OpenSession>
  /** Into the same intake as what devices send by themselves; resolves once it is stored. */
  deliver(message: DeviceMessage, device: PolledDevice): Promise<void>
  /** Of a poll that is over. */
  noted(state: PollState): void
  readonly log: Logger
}

export interface Connection {
  /** From now on these, and no others. */
  setDevices(devices: readonly PolledDevice[]): void
  /** Ends what is under way, and the connection. */
  stop(): Promise<void>
}

const everyMs = 100
const longestPauseMs = 60_000
const remembered = 100

interface Entry {
  device: PolledDevice
  nextAt: number
  failures: number
  /** Of the last polls, which read everything. */
  recent: boolean[]
  lastGoodAt: Date | null
  roundTripMs: number | null
  /** As it was last reported; null: not yet. */
  online: boolean | null
  battery: number | null
}

export const createConnection = ({ open, deliver, noted, log }: ConnectionParts): Connection => {
  const entries = new Map<string, Entry>()
  let session: OpenSession | undefined
  let ended = false

  const poll = async (device: PolledDevice): Promise<PollOutcome | PollError> => {
    try {
      if (!session?.session.isOpen()) {
        session = await open(device)
        if (ended) session.session.close()
      }
      return await pollOver(session, device.settings)
    } catch (error) {
      if (!(error instanceof PollError)) log.warn({ error, device: device.key }, 'a poll failed')
      return inWords(error, device.settings.host)
    }
  }

  const pollDue = async (stopped: AbortSignal) => {
    // Who does not take the connection is asked once for all that are due.
    let refused: PollError | undefined
    const due = [...entries.values()]
      .filter(({ nextAt }) => nextAt <= clock.ms())
      .toSorted((a, b) => a.nextAt - b.nextAt)
    for (const entry of due) {
      if (stopped.aborted) return
      // The first poll is of its own moment: another node may have polled within the interval, and read something else.
      const slot = entry.recent.length === 0 ? clock.ms() : slotOf(entry.device, clock.ms())
      const outcome = refused ?? (await orStopped(stopped, poll(entry.device)))
      if (stopped.aborted || outcome === undefined) return
      if (outcome instanceof PollError && isOfConnection(outcome)) refused = outcome
      const messages = settle(entry, slot, outcome)
      // Changed or taken away meanwhile: what was read by the settings of before counts no more.
      if (entries.get(entry.device.id) !== entry) continue
      for (const message of messages) await orStopped(stopped, deliver(message, entry.device))
    }
  }
  const loop = clock.every(everyMs, pollDue, { log, failure: 'polls wait for the store', firstMs: 0 })

  /** The state that the device has from now on; answers what is to be stored of it. */
  const settle = (entry: Entry, slot: number, outcome: PollOutcome | PollError): DeviceMessage[] => {
    const now = clock.now()
    const { device } = entry
    const failed = outcome instanceof PollError ? outcome : outcome.failed
    entry.failures = failed ? entry.failures + 1 : 0
    entry.recent = [...entry.recent, failed === null].slice(-remembered)
    if (!failed) entry.lastGoodAt = now
    if (!(outcome instanceof PollError)) entry.roundTripMs = outcome.roundTripMs
    entry.nextAt = nextAt(entry, outcome)
    noted({
      deviceId: device.id,
      lastPollAt: now,
      lastGoodAt: entry.lastGoodAt,
      failures: entry.failures,
      successShare: entry.recent.filter(Boolean).length / entry.recent.length,
      roundTripMs: entry.roundTripMs,
      trouble: failed?.trouble ?? null,
      error: failed?.message ?? null,
      nextPollAt: new Date(entry.nextAt),
    })
    return outcome instanceof PollError
      ? messagesOfSilence(entry, new Date(slot))
      : messagesOf(entry, new Date(slot), outcome)
  }

  return {
    setDevices(devices) {
      const known = new Set(devices.map(({ id }) => id))
      for (const id of entries.keys()) if (!known.has(id)) entries.delete(id)
      for (const device of devices) {
        const entry = entries.get(device.id)
        if (entry?.device.revision === device.revision) entry.device = device
        else entries.set(device.id, begin(device, entry))
      }
      loop.wake()
    },
    async stop() {
      ended = true
      entries.clear()
      session?.session.close()
      await loop.stop()
    },
  }
}

const begin = (device: PolledDevice, before: Entry | undefined): Entry => ({
  device,
  nextAt: clock.ms(),
  failures: 0,
  recent: [],
  lastGoodAt: before?.lastGoodAt ?? null,
  roundTripMs: null,
  online: before?.online ?? null,
  battery: null,
})

const messagesOf = (entry: Entry, slot: Date, outcome: PollOutcome): DeviceMessage[] => {
  const { device, failures } = entry
  const { settings, key } = device
  // What the device refused is a fault of its channels once it is sure to be more than a moment's.
  const sure = failures >= settings.failuresAllowed
  const readings = outcome.readings.filter(({ raw }) => raw !== null || sure)
  const isNews = entry.online !== true || entry.battery !== outcome.battery
  entry.online = true
  entry.battery = outcome.battery
  return [...(isNews ? [statusOf(key, slot, true, outcome.battery)] : []), ...readingsOf(key, slot, readings)]
}

const messagesOfSilence = (entry: Entry, slot: Date): DeviceMessage[] => {
  const { device, failures } = entry
  if (failures < device.settings.failuresAllowed || entry.online === false) return []
  entry.online = false
  const faults: Pick<Reading, 'channel' | 'unit' | 'value' | 'quality'>[] = channelsOf(device).map(
    ({ channel, unit }) => ({ channel, unit, value: null, quality: 'fault' }),
  )
  // Last that it is offline: whatever is stored of a device shows that it is there.
  return [...readingsOf(device.key, slot, faults), statusOf(device.key, slot, false, null)]
}

const channelsOf = ({ settings }: PolledDevice) =>
  settings.protocol === 'modbus' ? settings.map.channels : settings.points

/** Whether it keeps everybody from being asked, and not only this device. */
const isOfConnection = ({ trouble }: PollError) => trouble === 'unreachable' || trouble === 'refused'

/**
 * The moment that the readings of a poll are of: the same for every node, and for a repeat, so that nothing is stored twice.
 * Devices of one interval are spread over it.
 */
export const slotOf = (
  { id, settings }: Pick<PolledDevice, 'id'> & { settings: { intervalSeconds: number } },
  ms: number,
) => {
  const interval = settings.intervalSeconds * 1000
  const phase = Number.parseInt(id.slice(-8), 16) % interval
  return Math.floor((ms - phase) / interval) * interval + phase
}

const nextAt = ({ device, failures }: Entry, outcome: PollOutcome | PollError): number => {
  const interval = device.settings.intervalSeconds * 1000
  const next = slotOf(device, clock.ms()) + interval
  const beyond = failures - device.settings.failuresAllowed
  if (!(outcome instanceof PollError) || beyond < 0) return next
  // Who is gone is asked less and less often, and not by everybody at the same moment.
  const pause = Math.min(longestPauseMs, interval * 2 ** Math.min(beyond + 1, 10)) * (0.75 + Math.random() / 4)
  return Math.max(next, clock.ms() + pause)
}

// Who stops waits neither for a device nor for the store.
const orStopped = async <T>(stopped: AbortSignal, work: Promise<T>): Promise<T | undefined> => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  if (stopped.aborted) end()
  stopped.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    stopped.removeEventListener('abort', end)
  }
}
