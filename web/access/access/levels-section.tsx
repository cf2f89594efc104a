// Access levels, and the groups of people that hold them.
import * as access from '@gatehouse/contract/access/access'
import type { Level } from '@gatehouse/contract/access/access'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
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
        className={styles.views ?? ''}
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
  const filters = useUrlFilters(['view'])
  const q = filters.get('q')
  const pages = usePages('access-levels', access.levels, (page) => ({ ...page, ...(q ? { q } : {}) }))
  const sheet = useSheetAddress('level')
  return (
    <>
      <div className={styles.tools}>
        <SearchField label="Search levels" value={q} onChange={(sought) => filters.set({ q: sought })} />
        <AddLink to={sheet.to('new')}>Add level</AddLink>
      </div>
      <DataTable
        name="access-levels"
        label="Access levels"
        pages={pages}
        rows={({ levels }) => levels}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        failed="The access levels could not be loaded"
        empty={
          q === '' ? (
            <Empty title="No access levels yet">
              <p>A level says which doors open, and when. Give it to people, and their cards open those doors.</p>
              <Button variant="outlined" component={Link} to={sheet.to('new')} state={opensSheet}>
                Add the first level
              </Button>
            </Empty>
          ) : (
            <Empty title={`No level is called “${q}”`}>
              <Button variant="outlined" onClick={filters.clear}>
                Show all levels
              </Button>
            </Empty>
          )
        }
      />
      {sheet.id === 'new' ? (
        <NewLevel closed={sheet.closed} />
      ) : sheet.id !== null ? (
        <LevelSheet key={sheet.id} levelId={sheet.id} closed={sheet.closed} />
      ) : null}
    </>
  )
}

const whenText = ({ schedule }: Level) => schedule?.name ?? 'Always'

const columns: readonly Column<Level>[] = [
  {
    field: 'name',
    title: 'Level',
    flex: 2,
    minWidth: 240,
    render: ({ name, description }) => (
      <span>
        {name}
        {description && <span className="block text-sm font-normal text-muted">{description}</span>}
      </span>
    ),
  },
  { field: 'schedule', title: 'When', minWidth: 160, render: whenText },
  { field: 'opens', title: 'Doors', minWidth: 100, render: ({ opens }) => opens },
  { field: 'holders', title: 'People', minWidth: 100, render: ({ holders }) => holders },
]

const card = (level: Level) => (
  <span>
    <strong>{level.name}</strong>
    <span className="block text-sm font-normal text-muted">
      {counted(level.opens, 'door')}, {counted(level.holders, 'person', 'people')}, {whenText(level).toLowerCase()}
    </span>
  </span>
)
