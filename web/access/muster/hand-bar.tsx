// What a warden's thumb needs, at the bottom of the screen: whom they look for, where they stand, taking back the last
// mark, and putting somebody on the list.
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import type { Status } from '@gatehouse/contract/access/muster'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { atFoot } from '../../ui/primitives/foot-bar.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import styles from './hand-bar.module.css'
import { statusWords } from './muster-words.ts'
import { useRootMark } from '../../ui/use-root-mark.ts'
import { SelectField, type SelectFieldProps } from '../../ui/forms/select-field.tsx'

interface HandBarProps {
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly points: readonly string[]
  readonly place: string
  readonly onPlace: (place: string) => void
  /** null: one may only look. */
  readonly add: To | null
  readonly last: { readonly name: string; readonly status: Status } | null
  readonly onUndo: () => void
  /** What has to be seen wherever one has scrolled to. */
  readonly children: ReactNode
}

export const HandBar = ({ q, onSearch, points, place, onPlace, add, last, onUndo, children }: HandBarProps) => {
  useRootMark(atFoot)
  return (
    <section className={styles.bar} aria-label="At hand">
      <div className={styles.notice}>{children}</div>
      {last && (
        <output className="col-span-full flex min-h-touch items-center justify-between gap-3 font-semibold">
          <span>
            {last.name}: {statusWords[last.status].word.toLowerCase()}
          </span>
          <Button onClick={onUndo}>Undo</Button>
        </output>
      )}
      <SearchField label="Search by name" value={q} onChange={onSearch} />
      {add && points.length > 0 && (
        <PointField label="Your assembly point" points={points} value={place} onChange={onPlace} />
      )}
      {add && (
        <IconButton
          component={Link}
          to={add}
          state={opensSheet}
          aria-label="Add somebody who is not on the list"
          className={styles.add ?? ''}
        >
          <Icon name="add" size="medium" />
        </IconButton>
      )}
    </section>
  )
}

interface PointFieldProps extends Omit<SelectFieldProps<string>, 'options'> {
  readonly points: readonly string[]
}

/** Which of the assembly points, or none of them. */
export const PointField = ({ points, value, ...field }: PointFieldProps) => (
  <SelectField
    {...field}
    value={points.includes(value) ? value : ''}
    options={[['', 'Elsewhere'], ...points.map((point) => [point, point] as const)]}
  />
)
