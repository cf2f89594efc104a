// The health of every device: on line or not, last seen, battery, signal, firmware.
import type { Device } from '@gatehouse/contract/building/devices'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Age } from '../../ui/time/age.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import styles from './health.module.css'

const lowBatteryPercent = 20

const kinds: Record<Device['kind'], string> = {
  door: 'Door',
  camera: 'Camera',
  intercom: 'Intercom',
  gas: 'Gas detector',
  counter: 'People counter',
}

// Every reading touches a device; nobody needs to see that here more than once a second.
const redrawMs = 1_000
const byName = new Intl.Collator('en').compare

interface DeviceHealthProps {
  readonly devices: readonly Device[]
}

export const DeviceHealth = memo(({ devices: newest }: DeviceHealthProps) => {
  const devices = useThrottled(newest, redrawMs)
  const [sought, setSought] = useState('')
  const query = useDeferredValue(sought.trim().toLowerCase())
  const shown = useMemo(
    () =>
      devices
        .filter(({ name, key, zone, kind }) => `${name} ${key} ${zone} ${kinds[kind]}`.toLowerCase().includes(query))
        .sort((a, b) => rank(a) - rank(b) || byName(a.name, b.name)),
    [devices, query],
  )
  if (devices.length === 0) {
    return (
      <Empty title="No devices yet">
        <p>Doors, gas detectors and counters appear here once they are registered.</p>
      </Empty>
    )
  }
  return (
    <>
      <div className="flex items-center gap-3 px-4 pt-1 pb-3">
        <label className={styles.search}>
          <Icon name="search" />
          <span className="visually-hidden">Find a device</span>
          <input
            type="search"
            placeholder="Find a device"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        </label>
        <output className="text-muted tabular-nums">
          {query === '' ? '' : `${shown.length} of ${devices.length}`}
        </output>
      </div>
      <ScrollRegion label="Every device" className={styles.scroll}>
        <table className={styles.table} data-many={isMany(shown) || undefined}>
          <thead>
            <tr className={styles.head}>
              <th scope="col">Device</th>
              <th scope="col">Place</th>
              <th scope="col">State</th>
              <th scope="col">Last seen</th>
              <th scope="col">Battery</th>
              <th scope="col">Signal</th>
              <th scope="col">Firmware</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((device) => (
              <HealthRow key={device.id} device={device} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
})

const HealthRow = memo(
  ({ device }: { readonly device: Device }) => {
    const { key, name, kind, zone, floor, site, online, lastSeenAt, battery, signal, firmware } = device
    const state = online === null ? 'unknown' : online ? 'normal' : 'offline'
    return (
      <tr
        className={styles.row}
        data-state={state}
        data-testid={`health-${key}`}
        data-tip={lastSeenAt ? `${key}|${lastSeenAt}` : key}
        data-rove
        tabIndex={-1}
      >
        <td
          className={`${styles.name} flex min-w-0 flex-wrap items-baseline gap-x-2 [&_span]:text-sm [&_span]:text-muted [&_strong]:font-semibold`}
        >
          <strong>{name}</strong>
          <span>{kinds[kind]}</span>
        </td>
        <td className={`${styles.place} truncate text-sm text-muted`}>
          {[zone, floor ?? site].filter(Boolean).join(', ')}
        </td>
        <td>
          <StatusWord state={state} word={stateWord(online)} live />
        </td>
        <td>
          <Age at={lastSeenAt} />
        </td>
        <td className={styles.optional}>{battery === null ? '–' : <Battery percent={battery} />}</td>
        <td className={styles.optional}>{signal === null ? '–' : signalText(signal)}</td>
        <td className={styles.optional}>{firmware ?? '–'}</td>
      </tr>
    )
  },
  (before, after) => shownOf(before.device) === shownOf(after.device),
)

const Battery = ({ percent }: { readonly percent: number }) =>
  percent <= lowBatteryPercent ? <StatusWord state="warning" word={`${percent} %`} /> : `${percent} %`

// Every reading touches the device; only what this row shows may redraw it.
const shownOf = (device: Device): string => JSON.stringify({ ...device, latest: [] })

const stateWord = (online: boolean | null): string | undefined =>
  online === null ? 'Never connected' : online ? 'Online' : undefined

// Radios report dBm (negative), others a link quality.
const signalText = (signal: number): string => (signal < 0 ? `${signal} dBm` : `${signal} LQI`)

const rank = ({ online, battery }: Device): number => {
  if (online === false) return 0
  if (online === null) return 1
  return battery !== null && battery <= lowBatteryPercent ? 2 : 3
}
