// The groups of doors of the company: what schedules, lockdowns and access levels speak of.
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import type { DoorGroup } from '@gatehouse/contract/access/door-groups'
import Button from '@mui/material/Button'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { doorsText } from './group-words.ts'

const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')

export const GroupsSection = () => {
  const filters = useUrlFilters()
  const search = filters.get('search')
  const pages = useWhole(doorGroups.list, {})
  const edited = useSheetAddress('group')
  const all = pages.query.data?.groups
  const add = <AddLink to={edited.to('new')}>Add group</AddLink>
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-[minmax(0,24rem)_auto] items-center justify-between gap-3 below-sm:grid-cols-1">
        <SearchField label="Search groups" value={search} onChange={(value) => filters.set({ search: value })} />
        {add}
      </div>
      <DataTable
        name="door-groups"
        label="Groups of doors"
        pages={{ ...pages, op: doorGroups.create }}
        rows={({ groups }) => groups.filter((group) => speaksOf(group, search))}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={groupCard}
        to={({ id }) => edited.to(id)}
        failed="The groups could not be loaded"
        empty={
          search === '' ? (
            <Empty title="No groups yet">
              <p>Put doors that belong together under one name: schedules, lockdowns and access levels speak of it.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No group speaks of “${search}”`}>
              <Button variant="outlined" onClick={() => filters.set({ search: '' })}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {all && edited.id !== null && (
        <GroupForm
          key={edited.id}
          group={all.find(({ id }) => id === edited.id) ?? null}
          isNew={edited.id === 'new'}
          closed={edited.closed}
        />
      )}
    </div>
  )
}

const speaksOf = ({ name, description, doors }: DoorGroup, search: string) =>
  [name, description, ...doors.map((door) => door.name)].join('\n').toLowerCase().includes(search.toLowerCase())

const columns: readonly Column<DoorGroup>[] = [
  { field: 'name', title: 'Group', minWidth: 180, render: ({ name }) => name },
  { field: 'doors', title: 'Doors', flex: 2, minWidth: 220, render: ({ doors }) => doorsText(doors) },
  {
    field: 'description',
    title: 'Description',
    flex: 2,
    minWidth: 180,
    render: ({ description }) => description || '–',
  },
]

const groupCard = ({ name, description, doors }: DoorGroup) => (
  <>
    <span>{name}</span>
    <span className="text-sm text-muted">{doorsText(doors)}</span>
    {description && <span className="text-sm text-muted">{description}</span>}
  </>
)
