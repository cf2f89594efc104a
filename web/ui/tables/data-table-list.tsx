// A table's rows on a phone: one card below the other, as wide as the screen.
import Checkbox from '@mui/material/Checkbox'
import { Link } from 'react-router'
import type { Line, Selection } from './data-table.tsx'
import styles from './data-table.module.css'
import { Icon } from '../primitives/icon.tsx'
import { opensSheet } from '../sheets/sheet-link.ts'

interface DataTableListProps {
  readonly label: string
  readonly lines: readonly Line[]
  readonly selection: Selection | undefined
}

export const DataTableList = ({ label, lines, selection }: DataTableListProps) => {
  const toggle = (id: string) => {
    if (!selection) return
    const chosen = new Set(selection.chosen)
    if (!chosen.delete(id)) chosen.add(id)
    selection.onChange(chosen)
  }
  return (
    <ul className={styles.list} aria-label={label}>
      {lines.map(({ id, name, to, card }) => (
        <li key={id}>
          {selection && (
            <Checkbox
              checked={selection.chosen.has(id)}
              onChange={() => toggle(id)}
              className={styles.tick ?? ''}
              slotProps={{ input: { 'aria-label': `Choose ${name}` } }}
            />
          )}
          {to === null ? (
            <div className={`${styles.card} grid min-w-0 flex-1 grid-cols-1 gap-1 pt-3 pr-0 pb-3 pl-4 wrap-anywhere`}>
              {card()}
            </div>
          ) : (
            <Link
              to={to}
              state={opensSheet}
              className={`${styles.cardLink} flex min-w-0 flex-1 items-center gap-3 pe-3 text-inherit no-underline focus-visible:-outline-offset-2 active:bg-sunken [&>svg]:text-muted`}
            >
              <span
                className={`${styles.card} grid min-w-0 flex-1 grid-cols-1 gap-1 pt-3 pr-0 pb-3 pl-4 wrap-anywhere`}
              >
                {card()}
              </span>
              <Icon name="next" />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
