// What is done with an entry of a list whose order matters: moved up and down, and removed.
import IconButton from '@mui/material/IconButton'
import { Icon, type IconName } from '../primitives/icon.tsx'

interface OrderToolsProps {
  /** `step 2` */
  readonly name: string
  readonly index: number
  readonly count: number
  /** So many have to stay; none where absent. */
  readonly least?: number
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

export const OrderTools = ({ name, index, count, least = 0, onMove, onRemove }: OrderToolsProps) => (
  <span className="flex">
    <Tool name={`Move ${name} up`} icon="up" idle={index === 0} onClick={() => onMove(index - 1)} />
    <Tool
      name={`Move ${name} down`}
      icon="up"
      turn="rotate-180"
      idle={index === count - 1}
      onClick={() => onMove(index + 1)}
    />
    <Tool name={`Remove ${name}`} icon="close" idle={count <= least} onClick={onRemove} />
  </span>
)

interface ToolProps {
  readonly name: string
  readonly icon: IconName
  readonly turn?: string
  /** It has nothing to do here, and keeps the focus. */
  readonly idle: boolean
  readonly onClick: () => void
}

const Tool = ({ name, icon, turn = '', idle, onClick }: ToolProps) => (
  <IconButton
    aria-label={name}
    aria-disabled={idle || undefined}
    className="min-h-touch min-w-touch aria-disabled:cursor-default aria-disabled:opacity-40"
    onClick={() => {
      if (!idle) onClick()
    }}
  >
    <Icon name={icon} className={turn} />
  </IconButton>
)
