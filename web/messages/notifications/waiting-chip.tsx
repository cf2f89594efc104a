// How many have come above what is being read: pressed, they are shown.
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './notifications.module.css'

interface WaitingChipProps {
  readonly waiting: number
  readonly onShow: () => void
}

export const WaitingChip = ({ waiting, onShow }: WaitingChipProps) =>
  waiting > 0 && (
    <div className={styles.waiting} data-waiting>
      <button type="button" onClick={onShow}>
        <Icon name="up" /> {waiting} new
      </button>
    </div>
  )
