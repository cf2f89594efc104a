// Who can open a door: by which ways, since when, and whether at the time asked about; visitors with a pass as well.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { Output } from '@gatehouse/contract/operation'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { atOf, ChooseTime } from './choose-time.tsx'
import { Asked, ChooseDoor } from './choose.tsx'
import { ResetPassback } from './reset-passback.tsx'
import { VerdictWord, verdictText, Ways } from './verdict.tsx'
import { Named } from '../../ui/primitives/named.tsx'

type Answer = Output<typeof decisions.whoOpens>
type Row = Answer['people'][number]

export const WhoOpens = () => {
  const filters = useUrlFilters(['ask'])
  const doorId = filters.get('door')
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <Asked>
        <ChooseDoor value={doorId} onChange={(door) => filters.set({ door, q: '' })} />
        <ChooseTime value={filters.get('at')} onChange={(at) => filters.set({ at })} />
        <ResetPassback person={null} />
      </Asked>
      {doorId === '' ? (
        <Empty title="Choose a door">
          <p>Then everybody who can open it is listed, by which access level, and since when.</p>
        </Empty>
      ) : (
        <People key={doorId} doorId={doorId} />
      )}
    </div>
  )
}

const People = ({ doorId }: { readonly doorId: string }) => {
  const filters = useUrlFilters(['ask'])
  const [q, at] = [filters.get('q'), filters.get('at')]
  const pages = usePages(decisions.whoOpens, (page) => ({
    ...page,
    doorId,
    ...(q ? { q } : {}),
    ...atOf(at),
  }))
  return (
    <>
      <SearchField label="Search people" value={q} onChange={(sought) => filters.set({ q: sought })} />
      <DataTable
        name="who-opens"
        label="People who can open this door"
        noun={['person', 'people']}
        pages={pages}
        rows={({ people }) => people}
        rowId={({ person }) => person.id}
        rowName={({ person }) => person.name}
        columns={columns}
        card={card}
        csv="who-opens"
        failed="Who can open this door could not be loaded"
        empty={
          <Empty title={q === '' ? 'Nobody can open this door with a card' : `Nobody called “${q}” can open it`}>
            <p>No access level that somebody holds has this door.</p>
          </Empty>
        }
      />
      {pages.first && pages.first.passes.length > 0 && <Passes passes={pages.first.passes} />}
    </>
  )
}

const Passes = ({ passes }: Pick<Answer, 'passes'>) => {
  const timeZone = useTimeZone()
  return (
    <section className="grid grid-cols-1 content-start gap-2" aria-labelledby="visitors">
      <h2 id="visitors" className="mt-2 text-md">
        Visitors with a pass for it
      </h2>
      <ul>
        {passes.map(({ id, name, from, to, verdict }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-3 gap-y-1 py-2 not-first:border-t not-first:border-t-line"
          >
            <Named name={name}>
              {exactTime(from, timeZone)} to {exactTime(to, timeZone)}
            </Named>
            <VerdictWord verdict={verdict} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const waysText = ({ ways }: Row) =>
  ways
    .map(({ level, group, schedule }) =>
      [level.name, group && `by ${group.name}`, schedule?.name ?? 'at any time'].filter(Boolean).join(', '),
    )
    .join('; ')

const columns: readonly Column<Row>[] = [
  {
    field: 'person',
    title: 'Person',
    minWidth: 200,
    render: ({ person }) => person.name,
    text: ({ person }) => person.name,
  },
  {
    field: 'ways',
    title: 'By',
    flex: 2,
    minWidth: 280,
    render: ({ ways }) => <Ways ways={ways} />,
    text: waysText,
  },
  {
    field: 'shows',
    title: 'With',
    minWidth: 130,
    render: ({ credentials }) => credentials.map(nounOf).join(', ') || 'Nothing yet',
    text: ({ credentials }) => credentials.join(', '),
  },
  {
    field: 'verdict',
    title: 'At this time',
    minWidth: 210,
    render: ({ verdict }) => <VerdictWord verdict={verdict} />,
    text: verdictText,
  },
]

const nouns: Readonly<Record<string, string>> = { card: 'Card', pin: 'PIN', mobile: 'Phone', pass: 'Pass' }
const nounOf = (kind: string) => nouns[kind] ?? kind

const card = (row: Row) => (
  <span>
    <strong>{row.person.name}</strong>
    <Ways ways={row.ways} />
    <VerdictWord verdict={row.verdict} />
  </span>
)
