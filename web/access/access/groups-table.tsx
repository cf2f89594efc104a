// Groups of people: whoever is in one opens what its levels open.
import * as access from '@gatehouse/contract/access/access'
import type { Group } from '@gatehouse/contract/access/access'
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { counted } from './access-words.ts'
import styles from './access.module.css'

const GroupSheet = later(async () => (await import('./group-sheet.tsx')).GroupSheet, 'over')
const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')

export const GroupsTable = () => {
  const filters = useUrlFilters(['view'])
  const q = filters.get('q')
  const pages = usePages('access-groups', access.groups, (page) => ({ ...page, ...(q ? { q } : {}) }))
  const sheet = useSheetAddress('group')
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search groups" value={q} onChange={(sought) => filters.set({ q: sought })} />
        <AddLink to={sheet.to('new')}>Add group</AddLink>
      </div>
      <DataTable
        name="access-groups"
        label="Access groups"
        pages={pages}
        rows={({ groups }) => groups}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        failed="The groups could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No groups of people yet">
              <p>Put those together who open the same doors: a department, a shift, a contractor.</p>
              <Button variant="outlined" component={Link} to={sheet.to('new')} state={opensSheet}>
                Add the first group
              </Button>
            </Empty>
          ) : (
            <Empty title={`No group is called “${q}”`}>
              <Button variant="outlined" onClick={filters.clear}>
                Show all groups
              </Button>
            </Empty>
          )
        }
      />
      {sheet.id === 'new' ? (
        <GroupForm group={null} closed={sheet.closed} />
      ) : sheet.id !== null ? (
        <GroupSheet key={sheet.id} groupId={sheet.id} closed={sheet.closed} />
      ) : null}
    </>
  )
}

const levelsText = ({ levels }: Group) => levels.map(({ name }) => name).join(', ') || 'None'

const columns: readonly Column<Group>[] = [
  {
    field: 'name',
    title: 'Group',
    flex: 2,
    minWidth: 220,
    render: ({ name, description }) => (
      <span>
        {name}
        {description && <span className="block text-sm font-normal text-muted">{description}</span>}
      </span>
    ),
  },
  { field: 'people', title: 'People', minWidth: 100, render: ({ people }) => people },
  { field: 'levels', title: 'Levels', flex: 2, minWidth: 200, render: levelsText },
]

const card = (group: Group) => (
  <span>
    <strong>{group.name}</strong>
    <span className="block text-sm font-normal text-muted">
      {counted(group.people, 'person', 'people')}; levels: {levelsText(group).toLowerCase()}
    </span>
  </span>
)
