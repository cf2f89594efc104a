// A list of the server as a section of a page has it: the search and what begins a new one, the table or the first step,
// and over the page the sheet of the one that the address names.
import type { Operation } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { later } from '../feedback/later.tsx'
import { Empty } from '../feedback/states.tsx'
import { SearchField } from '../forms/search-field.tsx'
import { AddLink } from '../primitives/add-link.tsx'
import type { GoneWords } from '../sheets/answer-sheet.tsx'
import { opensSheet, useSheetAddress } from '../sheets/sheet-link.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { SavedViews } from './saved-views.tsx'
import { useUrlFilters } from './url-filters.ts'

const GoneSheet = later(async () => (await import('../sheets/answer-sheet.tsx')).GoneSheet, 'over')

interface Row {
  readonly id: string
  readonly name: string
}

interface Search {
  /** `Search levels` */
  readonly label: string
  /** The parameter of the address that holds what is sought: `q` where absent. */
  readonly param?: string
  /** The title where nothing is found, and the words of the button that ends the search. */
  readonly none: (sought: string) => string
  readonly all: string
}

interface ListSectionProps<T, R extends Row> extends Omit<DataTableProps<T, R>, 'rowId' | 'rowName' | 'to' | 'empty'> {
  readonly search?: Search
  /** The address of the list, where it has saved views. */
  readonly views?: string
  /** What stands beside the button that begins a new one, where there is no search. */
  readonly beside?: ReactNode
  /** Which rows are shown of a list that comes whole, by what is sought. */
  readonly passes?: (row: R, sought: string) => boolean
  /** The parameter of the address that opens the sheet of a row; `new` stands for one that is not there yet. */
  readonly sheet: string
  /** The words of what begins a new one, `Add level`; who may; and where to, if not to the sheet of `new`. */
  readonly add: string
  readonly adds?: Operation
  readonly addTo?: To
  /** Instead of rows where there are none: what they are for, and the words of the first step; those of `add` where absent. */
  readonly first: { readonly title: string; readonly says: string; readonly add?: string }
  /** Of a list that comes whole: what is drawn where the address names none of it. */
  readonly gone?: GoneWords & { readonly name: string }
  /** The sheet. `row`: null where it is a new one, or is not of this page of the list. */
  readonly children: (open: { readonly id: string; readonly row: R | null; readonly closed: To }) => ReactNode
}

/** The section is drawn without a frame: what it stands in gives it its gaps. */
export const ListSection = <T, R extends Row>(props: ListSectionProps<T, R>) => {
  const { search, views, beside, passes, sheet, add, adds, addTo, first, gone, children, ...table } = props
  const filters = useUrlFilters()
  const param = search?.param ?? 'q'
  const sought = search ? filters.get(param) : ''
  const { id, to, closed } = useSheetAddress(sheet)
  const begin = addTo ?? to('new')
  const allowed = (link: ReactNode) => (adds ? <Can op={adds}>{link}</Can> : link)
  const adding = allowed(<AddLink to={begin}>{add}</AddLink>)
  const { answers, first: loaded } = table.pages
  const row = answers.flatMap(table.rows).find((one) => one.id === id) ?? null
  return (
    <>
      <div className={search ? searched : unsearched}>
        {search ? (
          <SearchField label={search.label} value={sought} onChange={(words) => filters.set({ [param]: words })} />
        ) : (
          beside
        )}
        <span className="inline-flex flex-wrap gap-2">
          {views !== undefined && <SavedViews page={views} />}
          {adding}
        </span>
      </div>
      <DataTable
        {...table}
        rows={(answer) => table.rows(answer).filter((one) => passes?.(one, sought) ?? true)}
        rowId={(one) => one.id}
        rowName={({ name }) => name}
        to={(one) => to(one.id)}
        empty={
          search && sought !== '' ? (
            <Empty title={search.none(sought)}>
              <Button variant="outlined" onClick={() => filters.set({ [param]: '' })}>
                {search.all}
              </Button>
            </Empty>
          ) : (
            <Empty title={first.title}>
              <p>{first.says}</p>
              {first.add === undefined
                ? adding
                : allowed(
                    <Button variant="outlined" component={Link} to={begin} state={opensSheet}>
                      {first.add}
                    </Button>,
                  )}
            </Empty>
          )
        }
      />
      {id === null || (gone && loaded === undefined) ? null : gone && !row && id !== 'new' ? (
        <GoneSheet {...gone} closed={closed} />
      ) : (
        children({ id, row, closed })
      )}
    </>
  )
}

const unsearched = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-2'
const searched = `${unsearched} [&>:first-child]:max-w-[26rem] [&>:first-child]:flex-[1_1_14rem]`
