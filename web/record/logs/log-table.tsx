// A table of the logs under its filters.
import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../../ui/tables/data-table.tsx'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice, type FilterOption, PeriodChoice } from '../../ui/tables/filter-choice.tsx'
import { EmptyLog } from '../../ui/logs/log-view.tsx'
import { writePeriod } from '../../ui/time/period.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import type { LogFilters } from './log-filters.ts'

interface LogTableProps<T, R> extends Omit<DataTableProps<T, R>, 'csv' | 'empty' | 'selection'> {
  readonly filters: LogFilters
  /** The address of the log. */
  readonly page: string
  /** What can be sought; absent: nothing can. */
  readonly search?: string
  readonly choices: readonly Choice[]
  /** Besides the filters. */
  readonly action?: ReactNode
  /** What is said without filters while there are no rows. */
  readonly nothing: { readonly title: string; readonly text: ReactNode }
}

interface Choice {
  /** In the URL. */
  readonly name: string
  readonly label: string
  /** While nothing is chosen. */
  readonly any: string
  readonly words: Readonly<Record<string, string | { readonly word: string }>>
}

export const LogTable = <T, R>(props: LogTableProps<T, R>) => {
  const { filters, page, search, choices, action, nothing, ...table } = props
  const { q, period, get, set, clear } = filters
  const values = [writePeriod(period).period, search === undefined ? '' : q, ...choices.map(({ name }) => get(name))]
  const count = values.filter((value) => value !== '').length
  return (
    <>
      <FilterBar
        views={<SavedViews page={page} />}
        count={count}
        onClear={clear}
        first={
          search !== undefined && <SearchField label={search} value={q} onChange={(sought) => set({ q: sought })} />
        }
      >
        <PeriodChoice value={period} onChange={(changed) => set(writePeriod({ ...period, ...changed }))} />
        {choices.map(({ name, label, any, words }) => (
          <FilterChoice
            key={name}
            label={label}
            value={get(name)}
            options={[['', any], ...Object.entries(words).map(optionOf)]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
        {action}
      </FilterBar>
      <DataTable
        {...table}
        csv={table.name}
        empty={
          <EmptyLog onClear={count > 0 ? clear : null} title={nothing.title}>
            {nothing.text}
          </EmptyLog>
        }
      />
    </>
  )
}

const optionOf = ([value, shown]: [string, Choice['words'][string]]): FilterOption => [
  value,
  typeof shown === 'string' ? shown : shown.word,
]
