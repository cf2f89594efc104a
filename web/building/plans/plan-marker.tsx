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
}

export const PlanMarker = memo(({ device, look, to }: PlanMarkerProps) => {
  const { state, word, icon } = look(device)
  const inside = (
    <>
      <span className={`${styles.way} absolute inset-0 [rotate:var(--turn)]`} aria-hidden="true" />
      <span
        className={`${styles.sign} grid h-[32px] w-[32px] place-items-center rounded-[50%] border-2 border-current bg-surface`}
      >
        <Icon name={icon} size="medium" />
      </span>
      <span className={styles.word}>
        <span className="max-w-[8.5rem] overflow-hidden text-ellipsis">{device.name}</span>
        <span className="visually-hidden">{`, ${kindWords[device.kind]}: `}</span>
        <span className="font-semibold text-state">{word}</span>
      </span>
    </>
  )
  return (
    <li className={styles.spot} style={placeOnPlan(device)} data-state={state} data-marker={device.key}>
      {to === null ? (
        <span className={styles.marker} title={`${device.name}: ${word}`}>
          {inside}
        </span>
      ) : (
        <Link className={styles.marker} to={to} state={opensSheet} title={`${device.name}: ${word}`}>
          {inside}
        </Link>
      )}
    </li>
  )
})
