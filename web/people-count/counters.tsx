// Today's ins and outs of every counter.
import type { Device } from '@gatehouse/contract/devices'
import type { Counter } from '@gatehouse/contract/people-count'
import { memo } from 'react'
import { measuredAt } from '../kit/age.ts'
import { Age } from '../ui/age.tsx'
import { rove } from '../ui/roving.ts'
import { Empty } from '../ui/states.tsx'
import { StatusWord } from '../ui/status-word.tsx'
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
    <div className={styles.table} role="table" aria-label="People counters, today" tabIndex={0} onKeyDown={rove}>
      <div role="row" className={styles.head}>
        <span role="columnheader">Counter</span>
        <span role="columnheader">In</span>
        <span role="columnheader">Out</span>
        <span role="columnheader">State</span>
        <span role="columnheader">Last count</span>
      </div>
      {devices.map((device) => (
        <CounterRow key={device.id} device={device} counter={byId.get(device.id)} />
      ))}
    </div>
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
    <div
      role="row"
      className={styles.row}
      data-state={state}
      data-testid={`counter-${device.key}`}
      data-tip={at ? `${device.key}|${at}` : device.key}
      data-rove
      tabIndex={-1}
    >
      <span role="cell" className={styles.name}>
        {device.name}
      </span>
      <span role="cell" className={styles.number}>
        {counter && at ? counter.inToday : '–'}
      </span>
      <span role="cell" className={styles.number}>
        {counter && at ? counter.outToday : '–'}
      </span>
      <span role="cell" className={styles.state}>
        <StatusWord state={state} word={state === 'normal' ? 'Online' : undefined} live />
      </span>
      <span role="cell">
        <Age at={at} />
      </span>
    </div>
  )
})
