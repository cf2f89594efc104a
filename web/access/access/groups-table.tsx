// Groups of people: whoever is in one opens what its levels open.
import * as access from '@gatehouse/contract/access/access'
import type { Group } from '@gatehouse/contract/access/access'
import { counted } from '../../kit/counted.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'

const GroupSheet = later(async () => (await import('./group-sheet.tsx')).GroupSheet, 'over')
const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')

export const GroupsTable = () => {
  const q = useUrlFilters().get('q')
  return (
    <ListSection
      name="access-groups"
      label="Access groups"
      noun={['group', 'groups']}
      pages={usePages(access.groups, (page) => ({ ...page, ...(q ? { q } : {}) }), columns)}
      rows={({ groups }) => groups}
      columns={columns}
      card={card}
      failed="The groups could not be loaded"
      search={{ label: 'Search groups', none: (sought) => `No group is called “${sought}”`, all: 'Show all groups' }}
      views="/door-management/access-levels"
      sheet="group"
      add="Add group"
      first={{
        title: 'No groups of people yet',
        says: 'Put those together who open the same doors: a department, a shift, a contractor.',
        add: 'Add the first group',
      }}
    >
      {({ id, closed }) =>
        id === 'new' ? <GroupForm group={null} closed={closed} /> : <GroupSheet key={id} groupId={id} closed={closed} />
      }
    </ListSection>
  )
}

const levelsText = ({ levels }: Group) => levels.map(({ name }) => name).join(', ') || 'None'

const columns: readonly Column<Group, typeof access.groups>[] = [
  {
    field: 'name',
    title: 'Group',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 220,
    render: ({ name, description }) => <Named name={name}>{description}</Named>,
  },
  {
    field: 'people',
    title: 'People',
    sort: 'people',
    descending: 'most',
    minWidth: 100,
    render: ({ people }) => people,
  },
  { field: 'levels', title: 'Levels', flex: 2, minWidth: 200, render: levelsText },
]

const card = (group: Group) => (
  <Named name={<strong>{group.name}</strong>}>
    {counted(group.people, 'person', 'people')}; levels: {levelsText(group).toLowerCase()}
  </Named>
)
