// A lockdown being prepared or changed.
import * as devices from '@gatehouse/contract/building/devices'
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Scenario } from '@gatehouse/contract/access/lockdowns'
import * as roles from '@gatehouse/contract/identity/roles'
import * as sites from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type To, useNavigate } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { awaitedOf } from '../../ui/forms/required-queries.ts'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { nameRule } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { EgressNote } from './egress-note.tsx'

interface ScenarioFormProps {
  /** null: a new one. */
  readonly scenario: Scenario | null
  readonly closed: To
}

export const ScenarioForm = ({ scenario, closed }: ScenarioFormProps) => {
  const { choices, awaited } = useChoices()
  if (!awaited) return <ScenarioFields scenario={scenario} choices={choices} closed={closed} />
  return (
    <AnswerSheet
      wide
      op={lockdowns.createScenario}
      query={awaited}
      title={titleOf(scenario)}
      rows={12}
      failed="What there is to choose could not be loaded"
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}

const titleOf = (scenario: Scenario | null) => (scenario ? `Edit ${scenario.name}` : 'New lockdown scenario')

type Fields = ReturnType<typeof fieldsOf>
type Chosen = Exclude<keyof Fields, 'name' | 'description' | 'everywhere'>

interface ScenarioFieldsProps extends ScenarioFormProps {
  readonly choices: ReturnType<typeof useChoices>['choices']
}

const ScenarioFields = ({ scenario, choices, closed }: ScenarioFieldsProps) => {
  const navigate = useNavigate()
  const [before] = useState(() => fieldsOf(scenario))
  const form = useForm<Fields>({ defaultValues: before })
  const all = useWatch({ control: form.control })
  const chosen = (field: Chosen) => ({
    chosen: new Set(all[field]),
    onChange: (next: ReadonlySet<string>) => form.setValue(field, [...next].sort(), { shouldDirty: true }),
  })
  return (
    <FormSheet
      wide
      title={titleOf(scenario)}
      subtitle="Whom it leaves it to find it under Doors, Lockdowns, whatever labels hide of its doors: those are counted and not named."
      closed={closed}
      form={form}
      draft={`scenario ${scenario ? before.name : 'new'}`}
      what={scenario ? `The changes to ${scenario.name}` : 'The new lockdown scenario'}
      label={scenario ? 'Save' : 'Add scenario'}
      send={async (fields) => {
        await (scenario
          ? call(lockdowns.updateScenario, { ...fields, scenarioId: scenario.id })
          : call(lockdowns.createScenario, fields))
        return `The scenario ${fields.name.trim()} is ${scenario ? 'saved' : 'added'}.`
      }}
    >
      <EgressNote />
      <TextInput control={form.control} name="name" label="Name" required rule={nameRule()} />
      <TextInput
        control={form.control}
        name="description"
        label="Description"
        multiline
        minRows={2}
        help="When it is for, in a sentence."
      />
      <CheckInput
        control={form.control}
        name="everywhere"
        label="Every door of the company, also those that are added later"
      />
      {all.everywhere !== true && (
        <>
          <ChoiceList legend="Sites" empty="There is no site." choices={choices.sites} {...chosen('siteIds')} />
          <ChoiceList legend="Floors" empty="There is no floor." choices={choices.floors} {...chosen('floorIds')} />
          <ChoiceList
            legend="Groups of doors"
            empty="There is no group of doors yet."
            choices={choices.groups}
            {...chosen('groupIds')}
          />
          <ChoiceList legend="Single doors" empty="There is no door." choices={choices.doors} {...chosen('doorIds')} />
          {scenario && scenario.hidden.parts > 0 && (
            <p className="text-sm text-muted">
              It also holds {counted(scenario.hidden.parts, 'place or door', 'places or doors')} that labels hide from
              you. They stay in it.
            </p>
          )}
        </>
      )}
      <RoleChoice
        legend="Who may begin it"
        says="Besides having “Start a lockdown”. Nobody chosen: whoever has it."
        choices={choices.roles}
        {...chosen('triggerRoleIds')}
      />
      <RoleChoice
        legend="Who may end it"
        says="Besides having “End a lockdown”. Nobody chosen: whoever has it."
        choices={choices.roles}
        {...chosen('releaseRoleIds')}
      />
      <RoleChoice
        legend="Who may pass"
        says="The doors let these in by their cards while they are locked down, where they may go anyway."
        choices={choices.roles}
        {...chosen('passRoleIds')}
      />
      {scenario && (
        <ConfirmButton
          className="justify-self-start"
          label="Remove this scenario"
          title={`Remove ${scenario.name}?`}
          action="Remove"
          run={() => call(lockdowns.removeScenario, { scenarioId: scenario.id })}
          done={`The scenario ${scenario.name} is removed.`}
          then={() => void navigate(closed, { replace: true })}
        >
          <p>Nobody can begin it any more. Lockdowns that were begun by it stay on the list of earlier ones.</p>
        </ConfirmButton>
      )}
    </FormSheet>
  )
}

const RoleChoice = ({
  says: text,
  ...list
}: { readonly says: string } & Omit<Parameters<typeof ChoiceList>[0], 'empty'>) => (
  <div className="grid gap-1">
    <ChoiceList {...list} empty="There is no role that you may see." />
    <p className="text-sm text-muted">{text}</p>
  </div>
)

const useChoices = () => {
  const asked = {
    sites: useQuery(queryOf(sites.list, {})),
    groups: useQuery(queryOf(doorGroups.list, {})),
    doors: useQuery(queryOf(devices.list, { kind: 'door' })),
    roles: useQuery(queryOf(roles.list, {})),
  }
  const places = asked.sites.data?.sites ?? []
  const groups = asked.groups.data?.groups ?? []
  const doors = asked.doors.data?.devices ?? []
  const known = asked.roles.data?.roles ?? []
  const choices = {
    sites: places.map(({ id, name }) => ({ id, name })),
    floors: places.flatMap((site) => site.floors.map(({ id, name }) => ({ id, name, note: site.name }))),
    groups: groups.map((group) => ({
      id: group.id,
      name: group.name,
      note: group.doors.map(({ name }) => name).join(', '),
    })),
    doors: doors.map(({ id, name, site, zone }) => ({ id, name, note: zone ?? site })),
    roles: known.map(({ _id: id, name }) => ({ id, name })),
  }
  return { choices, awaited: awaitedOf(Object.values(asked)) }
}

const fieldsOf = (scenario: Scenario | null) => ({
  name: scenario?.name ?? '',
  description: scenario?.description ?? '',
  everywhere: scenario?.everywhere ?? false,
  siteIds: idsOf(scenario?.sites),
  floorIds: idsOf(scenario?.floors),
  groupIds: idsOf(scenario?.groups),
  doorIds: idsOf(scenario?.doors),
  triggerRoleIds: roleIds(scenario?.triggerRoles),
  releaseRoleIds: roleIds(scenario?.releaseRoles),
  passRoleIds: roleIds(scenario?.passRoles),
})

// In one order: what is chosen again is as it was.
const idsOf = (all: readonly { readonly id: string }[] = []): string[] => all.map(({ id }) => id).sort()
const roleIds = (all: readonly { readonly _id: string }[] = []): string[] => all.map(({ _id: id }) => id).sort()
