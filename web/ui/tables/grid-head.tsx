// The heads of a grid's columns: pressed, they sort the list where the server, or the page, can; at their end the choice of
// columns.
import type { ComponentProps, ReactNode } from 'react'
import { later } from '../feedback/later.tsx'
import { Icon } from '../primitives/icon.tsx'
import type { ColumnChoiceProps } from './column-choice.tsx'
import styles from './grid.module.css'
import { directionOf, pressed, type SortedHead, type Sorting } from './sorting.ts'

const ColumnChoice = later(async () => (await import('./column-choice.tsx')).ColumnChoice, 'silent')

interface GridHeadProps extends Pick<ComponentProps<'tr'>, 'aria-rowindex'> {
  readonly heads: readonly SortedHead[]
  /** Absent: the list has one order. */
  readonly sorting?: Sorting | undefined
  /** Absent or null: there is nothing to choose. */
  readonly choice?: ColumnChoiceProps | null | undefined
  readonly className?: string | undefined
  /** `th`s before and after those of the columns. */
  readonly before?: ReactNode
  readonly after?: ReactNode
}

export const GridHead = ({ heads, sorting, choice, className = '', before, after, ...row }: GridHeadProps) => (
  <tr {...row} className={`${styles.head} ${className}`}>
    {before}
    {heads.map((head) => {
      const direction = sorting && directionOf(head, sorting.by)
      return (
        <th key={head.title} scope="col" aria-sort={direction}>
          {sorting && head.sort !== undefined ? (
            <button
              type="button"
              className="inline-flex min-h-[40px] max-w-full cursor-pointer pointer-coarse:min-h-touch items-center gap-1 border-0 bg-transparent p-0 [font:inherit] text-inherit hover:text-text"
              onClick={() => sorting.set(pressed(head, sorting.by))}
            >
              <span className="overflow-hidden text-ellipsis">{head.title}</span>
              <Icon
                name="up"
                className={`${direction === 'descending' ? 'rotate-180' : ''} ${direction ? '' : styles.hint}`}
              />
            </button>
          ) : (
            head.title
          )}
        </th>
      )
    })}
    {after}
    {choice && (
      <td className={styles.columns}>
        <ColumnChoice {...choice} />
      </td>
    )}
  </tr>
)
