// A device on a plan: its state in colour, sign and word, and which way it looks.
import type { Placed } from '@gatehouse/contract/building/plans'
import { memo } from 'react'
import { Link, type To } from 'react-router'
import { Icon } from '../../ui/primitives/icon.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { kindWords } from '../../kit/device-kinds.ts'
import type { LookOf } from './look.ts'
import { placeOnPlan } from './place-on-plan.ts'
import styles from './plans.module.css'

interface PlanMarkerProps {
  readonly device: Placed
  readonly look: LookOf
  /** Where it leads; null: nowhere. */
  readonly to: To | null
  /** It is what one came for. */
  readonly isMarked?: boolean
}

export const PlanMarker = memo(({ device, look, to, isMarked = false }: PlanMarkerProps) => {
  const { state, word, icon, alarm } = look(device)
  const title = alarm ? `${device.name}: ${alarm.title} (${alarm.word} alarm)` : `${device.name}: ${word}`
  const inside = (
    <>
      <span className={`${styles.way} absolute inset-0 [rotate:var(--turn)]`} aria-hidden="true" />
      <span
        className={`${styles.sign} grid h-[32px] w-[32px] place-items-center rounded-[50%] border-2 border-current bg-surface`}
      >
        <Icon name={icon} size="medium" />
        {alarm && (
          // Its own for each alarm, so that one that nobody has acknowledged pulses once, when it comes.
          <span
            key={`${alarm.to} ${alarm.waits}`}
            className={`${styles.alarm} data-waits:[animation:pulse_0.9s_ease-out_1]`}
            data-state={alarm.state}
            data-waits={alarm.waits || undefined}
          >
            <Icon name={alarm.state} />
          </span>
        )}
      </span>
      <span className={styles.word}>
        <span className="max-w-[8.5rem] overflow-hidden text-ellipsis">{device.name}</span>
        <span className="visually-hidden">{`, ${kindWords[device.kind]}: `}</span>
        <span className="font-semibold text-state">{word}</span>
        {alarm && (
          <span className="max-w-[8.5rem] overflow-hidden text-ellipsis">
            <span className="visually-hidden">, </span>
            {alarm.title}
          </span>
        )}
        {alarm && (
          <span className="visually-hidden">
            {`: ${alarm.word} alarm, ${alarm.waits ? 'unacknowledged' : 'acknowledged'}`}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li
      className={styles.spot}
      style={placeOnPlan(device)}
      data-state={state}
      data-alarm={alarm?.state}
      data-marker={device.key}
      data-selected={isMarked || undefined}
    >
      {to === null ? (
        <span className={styles.marker} title={title}>
          {inside}
        </span>
      ) : (
        <Link className={styles.marker} to={to} state={opensSheet} title={title}>
          {inside}
        </Link>
      )}
    </li>
  )
})
