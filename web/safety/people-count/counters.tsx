// Today's ins and outs of every counter.
import type { Device } from '@gatehouse/contract/building/devices'
import type { Counter } from '@gatehouse/contract/safety/people-count'
import { memo } from 'react'
import { measuredAt } from '../../kit/age.ts'
import { peopleText } from '../../kit/people-words.ts'
import { Age } from '../../ui/time/age.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { RowTable } from '../../ui/tables/row-table.tsx'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

interface CountersProps {
  readonly counters: readonly Counter[]
  readonly devices: readonly Device[]
}

export const Counters = memo(({ counters, devices }: CountersProps) => {
  if (devices.length === 0) {
    return (
      <Empty title="No people counters yet">
        <p>Counters appear here as soon as one is registered.</p>
        <AddDevice>Add a people counter</AddDevice>
      </Empty>
    )
  }
  const byId = new Map(counters.map((counter) => [counter.deviceId, counter]))
  return (
    <RowTable
      label="Every people counter"
      className="max-h-[26rem]"
      head={`pb-1 ${grid}`}
      heads={heads}
      many={isMany(devices)}
    >
      {devices.map((device) => (
        <CounterRow key={device.id} device={device} counter={byId.get(device.id)} />
      ))}
    </RowTable>
  )
})

// A name is never cut: it wraps.
const grid = 'grid-cols-[minmax(0,1fr)_2.5rem_2.5rem_4rem]'
const heads = [['Counter'], ['In', 'text-end'], ['Out', 'text-end'], ['Last count', 'text-end']] as const

interface CounterRowProps {
  readonly device: Device
  readonly counter: Counter | undefined
}

const CounterRow = memo(({ device, counter }: CounterRowProps) => {
  const at = counter?.at && counter.receivedAt ? measuredAt({ at: counter.at, receivedAt: counter.receivedAt }) : null
  const state = device.online === false ? 'offline' : device.online === null ? 'unknown' : 'normal'
  const number = `text-end tabular-nums lost:font-medium lost:text-stale ${state === 'normal' ? 'font-semibold' : 'font-medium text-stale'}`
  return (
    <tr
      className={`min-h-row py-1 ${grid}`}
      data-state={state}
      data-testid={`counter-${device.key}`}
      data-tip={at ? `${device.key}|${at}` : device.key}
      data-rove
      tabIndex={-1}
    >
      <td className="wrap-anywhere">
        {device.name}
        {state !== 'normal' && (
          <span className="block text-sm">
            <StatusWord state={state} live />
          </span>
        )}
      </td>
      <td className={number}>{counter && at ? peopleText(counter.inToday) : '–'}</td>
      <td className={number}>{counter && at ? peopleText(counter.outToday) : '–'}</td>
      <td className="text-end">
        <Age at={at} />
      </td>
    </tr>
  )
})
