// The doors that decide alone, and which of them hold an old list.
import * as decisions from '@gatehouse/contract/access/decisions'
import type { List } from '@gatehouse/contract/access/decisions'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

type Row = Output<typeof decisions.lists>['lists'][number]

export const DoorLists = () => {
  const pages = useWhole(decisions.lists, {})
  const { first, query } = pages
  const old = first?.lists.filter(({ list }) => !list.current).length ?? 0
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {first && first.lists.length > 0 && (
          <span>
            {old === 0 ? 'Every door holds the newest list.' : `${old} of ${first.lists.length} hold an old list.`}
          </span>
        )}
        <Button onClick={() => void query.refetch()} aria-disabled={query.isFetching}>
          {query.isFetching ? 'Asking…' : 'Refresh'}
        </Button>
      </div>
      <DataTable
        name="door-lists"
        label="Doors that decide alone"
        noun={['door', 'doors']}
        pages={pages}
        rows={({ lists }) => lists}
        rowId={({ doorId }) => doorId}
        rowName={({ door }) => door}
        columns={columns}
        card={card}
        to={({ doorId }) => `/doors/${doorId}`}
        failed="The lists of doors could not be loaded"
        empty={
          <Empty title="Every door asks the server">
            <p>A door that decides alone is given a list of who may open it, and opens without a network too.</p>
          </Empty>
        }
      />
    </div>
  )
}

export const ListWord = ({ list, online }: { readonly list: List; readonly online: boolean | null }) => {
  if (list.current) return <StatusWord state="normal" word="Newest list" />
  if (list.held === null) return <StatusWord state="unknown" word="Never said it holds one" />
  return <StatusWord state="warning" word={online === false ? 'Old list, offline' : 'Old list'} />
}

const Notified = ({ list }: { readonly list: List }) => (
  <Note>
    {list.heldAt === null ? 'It takes no lists, or has never connected' : 'Said so '}
    {list.heldAt !== null && <When at={list.heldAt} />}
  </Note>
)

const columns: readonly Column<Row>[] = [
  { field: 'door', title: 'Door', minWidth: 200, render: ({ door }) => door },
  {
    field: 'list',
    title: 'Its list',
    flex: 2,
    minWidth: 240,
    render: ({ list, online }) => (
      <span>
        <ListWord list={list} online={online} />
        <Notified list={list} />
      </span>
    ),
  },
  { field: 'entries', title: 'Entries', minWidth: 100, render: ({ list }) => list.entries },
  {
    field: 'sent',
    title: 'Last sent',
    minWidth: 140,
    render: ({ list }) => (list.sentAt === null ? 'Never' : <When at={list.sentAt} />),
  },
]

const card = ({ door, list, online }: Row) => (
  <span>
    <strong>{door}</strong>
    <ListWord list={list} online={online} />
    <Notified list={list} />
  </span>
)
