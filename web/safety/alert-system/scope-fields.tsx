// Where an alarm rule applies: everywhere, or where all that is chosen fits.
import { type Control, useWatch } from 'react-hook-form'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { ChoicesField } from '../../ui/forms/choices-field.tsx'
import { looksAtPlaces, type RuleFields, scopeOf } from './rule-fields.ts'
import { scopeText } from './rule-words.ts'
import type { RuleChoices } from './use-rule-choices.ts'

interface ScopeFieldsProps {
  readonly control: Control<RuleFields>
  readonly choices: RuleChoices
}

export const ScopeFieldset = ({ control, choices }: ScopeFieldsProps) => {
  const [everywhere, scope, condition] = useWatch({ control, name: ['everywhere', 'scope', 'condition'] })
  const isOfPlaces = looksAtPlaces(condition)
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-1 gap-4 border-0 p-0 [&>legend]:px-0 [&>legend]:pt-0 [&>legend]:pb-2 [&>legend]:font-semibold">
      <legend>Scope</legend>
      <CheckInput
        control={control}
        name="everywhere"
        label={
          isOfPlaces
            ? 'Each site of the company, also sites added later'
            : 'Everywhere in the company, also devices added later'
        }
      />
      {!everywhere && (
        <>
          <p className="text-sm text-muted">
            {isOfPlaces
              ? 'People are counted in each zone that is chosen, or, without zones, at each site that is, by itself.'
              : 'Of each list any that is chosen; where several lists are used, a device has to fit all of them.'}{' '}
            Scope now: {scopeText(scopeOf({ everywhere, scope }, condition), choices.nameOf)}.
          </p>
          {!isOfPlaces && (
            <ChoicesField
              control={control}
              name="scope.kinds"
              legend="Kinds of devices"
              choices={choices.kinds}
              empty="There is no kind of device."
            />
          )}
          <ChoicesField
            control={control}
            name="scope.siteIds"
            legend="Sites"
            choices={choices.sites}
            empty="There is no site that you may see."
          />
          <ChoicesField
            control={control}
            name="scope.zoneIds"
            legend="Zones"
            choices={choices.zones}
            empty="There is no zone that you may see."
          />
          {!isOfPlaces && (
            <>
              <ChoicesField
                control={control}
                name="scope.labelIds"
                legend="Labels"
                choices={choices.labels}
                empty="There is no label that you may see."
              />
              <ChoicesField
                control={control}
                name="scope.deviceIds"
                legend="Single devices"
                choices={choices.devices}
                empty="There is no device that you may see."
              />
            </>
          )}
        </>
      )}
    </fieldset>
  )
}
