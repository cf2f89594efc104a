// The health of every device: on line or not, last seen, battery, signal, firmware.
import type { Device } from '@gatehouse/contract/building/devices'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { kindWords } from '../../kit/device-kinds.ts'
import { Age } from '../../ui/time/age.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { RowTable } from '../../ui/tables/row-table.tsx'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'

const lowBatteryPercent = 20

const grid = 'grid-cols-[minmax(10rem,2fr)_minmax(9rem,2fr)_8.5rem_5rem_5rem_5.5rem_6rem]'
const optional = 'below-md:row-start-2 below-md:text-sm below-md:text-muted'
const heads = [
  ['Device'],
  ['Place'],
  ['State'],
  ['Last seen', 'text-end'],
  ['Battery', 'text-end'],
  ['Signal', 'text-end'],
  ['Firmware', 'pl-4'],
] as const

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
        .filter(({ name, key, zone, kind }) =>
          `${name} ${key} ${zone} ${kindWords[kind]}`.toLowerCase().includes(query),
        )
        .sort((a, b) => rank(a) - rank(b) || byName(a.name, b.name)),
    [devices, query],
  )
  if (devices.length === 0) {
    return (
      <Empty title="No devices yet">
        <p>Doors, gas detectors and counters appear here once they are registered.</p>
        <AddDevice>Add a device</AddDevice>
      </Empty>
    )
  }
  return (
    <>
      <div className="flex items-center gap-3 px-4 pt-1 pb-3">
        <label className="flex min-h-[40px] items-center gap-2 rounded border border-strong-line px-3 text-muted focus-within:[outline:2px_solid_var(--primary-text)] below-md:min-h-touch">
          <Icon name="search" />
          <span className="visually-hidden">Find a device</span>
          <input
            type="search"
            className="min-h-[inherit] w-[14rem] self-stretch border-0 bg-transparent text-text [outline:none] placeholder:text-muted"
            placeholder="Find a device"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        </label>
        <output className="text-muted tabular-nums">
          {query === '' ? '' : `${shown.length} of ${devices.length}`}
        </output>
      </div>
      <RowTable
        label="Every device"
        className="max-h-[34rem] below-md:max-h-none"
        head={`min-h-[32px] below-md:hidden ${grid}`}
        heads={heads}
        many={isMany(shown)}
      >
        {shown.map((device) => (
          <HealthRow key={device.id} device={device} />
        ))}
      </RowTable>
    </>
  )
})

const HealthRow = memo(
  ({ device }: { readonly device: Device }) => {
    const { key, name, kind, zone, floor, site, online, lastSeenAt, battery, signal, firmware } = device
    const state = online === null ? 'unknown' : online ? 'normal' : 'offline'
    return (
      <tr
        className={`min-h-[max(var(--row),36px)] tabular-nums below-md:grid-cols-[1fr_auto_4rem] below-md:py-2 ${grid}`}
        data-state={state}
        data-testid={`health-${key}`}
        data-tip={lastSeenAt ? `${key}|${lastSeenAt}` : key}
        data-rove
        tabIndex={-1}
      >
        <td className="flex min-w-0 flex-wrap items-baseline gap-x-2 below-md:col-start-1 [&_span]:text-sm [&_span]:text-muted [&_strong]:font-semibold">
          <strong>{name}</strong>
          <span>{kindWords[kind]}</span>
        </td>
        <td className="truncate text-sm text-muted below-md:col-start-1 below-md:row-start-2">
          {[zone, floor ?? site].filter(Boolean).join(', ')}
        </td>
        <td className="below-md:col-start-2 below-md:row-start-1">
          <StatusWord state={state} word={stateWord(online)} live />
        </td>
        <td className="text-end below-md:col-start-3 below-md:row-start-1">
          <Age at={lastSeenAt} />
        </td>
        <td className={`text-end below-md:col-start-2 ${optional}`}>
          {battery === null ? '–' : <Battery percent={battery} />}
        </td>
        <td className={`text-end below-md:col-start-3 ${optional}`}>{signal === null ? '–' : signalText(signal)}</td>
        <td className="pl-4 below-md:hidden">{firmware ?? '–'}</td>
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
