// Below a table: where one is in its pages.
import Button from '@mui/material/Button'
import type { Paging } from './data-pages.ts'
import { pageSizes } from './data-pages.ts'

interface DataTableFootProps {
  readonly paging: Paging
  readonly rows: number
  readonly label: string
}

export const DataTableFoot = ({ paging, rows, label }: DataTableFootProps) => {
  const { number, size, setSize, next, previous } = paging
  const only = number === 1 && next === null
  return (
    <nav
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-t-line px-4 py-3 text-sm text-muted [&_output]:me-auto [&_output]:tabular-nums"
      aria-label={`Pages of: ${label}`}
    >
      <output>
        {only ? `${rows} ${rows === 1 ? 'row' : 'rows'}` : `Page ${number}, ${rows} ${rows === 1 ? 'row' : 'rows'}`}
      </output>
      {!(only && rows <= pageSizes[0]) && (
        <>
          <label className="inline-flex items-center gap-2">
            <span>Rows</span>
            <select
              className="min-h-[36px] rounded border border-strong-line bg-surface px-2 py-0 text-text pointer-coarse:min-h-touch pointer-coarse:text-lg"
              value={size}
              onChange={({ target }) => setSize(Number(target.value))}
            >
              {pageSizes.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          </label>
          <Button variant="outlined" disabled={previous === null} onClick={() => previous?.()}>
            Previous
          </Button>
          <Button variant="outlined" disabled={next === null} onClick={() => next?.()}>
            Next
          </Button>
        </>
      )}
    </nav>
  )
}
