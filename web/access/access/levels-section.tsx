// Access levels, and the groups of people that hold them.
import * as access from '@gatehouse/contract/access/access'
import type { Level } from '@gatehouse/contract/access/access'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { later } from '../../ui/feedback/later.tsx'
import { Named } from '../../ui/primitives/named.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { counted } from './access-words.ts'
import { GroupsTable } from './groups-table.tsx'

const LevelSheet = later(async () => (await import('./level-sheet.tsx')).LevelSheet, 'over')
const NewLevel = later(async () => (await import('./level-form.tsx')).NewLevel, 'over')

export const LevelsSection = () => {
  const filters = useUrlFilters()
  const isGroups = filters.get('view') === 'groups'
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isGroups ? 'groups' : 'levels'}
        aria-label="Levels or groups"
        // Their own colour is too faint to be read on the page's ground.
        className="[&>button]:text-text"
        onChange={(_, view: string | null) => {
          if (view !== null) filters.set({ view: view === 'groups' ? 'groups' : '', q: '' })
        }}
      >
        <ToggleButton value="levels">Access levels</ToggleButton>
        <ToggleButton value="groups">Access groups</ToggleButton>
      </ToggleButtonGroup>
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
      pages={usePages('access-levels', access.levels, (page) => ({ ...page, ...(q ? { q } : {}) }))}
      rows={({ levels }) => levels}
      columns={columns}
      card={card}
      failed="The access levels could not be loaded"
      search={{ label: 'Search levels', none: (sought) => `No level is called “${sought}”`, all: 'Show all levels' }}
      sheet="level"
      add="Add level"
      first={{
        title: 'No access levels yet',
        says: 'A level says which doors open, and when. Give it to people, and their cards open those doors.',
        add: 'Add the first level',
      }}
    >
      {({ id, closed }) =>
        id === 'new' ? <NewLevel closed={closed} /> : <LevelSheet key={id} levelId={id} closed={closed} />
      }
    </ListSection>
  )
}

const whenText = ({ schedule }: Level) => schedule?.name ?? 'Always'

const columns: readonly Column<Level>[] = [
  {
    field: 'name',
    title: 'Level',
    flex: 2,
    minWidth: 240,
    render: ({ name, description }) => <Named name={name}>{description}</Named>,
  },
  { field: 'schedule', title: 'When', minWidth: 160, render: whenText },
  { field: 'opens', title: 'Doors', minWidth: 100, render: ({ opens }) => opens },
  { field: 'holders', title: 'People', minWidth: 100, render: ({ holders }) => holders },
]

const card = (level: Level) => (
  <Named name={<strong>{level.name}</strong>}>
    {counted(level.opens, 'door')}, {counted(level.holders, 'person', 'people')}, {whenText(level).toLowerCase()}
  </Named>
)
