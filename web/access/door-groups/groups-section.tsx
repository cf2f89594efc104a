// The groups of doors of the company: what schedules, lockdowns and access levels speak of.
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import type { DoorGroup } from '@gatehouse/contract/access/door-groups'
import { counted } from '../../kit/counted.ts'
import { later } from '../../ui/feedback/later.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'

const GroupForm = later(async () => (await import('./group-form.tsx')).GroupForm, 'over')

export const GroupsSection = () => (
  <div className="grid grid-cols-1 gap-4">
    <ListSection
      name="door-groups"
      label="Groups of doors"
      noun={['group', 'groups']}
      pages={{ ...useWhole(doorGroups.list, {}), op: doorGroups.create }}
      rows={({ groups }) => groups}
      passes={speaksOf}
      columns={columns}
      card={groupCard}
      failed="The groups could not be loaded"
      search={{
        label: 'Search groups',
        param: 'search',
        none: (sought) => `No groups match “${sought}”`,
        all: 'Show all',
      }}
      views="/door-management/groups"
      sheet="group"
      add="Add group"
      first={{
        title: 'No groups yet',
        says: 'Put doors that belong together under one name: schedules, lockdowns and access levels speak of it.',
      }}
      gone={{
        name: 'Group',
        title: 'This group is not there',
        says: 'It may have been removed since the link was made, or it is not one that you may see.',
      }}
    >
      {({ id, row, closed }) => <GroupForm key={id} group={row} closed={closed} />}
    </ListSection>
  </div>
)

const speaksOf = ({ name, description, doors }: DoorGroup, search: string) =>
  [name, description, ...doors.map((door) => door.name)].join('\n').toLowerCase().includes(search.toLowerCase())

const mostNamed = 4

/** `3 doors: Front door, Garage, Side door` */
const doorsText = (doors: DoorGroup['doors']): string => {
  if (doors.length === 0) return 'No doors'
  const named = doors.slice(0, mostNamed).map(({ name }) => name)
  const more = doors.length - named.length
  return `${counted(doors.length, 'door')}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

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
