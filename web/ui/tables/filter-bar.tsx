// The filters of a list: what is always in sight, and the controls that a phone folds away.
import Button from '@mui/material/Button'
import { type ReactNode, useId, useState } from 'react'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** Where several are on one page, which one it is. */
  readonly label?: string
  /** How many are set. */
  readonly count: number
  readonly onClear: () => void
  /** Always in sight: the search, as a rule. */
  readonly first?: ReactNode
  /** The button of the saved views of the page. */
  readonly views?: ReactNode
  readonly children: ReactNode
}

export const FilterBar = ({ label = 'Filters', count, onClear, first, views, children }: FilterBarProps) => {
  const [unfolded, setUnfolded] = useState(false)
  const controls = useId()
  return (
    <search className={styles.bar} aria-label={label}>
      <div className={styles.first} data-bare={(!first && !views) || undefined}>
        {first}
        {views}
        <span className={styles.unfold}>
          <Button
            variant="outlined"
            aria-expanded={unfolded}
            aria-controls={controls}
            onClick={() => setUnfolded(!unfolded)}
          >
            Filters{count > 0 ? ` (${count})` : ''}
          </Button>
        </span>
      </div>
      <div id={controls} className={styles.controls} data-unfolded={unfolded || undefined}>
        {children}
        <Button aria-label="Clear filters" disabled={count === 0} onClick={onClear}>
          Clear
        </Button>
      </div>
    </search>
  )
}
