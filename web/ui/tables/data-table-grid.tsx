// A table's rows as a grid: arrows move, Enter opens, Space chooses; its heads sort. Loaded where a table is shown.
import Checkbox from '@mui/material/Checkbox'
import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { opensSheet } from '../sheets/sheet-link.ts'
import type { ColumnChoiceProps } from './column-choice.tsx'
import type { Column, Line, Selection } from './data-table.tsx'
import styles from './data-table.module.css'
import grid from './grid.module.css'
import { GridHead } from './grid-head.tsx'
import { gridKey } from './grid-keys.ts'
import { RowCheck } from '../primitives/row-check.tsx'
import type { SortedHead, Sorting } from './sorting.ts'

interface DataTableGridProps {
  readonly label: string
  readonly lines: readonly Line[]
  /** Those that are shown. */
  readonly columns: readonly (SortedHead & Pick<Column<never>, 'field' | 'flex' | 'minWidth'>)[]
  readonly sorting: Sorting
  readonly selection: Selection | undefined
  /** Rows have a button at their end. */
  readonly acts: boolean
  /** The choice of columns; null where there is none. */
  readonly choice: ColumnChoiceProps | null
}

// Of the gaps between columns, and at both ends of a row.
const gapPx = 16
const actionPx = 130
const tickPx = 28

export const DataTableGrid = (props: DataTableGridProps) => {
  const { label, lines, columns, sorting, selection, acts, choice } = props
  const frame = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = Math.max(
    0,
    lines.findIndex(({ id }) => id === activeId),
  )
  const widths = columns.map(({ flex = 1, minWidth = 120 }) => [minWidth, `minmax(${minWidth}px, ${flex}fr)`] as const)
  const columnTemplate = [
    ...(selection ? [`${tickPx}px`] : []),
    ...widths.map(([, width]) => width),
    ...(acts ? [`minmax(${actionPx}px, max-content)`] : []),
  ]
  const least =
    widths.reduce((sum, [px]) => sum + px, 0) +
    (selection ? tickPx : 0) +
    (acts ? actionPx : 0) +
    gapPx * (columnTemplate.length + 1)
  const isWide = useRoomFor(least, frame)
  const open = (line: Line | undefined) => {
    if (line && line.to !== null) void navigate(line.to, { state: opensSheet })
  }
  const toggle = (id: string) => {
    if (!selection) return
    const chosen = new Set(selection.chosen)
    if (!chosen.delete(id)) chosen.add(id)
    selection.onChange(chosen)
  }
  const focusRow = (index: number) => {
    const id = lines[index]?.id
    if (id !== undefined) frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-wide={isWide || undefined}
      style={{ '--columns': columnTemplate.join(' '), '--least': `${least}px` }}
    >
      <table
        // A table whose rows one moves through with the arrows is what a grid is.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-multiselectable={selection ? true : undefined}
        className={`${grid.grid} ${styles.grid}`}
        onKeyDown={(event) =>
          gridKey(event, {
            active,
            count: lines.length,
            page: 10,
            focus: focusRow,
            open: (index) => open(lines[index]),
            ...(selection ? { choose: (index: number) => toggle(lines[index]?.id ?? '') } : {}),
          })
        }
      >
        <thead>
          <GridHead
            heads={columns}
            sorting={sorting}
            choice={choice}
            before={
              selection && (
                <th scope="col">
                  <ChooseAll lines={lines} selection={selection} />
                </th>
              )
            }
            after={acts && <th scope="col">Action</th>}
          />
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const { id, name, to, cell, action, marks } = line
            return (
              <tr
                key={id}
                {...marks}
                data-id={id}
                data-opens={to === null ? undefined : true}
                className={`${grid.row} ${styles.row}`}
                tabIndex={index === active ? 0 : -1}
                aria-selected={selection ? selection.chosen.has(id) : undefined}
                onFocus={() => setActiveId(id)}
                onClick={(event) => {
                  if (!isOfItsOwn(event)) open(line)
                }}
              >
                {selection && (
                  <td>
                    <RowCheck
                      name={`Choose ${name}`}
                      checked={selection.chosen.has(id)}
                      onToggle={() => toggle(id)}
                      tabIndex={-1}
                    />
                  </td>
                )}
                {columns.map(({ field }, nth) => (
                  <td key={field} className={nth === 0 ? styles.title : undefined}>
                    {nth === 0 && to !== null ? (
                      <Link to={to} state={opensSheet} tabIndex={-1}>
                        {cell(field)}
                      </Link>
                    ) : (
                      cell(field)
                    )}
                  </td>
                ))}
                {acts && <td>{action}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A press on what does something by itself, or the end of choosing words. */
const isOfItsOwn = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element) ||
  target.closest('a, button, input, label') !== null ||
  window.getSelection()?.isCollapsed === false

const ChooseAll = ({
  lines,
  selection,
}: {
  readonly lines: readonly Line[]
  readonly selection: Selection
}): ReactNode => {
  const ids = lines.map(({ id }) => id)
  const all = ids.every((id) => selection.chosen.has(id))
  const some = ids.some((id) => selection.chosen.has(id))
  return (
    <Checkbox
      size="small"
      className="-m-2"
      checked={all}
      indeterminate={some && !all}
      onChange={() => selection.onChange(new Set(all ? [] : [...selection.chosen, ...ids]))}
      slotProps={{ input: { 'aria-label': all ? 'Deselect all of these rows' : 'Select all of these rows' } }}
    />
  )
}

/** Whether the element is so wide, in px. */
const useRoomFor = (px: number, element: RefObject<HTMLElement | null>): boolean => {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const observer = new ResizeObserver(() => setWidth(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return width >= px
}
