// The health of every device: on line or not, last seen, battery, signal, firmware.
import type { Device } from '@gatehouse/contract/devices'
import TextField from '@mui/material/TextField'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Age } from '../ui/age.tsx'
import { Icon } from '../ui/icon.tsx'
import { rove } from '../ui/roving.ts'
import { Empty } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import styles from './health.module.css'

const lowBatteryPercent = 20

const kinds: Record<Device['kind'], string> = {
  door: 'Door',
  camera: 'Camera',
  intercom: 'Intercom',
  gas: 'Gas detector',
  counter: 'People counter',
}

export const DeviceHealth = memo(({ devices }: { readonly devices: readonly Device[] }) => {
  const [sought, setSought] = useState('')
  const query = useDeferredValue(sought.trim().toLowerCase())
  const shown = useMemo(
    () =>
      devices
        .filter(({ name, key, zone, kind }) => `${name} ${key} ${zone} ${kinds[kind]}`.toLowerCase().includes(query))
        .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
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
      <div className={styles.find}>
        <TextField
          label="Find a device"
          type="search"
          value={sought}
          onChange={({ target }) => setSought(target.value)}
          slotProps={{ input: { startAdornment: <Icon name="search" /> } }}
        />
        <p role="status" className={styles.found}>
          {query === '' ? '' : `${shown.length} of ${devices.length}`}
        </p>
      </div>
      <div className={styles.table} role="table" aria-label="Device health" tabIndex={0} onKeyDown={rove}>
        <div role="row" className={styles.head}>
          <span role="columnheader">Device</span>
          <span role="columnheader">Place</span>
          <span role="columnheader">State</span>
          <span role="columnheader">Last seen</span>
          <span role="columnheader">Battery</span>
          <span role="columnheader">Signal</span>
          <span role="columnheader">Firmware</span>
        </div>
        {shown.map((device) => (
          <HealthRow key={device.id} device={device} />
        ))}
      </div>
    </>
  )
})

const HealthRow = memo(
  ({ device }: { readonly device: Device }) => {
    const { key, name, kind, zone, floor, site, online, lastSeenAt, battery, signal, firmware } = device
    const state = online === null ? 'unknown' : online ? 'normal' : 'offline'
    return (
      <div
        role="row"
        className={styles.row}
        data-state={state}
        data-testid={`health-${key}`}
        data-tip={lastSeenAt ? `${key}|${lastSeenAt}` : key}
        data-rove
        tabIndex={-1}
      >
        <span role="cell" className={styles.name}>
          <strong>{name}</strong>
          <span>{kinds[kind]}</span>
        </span>
        <span role="cell" className={styles.place}>
          {[zone, floor ?? site].filter(Boolean).join(', ')}
        </span>
        <span role="cell">
          <StatusWord state={state} word={stateWord(online)} live />
        </span>
        <span role="cell">
          <Age at={lastSeenAt} />
        </span>
        <span role="cell" className={styles.optional}>
          {battery === null ? '–' : <Battery percent={battery} />}
        </span>
        <span role="cell" className={styles.optional}>
          {signal === null ? '–' : signalText(signal)}
        </span>
        <span role="cell" className={styles.optional}>
          {firmware ?? '–'}
        </span>
      </div>
    )
  },
  (before, after) => shownOf(before.device) === shownOf(after.device),
)

const Battery = ({ percent }: { readonly percent: number }) =>
  percent <= lowBatteryPercent ? <StatusWord state="warning" word={`${percent} %`} /> : `${percent} %`

// Every reading touches the device; only what this row shows may redraw it.
const shownOf = ({ latest: _, ...rest }: Device): string => JSON.stringify(rest)

const stateWord = (online: boolean | null): string | undefined =>
  online === null ? 'Never heard of' : online ? 'Online' : undefined

// Radios report dBm (negative), others a link quality.
const signalText = (signal: number): string => (signal < 0 ? `${signal} dBm` : `${signal} LQI`)

const rank = ({ online, battery }: Device): number => {
  if (online === false) return 0
  if (online === null) return 1
  return battery !== null && battery <= lowBatteryPercent ? 2 : 3
}
