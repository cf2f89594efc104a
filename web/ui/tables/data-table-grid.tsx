// A table's rows as MUI's data grid: arrows move, Enter opens, Space chooses. Loaded where a table is shown.
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useDensity } from '../../kit/hands/theme-mode.ts'
import { saveCsv } from './csv.ts'
import type { Column, Line, Selection } from './data-table.tsx'
import styles from './data-table.module.css'
import { Icon } from '../primitives/icon.tsx'
import { MenuButton } from '../primitives/menu-button.tsx'
import { opensSheet } from '../sheets/sheet-link.ts'
import { local } from '../../kit/data/storage.ts'

interface DataTableGridProps {
  readonly name: string
  readonly label: string
  readonly lines: readonly Line[]
  readonly columns: readonly Pick<Column<never>, 'field' | 'title' | 'flex' | 'minWidth' | 'optional' | 'text'>[]
  readonly selection: Selection | undefined
  readonly csv: string | undefined
  /** Rows have a button at their end. */
  readonly acts: boolean
}

export const DataTableGrid = ({ name, label, lines, columns, selection, csv, acts }: DataTableGridProps) => {
  const navigate = useNavigate()
  const compact = useDensity() === 'compact'
  const [hidden, setHidden] = useState(() => hiddenOf(name, columns))
  const open = ({ to }: Line) => {
    if (to !== null) void navigate(to, { state: opensSheet })
  }
  const choose = (field: string) => {
    const next = new Set(hidden)
    if (!next.delete(field)) next.add(field)
    local.set(`columns:${name}`, [...next].join(' '))
    setHidden(next)
  }
  const save = (file: string) => {
    const shown = columns.filter(({ field, text }) => text && !hidden.has(field))
    saveCsv(file, [shown.map(({ title }) => title), ...lines.map(({ text }) => shown.map(({ field }) => text(field)))])
  }
  const definitions = columns.map(
    ({ field, title, flex = 1, minWidth = 120 }, index): GridColDef<Line> => ({
      field,
      headerName: title,
      flex,
      minWidth,
      sortable: false,
      renderCell: ({ row: { to, cell } }) =>
        index === 0 && to !== null ? (
          <Link
            to={to}
            state={opensSheet}
            tabIndex={-1}
            className="block min-w-0 font-semibold wrap-anywhere whitespace-normal text-inherit no-underline hover:underline"
          >
            {cell(field)}
          </Link>
        ) : (
          <div className="min-w-0 wrap-anywhere whitespace-normal">{cell(field)}</div>
        ),
    }),
  )
  return (
    <>
      {(csv !== undefined || columns.some(({ optional }) => optional)) && (
        <div className="flex justify-end border-b border-b-line px-2 py-1">
          {csv !== undefined && (
            <Button size="small" startIcon={<Icon name="download" />} onClick={() => save(csv)}>
              CSV
            </Button>
          )}
          {columns.some(({ optional }) => optional) && (
            <ColumnChoice columns={columns.slice(1)} hidden={hidden} onChoose={choose} />
          )}
        </div>
      )}
      <div className={styles.frame}>
        <DataGrid
          aria-label={label}
          className={`${styles.grid} ${lines.some(({ to }) => to !== null) ? styles.opens : ''}`}
          rows={lines}
          columns={acts ? [...definitions, actions] : definitions}
          columnVisibilityModel={Object.fromEntries(columns.map(({ field }) => [field, !hidden.has(field)]))}
          getRowHeight={() => 'auto'}
          columnHeaderHeight={compact ? 36 : 44}
          hideFooter
          disableEval
          disableColumnMenu
          disableColumnFilter
          disableColumnSelector
          disableColumnSorting
          disableRowSelectionOnClick
          disableRowSelectionExcludeModel
          disableVirtualization
          checkboxSelection={selection !== undefined}
          rowSelectionModel={{ type: 'include', ids: new Set(selection?.chosen) }}
          onRowSelectionModelChange={({ ids }) => selection?.onChange(new Set([...ids].map(String)))}
          keepNonExistentRowsSelected
          pageSizeOptions={[100]}
          onRowClick={({ row }, event) => {
            if (!(event.target instanceof Element) || event.target.closest('a, button, input, label')) return
            open(row)
          }}
          onCellKeyDown={({ field, row }, event) => {
            if (event.key !== 'Enter' || field === '__check__' || event.target !== event.currentTarget) return
            event.preventDefault()
            open(row)
          }}
          localeText={{
            checkboxSelectionSelectRow: 'Choose this row',
            checkboxSelectionUnselectRow: 'Chosen: take this row out',
            checkboxSelectionSelectAllRows: 'Choose every row of this page',
            checkboxSelectionUnselectAllRows: 'Choose none of this page',
          }}
        />
      </div>
    </>
  )
}

const actions: GridColDef<Line> = {
  field: 'action',
  headerName: 'Action',
  minWidth: 130,
  sortable: false,
  renderCell: ({ row: { action } }) => action,
}

interface ColumnChoiceProps {
  readonly columns: readonly { readonly field: string; readonly title: string }[]
  readonly hidden: ReadonlySet<string>
  readonly onChoose: (field: string) => void
}

const ColumnChoice = ({ columns, hidden, onChoose }: ColumnChoiceProps) => (
  <MenuButton label="Columns" offers="Choice of columns" size="small">
    {() =>
      columns.map(({ field, title }) => (
        <MenuItem
          key={field}
          role="menuitemcheckbox"
          aria-checked={!hidden.has(field)}
          dense
          onClick={() => onChoose(field)}
        >
          <span className="me-3 h-[1.25rem] w-[1.25rem]">
            {!hidden.has(field) && <Icon name="check" size="medium" />}
          </span>
          <ListItemText>{title}</ListItemText>
        </MenuItem>
      ))
    }
  </MenuButton>
)

const hiddenOf = (name: string, columns: DataTableGridProps['columns']): ReadonlySet<string> => {
  const stored = local.get(`columns:${name}`)
  if (stored === null) return new Set(columns.filter(({ optional }) => optional).map(({ field }) => field))
  return new Set(stored.split(' ').filter((field) => columns.slice(1).some((column) => column.field === field)))
}
