// A device on a plan: its state in colour, sign and word, and which way it looks.
import type { Placed } from '@gatehouse/contract/plans'
import { memo } from 'react'
import { Link, type To } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { opensSheet } from '../ui/sheet-link.ts'
import { kindWords, type LookOf } from './look.ts'
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
      <span className={styles.way} aria-hidden="true" />
      <span className={styles.sign}>
        <Icon name={icon} size="medium" />
      </span>
      <span className={styles.word}>
        <span className={styles.name}>{device.name}</span>
        <span className="visually-hidden">{`, ${kindWords[device.kind]}: `}</span>
        <span className={styles.stateWord}>{word}</span>
      </span>
    </>
  )
  const at = { left: `${device.x * 100}%`, top: `${device.y * 100}%`, '--turn': `${device.rotation}deg` }
  return (
    <li className={styles.spot} style={at} data-state={state} data-marker={device.key} data-edge={edgeOf(device.x)}>
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

// Where words in the middle would be cut off by the edge of the plan.
const edgeOf = (x: number) => (x < 0.08 ? 'left' : x > 0.92 ? 'right' : undefined)
