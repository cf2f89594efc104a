// A label in its colour, with text that is read on it.
import type { CSSProperties } from 'react'
import { inkOn, isColour } from '../theme/contrast.ts'
import styles from './label-chip.module.css'

interface LabelChipProps {
  readonly name: string
  /** `#RRGGBB` */
  readonly colour: string
}

export const LabelChip = ({ name, colour }: LabelChipProps) => {
  const ground = isColour(colour) ? colour : '#64748b'
  const style: CSSProperties = { '--ground': ground, '--ink': inkOn(ground) }
  return (
    <span className={styles.chip} style={style}>
      {name}
    </span>
  )
}
