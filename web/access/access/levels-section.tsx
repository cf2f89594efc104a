// Access levels, and the groups of people that hold them.
import * as access from '@gatehouse/contract/access/access'
import type { Level } from '@gatehouse/contract/access/access'
import { counted } from '../../kit/counted.ts'
import { later } from '../../ui/feedback/later.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { GroupsTable } from './groups-table.tsx'

const LevelSheet = later(async () => (await import('./level-sheet.tsx')).LevelSheet, 'over')
const LevelForm = later(async () => (await import('./level-form.tsx')).LevelForm, 'over')

export const LevelsSection = () => {
  const filters = useUrlFilters()
  const isGroups = filters.get('view') === 'groups'
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <ToggleChoice
        label="Levels or groups"
        // Their own colour is too faint to be read on the page's ground.
        className="[&>button]:text-text"
        value={isGroups ? 'groups' : 'levels'}
        options={[
          ['levels', 'Access levels'],
          ['groups', 'Access groups'],
        ]}
        onChange={(view) => filters.set({ view: view === 'groups' ? view : '', q: '' })}
      />
      {isGroups ? <GroupsTable /> : <LevelsTable />}
    </div>
  )
}

const LevelsTable = () => {
  const q = useUrlFilters().get('q')
  return (
    <ListSection
      name="access-levels"
      label="Access levels"
      noun={['level', 'levels']}
      pages={usePages(access.levels, (page) => ({ ...page, ...(q ? { q } : {}) }), columns)}
      rows={({ levels }) => levels}
      columns={columns}
      card={card}
      failed="The access levels could not be loaded"
      search={{ label: 'Search levels', none: (sought) => `No level is called “${sought}”`, all: 'Show all levels' }}
      views="/door-management/access-levels"
      sheet="level"
      add="Add level"
      first={{
        title: 'No access levels yet',
        says: 'A level says which doors open, and when. Give it to people, and their cards open those doors.',
        add: 'Add the first level',
      }}
    >
      {({ id, closed }) =>
        id === 'new' ? <LevelForm level={null} closed={closed} /> : <LevelSheet key={id} levelId={id} closed={closed} />
      }
    </ListSection>
  )
}

const whenText = ({ schedule }: Level) => schedule?.name ?? 'Always'

const columns: readonly Column<Level, typeof access.levels>[] = [
  {
    field: 'name',
    title: 'Level',
    sort: 'name',
    usual: true,
    flex: 2,
    minWidth: 240,
    render: ({ name, description }) => <Named name={name}>{description}</Named>,
  },
  { field: 'schedule', title: 'When', sort: 'schedule', minWidth: 160, render: whenText },
  { field: 'opens', title: 'Doors', sort: 'opens', descending: 'most', minWidth: 100, render: ({ opens }) => opens },
  {
    field: 'holders',
    title: 'People',
    sort: 'holders',
    descending: 'most',
    minWidth: 100,
    render: ({ holders }) => holders,
  },
]

const card = (level: Level) => (
  <Named name={<strong>{level.name}</strong>}>
    {counted(level.opens, 'door')}, {counted(level.holders, 'person', 'people')}, {whenText(level).toLowerCase()}
  </Named>
)
