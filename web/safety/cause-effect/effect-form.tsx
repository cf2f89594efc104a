// An effect being added, changed or deleted.
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { call, isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { ChoicesField } from '../../ui/forms/choices-field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { givenNameRule, wholeBetween } from '../../ui/forms/text-rules.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { ChangedMeanwhile } from '../../ui/sheets/changed-meanwhile.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { causesFault, type EffectFields, effectFieldsOf, effectOf, placesFault } from './effect-fields.ts'
import { EffectText } from './effect-text.tsx'
import type { EffectChoices } from './use-effect-choices.ts'

interface EffectFormProps {
  /** null: a new one. */
  readonly effect: Effect | null
  readonly choices: EffectChoices
  readonly closed: To
}

const severityOptions = [
  { value: '', label: 'Of the chosen rules only' },
  { value: 'low', label: 'Low and above: every alarm' },
  { value: 'medium', label: 'Medium and above' },
  { value: 'high', label: 'High and above' },
  { value: 'critical', label: 'Critical' },
] as const

export const EffectForm = ({ effect, choices, closed }: EffectFormProps) => {
  const cache = useQueryClient()
  const [before] = useState(() => effectFieldsOf(effect))
  const form = useForm<EffectFields>({ defaultValues: before })
  const { control } = form
  const [everywhere, version, fromSeverity] = useWatch({ control, name: ['everywhere', 'version', 'fromSeverity'] })
  const save = async (fields: EffectFields): Promise<void> => {
    if (!effect) return void (await call(causeEffect.create, effectOf(fields)))
    try {
      await call(causeEffect.update, { ...effectOf(fields), id: effect.id, version: fields.version })
    } catch (error) {
      // What it is by now stands beside what was typed.
      if (isStatus(error, 409)) await cache.invalidateQueries({ queryKey: queryOf(causeEffect.list, {}).queryKey })
      throw error
    }
  }
  return (
    <FormSheet
      wide
      title={effect ? effect.name : 'Add an effect'}
      subtitle="Its actuators are on while one of its alarms is present."
      closed={closed}
      form={form}
      draft={`effect ${effect?.id ?? 'new'}`}
      what={effect ? `The changes to ${effect.name}` : 'The new effect'}
      label={effect ? 'Save' : 'Add effect'}
      send={async (fields) => {
        await save(fields)
        return `The effect ${fields.name.trim()} is ${effect ? 'saved' : 'added'}.`
      }}
    >
      {effect && version < effect.version && (
        <ChangedMeanwhile
          what="effect"
          by={effect.changedBy}
          at={effect.changedAt}
          onKeepMine={() => form.setValue('version', effect.version)}
          onLoadTheirs={() => form.reset(effectFieldsOf(effect))}
        >
          <EffectText effect={effect} nameOf={choices.nameOf} />
        </ChangedMeanwhile>
      )}
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the effect a name')} />
      <CheckInput control={control} name="enabled" label="Enabled" />
      <ChoicesField
        control={control}
        name="actuatorIds"
        legend="Actuators"
        choices={choices.actuators}
        empty="There is no actuator that you may see."
        note={
          effect && effect.hiddenActuators > 0
            ? `${effect.hiddenActuators} more that you may not see stay as they are.`
            : ''
        }
        rule={(chosen) =>
          chosen.length === 0 && (effect?.hiddenActuators ?? 0) === 0 ? 'Choose an actuator at least' : null
        }
      />
      <ChoicesField
        control={control}
        name="ruleIds"
        legend="Alarms of these rules"
        choices={choices.rules}
        empty="There is no alarm rule."
        rule={(ruleIds) => causesFault({ ruleIds, fromSeverity })}
      />
      <SelectInput
        control={control}
        name="fromSeverity"
        label="And all alarms of a severity"
        options={severityOptions}
      />
      <CheckInput control={control} name="everywhere" label="Alarms of the whole company" />
      {!everywhere && (
        <>
          <ChoicesField
            control={control}
            name="siteIds"
            legend="At these sites"
            choices={choices.sites}
            empty="There is no site that you may see."
            rule={(siteIds) => placesFault({ everywhere, siteIds, zoneIds: form.getValues('zoneIds') })}
          />
          <ChoicesField
            control={control}
            name="zoneIds"
            legend="In these zones"
            choices={choices.zones}
            empty="There is no zone that you may see."
          />
        </>
      )}
      <TextInput
        control={control}
        name="delaySeconds"
        label="After, in seconds"
        help="How long an alarm has to be present first. 0: at once."
        rule={wholeBetween(0, 3600, 'seconds')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextInput
        control={control}
        name="runOnSeconds"
        label="Runs on, in seconds"
        help="How long they stay on when the last alarm is over. 0: no longer."
        rule={wholeBetween(0, 14_400, 'seconds')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {effect && <DeleteEffect effect={effect} closed={closed} />}
    </FormSheet>
  )
}

const DeleteEffect = ({ effect, closed }: { readonly effect: Effect; readonly closed: To }) => {
  const close = useCloseSheet(closed)
  return (
    <Can op={causeEffect.remove}>
      <ConfirmButton
        className="justify-self-start"
        label="Delete the effect"
        title={`Delete ${effect.name}?`}
        action="Delete"
        busy="Deleting…"
        run={() => call(causeEffect.remove, { id: effect.id })}
        done={`The effect ${effect.name} is deleted.`}
        then={close}
      >
        <p>Actuators that nothing else wants on are switched off.</p>
      </ConfirmButton>
    </Can>
  )
}
