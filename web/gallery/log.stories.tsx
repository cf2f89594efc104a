// A log, which is read in the order of time, and the filters that stand over lists.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FilterBar } from '../ui/tables/filter-bar.tsx'
import { FilterChoice, PeriodChoice } from '../ui/tables/filter-choice.tsx'
import { LogGrid } from '../ui/logs/log-grid.tsx'
import type { LogColumn } from '../ui/logs/log-row.tsx'
import { EmptyLog, LogView } from '../ui/logs/log-view.tsx'
import { allTime, type PeriodFilter } from '../ui/time/period.ts'
import { SearchField } from '../ui/forms/search-field.tsx'
import { StatusWord } from '../ui/primitives/status-word.tsx'
import type { State } from '../ui/theme/tokens.ts'
import { When } from '../ui/time/when.tsx'
import styles from './gallery.module.css'
import { ago, type Answer, answered, failed, loading } from './samples.ts'
import type { Story } from './story.ts'

export const logStories: readonly Story[] = [
  {
    name: 'Log',
    about:
      'What happened, newest first: only what can be seen is drawn, older pages come as one scrolls, news waits above whoever reads further down. Arrows move, Enter opens. On a phone each row is a card.',
    states: [
      { name: 'Rows', render: () => <Happenings name="rows" answer={{ is: 'there', data: happenings }} /> },
      {
        name: 'Under heads, as high as what is said',
        render: () => <Happenings name="heads" answer={{ is: 'there', data: happenings.slice(0, 5) }} whole />,
      },
      { name: 'News', render: () => <Happenings name="news" answer={{ is: 'there', data: happenings }} waiting={3} /> },
      { name: 'Loading', render: () => <Happenings name="loading" answer={loading} /> },
      { name: 'Empty', render: () => <Happenings name="empty" answer={{ is: 'there', data: [] }} /> },
      { name: 'Error', render: () => <Happenings name="failed" answer={failed} /> },
    ],
  },
  {
    name: 'Filter bar',
    about: 'The filters of a list: they stand in the address, can be taken away at once, and fold away on a phone.',
    states: [
      { name: 'None set', render: () => <Filters name="none" /> },
      {
        name: 'Some set',
        render: () => <Filters name="some" sought="lobby" period={{ ...allTime, period: 'week' }} />,
      },
      {
        name: 'Custom range, and what is not known',
        render: () => (
          <Filters
            name="days"
            period={{ period: 'days', fromDay: '2026-11-01', toDay: '2026-11-20' }}
            severity="of another kind"
          />
        ),
      },
    ],
  },
]

interface Happening {
  readonly id: string
  readonly seconds: number
  readonly what: string
  readonly where: string
  readonly state: State
}

const message: readonly Pick<Happening, 'what' | 'where' | 'state'>[] = [
  { what: 'Opened', where: 'Main entrance', state: 'information' },
  { what: 'Forced open', where: 'Loading bay shutter', state: 'high' },
  { what: 'Gas detected', where: 'Laboratory, second floor, behind the cold store', state: 'critical' },
  { what: 'Closed', where: 'Main entrance', state: 'information' },
  { what: 'Held open for longer than it may be, and said so by the intercom', where: 'Canteen', state: 'warning' },
  { what: 'Opened', where: 'Archive', state: 'information' },
]

const happenings: readonly Happening[] = message.map((happening, i) => ({
  ...happening,
  id: `happening-${i}`,
  seconds: 3 + i * i * 700,
}))

const columns: readonly LogColumn<Happening>[] = [
  { title: 'Time', width: '7.5rem', card: 'time', render: ({ seconds }) => <When at={ago(seconds)} /> },
  { title: 'How severe', width: '8rem', card: 'state', render: ({ state }) => <StatusWord state={state} /> },
  { title: 'What happened', width: 'minmax(10rem, 2fr)', card: 'title', render: ({ what }) => what },
  { title: 'Where', width: 'minmax(8rem, 2fr)', card: 'detail', render: ({ where }) => where },
]

const halves = {
  of: ({ seconds }: Happening) => (seconds < 3_600 ? 'recent' : 'old'),
  head: ({ seconds }: Happening) => (seconds < 3_600 ? 'Within the hour' : 'Before'),
}

interface HappeningsProps {
  readonly name: string
  readonly answer: Answer<readonly Happening[]>
  readonly whole?: boolean
  readonly waiting?: number
}

const Happenings = ({ name, answer, whole = false, waiting = 0 }: HappeningsProps) => {
  const query = useInfiniteQuery({
    queryKey: ['gallery', 'log', name],
    initialPageParam: 0,
    queryFn: () => answered(answer),
    getNextPageParam: () => null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data])
  const [left, setLeft] = useState(waiting)
  const label = `Happenings: ${name}`
  return (
    <div className={styles.log}>
      <LogView
        label={label}
        rows={rows}
        query={query}
        failed="The happenings could not be loaded"
        empty={
          <EmptyLog onClear={null} title="Nothing has happened yet">
            Whatever devices report appears here.
          </EmptyLog>
        }
      >
        <LogGrid
          label={label}
          rows={rows}
          query={query}
          columns={columns}
          to={({ id }) => `/log?happening=${id}`}
          opens="page"
          {...(whole ? { groups: halves, wraps: true } : {})}
          noun={['happening', 'happenings']}
          news={{ waiting: left, most: 500, onShow: () => setLeft(0) }}
        />
      </LogView>
    </div>
  )
}

interface FiltersProps {
  readonly name: string
  readonly sought?: string
  readonly period?: PeriodFilter
  readonly severity?: string
}

const Filters = ({ name, sought = '', period = allTime, severity = '' }: FiltersProps) => {
  const [filters, setFilters] = useState({ ...period, sought, severity })
  const change = (changed: Partial<typeof filters>) => setFilters({ ...filters, ...changed })
  const values = [filters.sought, filters.severity, filters.period === 'all' ? '' : filters.period]
  return (
    <FilterBar
      label={`Filters: ${name}`}
      count={values.filter((value) => value !== '').length}
      onClear={() => setFilters({ ...allTime, sought: '', severity: '' })}
      first={<SearchField label="Search" value={filters.sought} onChange={(words) => change({ sought: words })} />}
    >
      <PeriodChoice value={filters} onChange={change} />
      <FilterChoice
        label="Severity"
        value={filters.severity}
        options={[
          ['', 'Any severity'],
          ['warning', 'Warning and above'],
          ['critical', 'Critical'],
        ]}
        onChange={(value) => change({ severity: value })}
      />
    </FilterBar>
  )
}
