// A label in its colour, with text that is read on it.
import type { CSSProperties } from 'react'
import { inkOn, isColour } from '../theme/contrast.ts'

interface LabelChipProps {
  readonly name: string
  /** `#RRGGBB` */
  readonly colour: string
}

export const LabelChip = ({ name, colour }: LabelChipProps) => {
  const ground = isColour(colour) ? colour : '#64748b'
  const style: CSSProperties = { '--ground': ground, '--ink': inkOn(ground) }
  return (
    <span
      className="inline-block max-w-full truncate rounded-[999px] border border-line bg-(--ground) px-2 py-px align-middle text-sm leading-[1.5] font-semibold text-(--ink)"
      style={style}
    >
      {name}
    </span>
  )
}
