// Today's ins and outs of every counter.
import type { Device } from '@gatehouse/contract/building/devices'
import type { Counter } from '@gatehouse/contract/safety/people-count'
import { memo } from 'react'
import { measuredAt } from '../../kit/age.ts'
import { Age } from '../../ui/time/age.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './counters.module.css'

interface CountersProps {
  readonly counters: readonly Counter[]
  readonly devices: readonly Device[]
}

export const Counters = memo(({ counters, devices }: CountersProps) => {
  if (devices.length === 0) {
    return (
      <Empty title="No people counters yet">
        <p>Counters appear here as soon as one is registered.</p>
      </Empty>
    )
  }
  const byId = new Map(counters.map((counter) => [counter.deviceId, counter]))
  return (
    <ScrollRegion label="Every people counter" className={styles.scroll}>
      <table className={styles.table} data-many={isMany(devices) || undefined}>
        <thead>
          <tr className={styles.head}>
            <th scope="col">Counter</th>
            <th scope="col">In</th>
            <th scope="col">Out</th>
            <th scope="col">State</th>
            <th scope="col">Last count</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <CounterRow key={device.id} device={device} counter={byId.get(device.id)} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
})

interface CounterRowProps {
  readonly device: Device
  readonly counter: Counter | undefined
}

const CounterRow = memo(({ device, counter }: CounterRowProps) => {
  const at = counter?.at && counter.receivedAt ? measuredAt({ at: counter.at, receivedAt: counter.receivedAt }) : null
  const state = device.online === false ? 'offline' : device.online === null ? 'unknown' : 'normal'
  return (
    <tr
      className={styles.row}
      data-state={state}
      data-testid={`counter-${device.key}`}
      data-tip={at ? `${device.key}|${at}` : device.key}
      data-rove
      tabIndex={-1}
    >
      <td className="truncate">{device.name}</td>
      <td className={styles.number}>{counter && at ? counter.inToday : '–'}</td>
      <td className={styles.number}>{counter && at ? counter.outToday : '–'}</td>
      <td className="text-sm below-sm:row-start-2">
        <StatusWord state={state} word={state === 'normal' ? 'Online' : undefined} live />
      </td>
      <td>
        <Age at={at} />
      </td>
    </tr>
  )
})
