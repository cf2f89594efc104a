// Lockdowns as they are prepared: which doors, who may begin and end them, and whom the doors let through.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Scenario } from '@gatehouse/contract/access/lockdowns'
import { useMissing } from '../../kit/can.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'
import { ListSection } from '../../ui/tables/list-section.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { NoPermission } from '../../ui/feedback/states.tsx'
import { EgressNote } from './egress-note.tsx'
import { doorsText, rolesText } from './lockdown-words.ts'

const ScenarioForm = later(async () => (await import('./scenario-form.tsx')).ScenarioForm, 'over')

export const ScenariosSection = () => {
  const pages = useWhole(lockdowns.scenarios, {})
  const missing = useMissing(lockdowns.createScenario)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <ListSection
        name="scenarios"
        label="Lockdown scenarios"
        noun={['scenario', 'scenarios']}
        pages={pages}
        rows={({ scenarios }) => scenarios}
        columns={columns}
        card={scenarioCard}
        failed="The scenarios could not be loaded"
        beside={<EgressNote />}
        sheet="edit"
        add="New lockdown scenario"
        first={{
          title: 'No lockdown is prepared',
          says: 'Choose doors and who may lock them all at once; those on duty find it under Doors, Lockdowns.',
        }}
        gone={{
          name: 'Lockdown scenario',
          title: 'This scenario is not there',
          says: 'It may have been removed since.',
        }}
      >
        {({ id, row, closed }) => <ScenarioForm key={id} scenario={row} closed={closed} />}
      </ListSection>
    </div>
  )
}

const whoever = 'Whoever has the permission'

/** `Everything`, or what it holds by name. */
const whatText = ({ everywhere, sites, floors, groups, doors, hidden }: Scenario): string =>
  everywhere
    ? 'Every door'
    : [
        ...[...sites, ...floors, ...groups, ...doors].map(({ name }) => name),
        ...(hidden.parts > 0 ? [`${hidden.parts} that labels hide from you`] : []),
      ].join(', ')

const columns: readonly Column<Scenario>[] = [
  { field: 'name', title: 'Scenario', minWidth: 160, render: ({ name }) => name },
  { field: 'what', title: 'Locks', flex: 2, minWidth: 180, render: whatText },
  { field: 'doors', title: 'Doors', minWidth: 90, render: ({ doorCount }) => doorsText(doorCount) },
  {
    field: 'trigger',
    title: 'Who can start',
    minWidth: 140,
    render: ({ triggerRoles }) => rolesText(triggerRoles) || whoever,
  },
  {
    field: 'release',
    title: 'Who can release',
    minWidth: 140,
    render: ({ releaseRoles }) => rolesText(releaseRoles) || whoever,
  },
  { field: 'pass', title: 'Exempt roles', minWidth: 120, render: ({ passRoles }) => rolesText(passRoles) || 'Nobody' },
]

const scenarioCard = (scenario: Scenario) => (
  <>
    <span>{scenario.name}</span>
    <span>
      {whatText(scenario)} · {doorsText(scenario.doorCount)}
    </span>
    <span className="text-sm text-muted">Exempt roles: {rolesText(scenario.passRoles) || 'nobody'}</span>
  </>
)
