// The set points of a profile for the whole company, or for places of their own.
import type { SetPointArea } from '@gatehouse/contract/safety/set-points'
import { profileNames, profiles } from '@gatehouse/contract/safety/gas-profiles'
import { useState } from 'react'
import { useController, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { ChoicesField } from '../../ui/forms/choices-field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { type ChangeFields, fieldsOfArea, type Level, profileChange, profileOf } from './change-fields.ts'
import { ChangeSheet } from './change-sheet.tsx'
import { areaTitle, profileTitle } from './set-point-words.ts'
import type { PlaceChoices } from './use-places.ts'

interface AreaSheetProps {
  /** null: a new one. */
  readonly area: SetPointArea | null
  readonly places: PlaceChoices
  readonly isSecondPersonWanted: boolean
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  readonly closed: To
}

export const AreaSheet = ({ area, places, ...sheet }: AreaSheetProps) => {
  const [before] = useState(() => fieldsOfArea(area))
  const form = useForm<ChangeFields>({ defaultValues: before })
  const { control } = form
  const profile = profileOf(useWatch({ control, name: 'profile' }))
  const isCompany = area !== null && area.id === null
  return (
    <ChangeSheet
      {...sheet}
      title={area ? `Set points: ${areaTitle(area)}` : 'New area'}
      subtitle={
        isCompany
          ? 'They apply wherever no area has set points of the channel.'
          : 'The narrowest place with set points of a channel decides on that channel.'
      }
      form={form}
      draft={`set points of ${area ? (area.id ?? 'company') : 'new'}`}
      what={area ? 'The change of the set points' : 'The new area'}
      changeOf={(fields) => profileChange(isCompany, fields)}
      nameOf={places.nameOf}
      done={area ? 'The set points are changed.' : 'The area has its set points.'}
    >
      <SelectInput
        control={control}
        name="profile"
        label="Profile"
        options={profileNames.map((value) => ({ value, label: profileTitle(value) }))}
        help={`${profiles[profile].use}. ${area ? 'Values that were changed singly become those of the profile.' : ''}`}
      />
      {!isCompany && <Places form={form} places={places} />}
    </ChangeSheet>
  )
}

const levels = [
  ['siteIds', 'Sites'],
  ['zoneIds', 'Zones'],
  ['deviceIds', 'Detectors'],
] as const satisfies readonly (readonly [Level, string])[]

const Places = ({ form, places }: { readonly form: UseFormReturn<ChangeFields> } & Pick<AreaSheetProps, 'places'>) => {
  const { control } = form
  const { field } = useController({ control, name: 'level' })
  const level = field.value
  const title = levels.find(([one]) => one === level)?.[1] ?? ''
  return (
    <div className="grid gap-3">
      <ToggleChoice label="Kind of places" size="medium" value={level} options={levels} onChange={field.onChange} />
      <ChoicesField
        key={level}
        control={control}
        name={level}
        legend={title}
        choices={places[level]}
        empty={`There are no ${title.toLowerCase()} that you may see.`}
        note="A place is in one area: it leaves the one that it is in now."
        rule={(chosen) => (chosen.length === 0 ? 'Choose one at least' : null)}
      />
    </div>
  )
}
