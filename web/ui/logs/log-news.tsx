// Over a log: how much is new above what is shown.
import { Icon } from '../primitives/icon.tsx'
import styles from './log-grid.module.css'

export interface News {
  readonly waiting: number
  /** No more than so many are counted. */
  readonly most: number
  readonly onShow: () => void | Promise<void>
}

interface LogNewsProps {
  readonly news: News
  readonly noun: readonly [one: string, many: string] | undefined
  readonly onPress: () => void
}

export const LogNews = ({ news: { waiting, most }, noun, onPress }: LogNewsProps) => {
  if (waiting === 0) return null
  const count = waiting < most ? waiting : `${most}+`
  return (
    <button type="button" className={styles.news} onClick={onPress}>
      <Icon name="up" /> {count} new{noun && ` ${noun[waiting === 1 ? 0 : 1]}`}
    </button>
  )
}
