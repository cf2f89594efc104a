// What a person can open: by which ways, since when, and whether at the time asked about.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Output } from '@gatehouse/contract/operation'
import { Can } from '../../kit/can.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { atOf, ChooseTime } from './choose-time.tsx'
import { Asked, ChoosePerson } from './choose.tsx'
import { ResetPassback } from './reset-passback.tsx'
import { VerdictWord, verdictText, Ways } from './verdict.tsx'
import { Named, Note } from '../../ui/primitives/named.tsx'

type Answer = Output<typeof decisions.whatOpens>
type Row = Answer['doors'][number]

export const WhatOpens = () => {
  const filters = useUrlFilters(['ask'])
  const userId = filters.get('person')
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Asked>
        <ChoosePerson value={userId} onChange={(person) => filters.set({ person, q: '' })} />
        <ChooseTime value={filters.get('at')} onChange={(at) => filters.set({ at })} />
      </Asked>
      {userId === '' ? (
        <Empty title="Choose a person">
          <p>Then every door that they can open is listed, by which access level, and since when.</p>
        </Empty>
      ) : (
        <Doors key={userId} userId={userId} at={filters.get('at')} />
      )}
    </div>
  )
}

interface DoorsProps {
  readonly userId: string
  /** ISO; empty: now. */
  readonly at: string
}

/** For the person’s own page as well. */
export const Doors = ({ userId, at }: DoorsProps) => {
  const filters = useUrlFilters(['ask'])
  const q = filters.get('q')
  const pages = usePages(decisions.whatOpens, (page) => ({
    ...page,
    userId,
    ...(q ? { q } : {}),
    ...atOf(at),
  }))
  const answer = pages.first
  return (
    <>
      {answer && answer.hindrances.length > 0 && (
        <ul
          className="grid gap-1 rounded border-s-3 border-s-warning bg-sunken px-4 py-3"
          aria-label="What holds at every door"
        >
          {answer.hindrances.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Asked>
        <SearchField label="Search doors" value={q} onChange={(sought) => filters.set({ q: sought })} />
        {answer && (
          <Can op={decisions.resetPassback}>
            <ResetPassback person={answer.person} />
          </Can>
        )}
      </Asked>
      <DataTable
        name="what-opens"
        label="Doors that this person can open"
        noun={['door', 'doors']}
        pages={pages}
        rows={({ doors }) => doors}
        rowId={({ door }) => door.id}
        rowName={({ door }) => door.name}
        columns={columns}
        card={card}
        csv="what-opens"
        to={({ door }) => `/doors/${door.id}`}
        failed="What this person can open could not be loaded"
        empty={
          <Empty title={q === '' ? 'This person can open no door' : `No door called “${q}” opens for them`}>
            <p>None of their access levels has a door that you see.</p>
          </Empty>
        }
      />
    </>
  )
}

const placeOf = ({ door: { site, zone } }: Row) => [site, zone].filter(Boolean).join(' · ')

const columns: readonly Column<Row>[] = [
  {
    field: 'door',
    title: 'Door',
    minWidth: 200,
    render: (row) => <Named name={row.door.name}>{placeOf(row)}</Named>,
    text: ({ door }) => door.name,
  },
  {
    field: 'ways',
    title: 'By',
    flex: 2,
    minWidth: 280,
    render: ({ ways }) => <Ways ways={ways} />,
    text: ({ ways }) =>
      ways.map(({ level, schedule }) => `${level.name}, ${schedule?.name ?? 'at any time'}`).join('; '),
  },
  {
    field: 'verdict',
    title: 'At this time',
    minWidth: 210,
    render: ({ verdict }) => <VerdictWord verdict={verdict} />,
    text: verdictText,
  },
]

const card = (row: Row) => (
  <span>
    <strong>{row.door.name}</strong>
    <Note>{placeOf(row)}</Note>
    <Ways ways={row.ways} />
    <VerdictWord verdict={row.verdict} />
  </span>
)
