// A table's rows on a phone: one card below the other, as wide as the screen.
import Checkbox from '@mui/material/Checkbox'
import { Link } from 'react-router'
import type { Line, Selection } from './data-table.tsx'
import styles from './data-table.module.css'
import grid from './grid.module.css'
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
  const shape = `grid min-w-0 flex-1 grid-cols-1 gap-1 py-3 wrap-anywhere ${selection ? 'pl-1' : 'pl-4'}`
  return (
    <ul className={styles.list} aria-label={label}>
      {lines.map(({ id, name, to, card, action, marks }) => (
        <li
          key={id}
          {...marks}
          className={`${grid.marked} flex min-h-[56px] items-stretch not-first:border-t not-first:border-t-line`}
        >
          {selection && (
            <Checkbox
              checked={selection.chosen.has(id)}
              onChange={() => toggle(id)}
              className={styles.tick ?? ''}
              slotProps={{ input: { 'aria-label': `Choose ${name}` } }}
            />
          )}
          {to === null ? (
            <div className={shape}>{card()}</div>
          ) : (
            <Link
              to={to}
              state={opensSheet}
              className="flex min-w-0 flex-1 items-center gap-3 pe-3 text-inherit no-underline focus-visible:-outline-offset-2 active:bg-sunken [&>svg]:text-muted"
            >
              <span className={shape}>{card()}</span>
              <Icon name="next" />
            </Link>
          )}
          {action && <span className="flex items-center pe-3 [&>button]:min-h-touch">{action}</span>}
        </li>
      ))}
    </ul>
  )
}
