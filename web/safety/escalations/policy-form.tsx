// An escalation policy being added, changed or deleted.
import * as escalations from '@gatehouse/contract/safety/escalations'
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call, isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { ChangedMeanwhile } from '../../ui/sheets/changed-meanwhile.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { DurationInput } from './duration-input.tsx'
import { defaultText } from './escalation-words.ts'
import { DeletePolicy } from './delete-policy.tsx'
import { fieldsOf, inputOf, type PolicyFields } from './policy-fields.ts'
import { PolicySteps } from './policy-steps.tsx'
import { StepsEditor } from './steps-editor.tsx'
import { useNames } from './use-names.ts'

interface PolicyFormProps {
  /** null: a new one. */
  readonly policy: EscalationPolicy | null
  readonly closed: To
}

export const PolicyForm = ({ policy, closed }: PolicyFormProps) => {
  const { names, choices } = useNames()
  const cache = useQueryClient()
  const [before] = useState(() => fieldsOf(policy))
  const form = useForm<PolicyFields>({ defaultValues: before })
  const { control } = form
  const version = useWatch({ control, name: 'version' })
  const byDefault = policy && defaultText(policy)
  const save = async (fields: PolicyFields): Promise<void> => {
    if (!policy) {
      await call(escalations.create, inputOf(fields))
      return
    }
    try {
      await call(escalations.update, { ...inputOf(fields), id: policy.id, version: fields.version })
    } catch (error) {
      // What it is by now stands beside what was typed.
      if (isStatus(error, 409)) await cache.invalidateQueries({ queryKey: queryOf(escalations.list, {}).queryKey })
      throw error
    }
  }
  return (
    <FormSheet
      wide
      title={policy ? policy.name : 'Add an escalation policy'}
      subtitle={
        byDefault
          ? `${byDefault} follow it unless their rule names another policy.`
          : 'Alarms follow it if their rule names it.'
      }
      closed={closed}
      form={form}
      draft={`escalation policy ${policy?.id ?? 'new'}`}
      what={policy ? `The changes to ${policy.name}` : 'The new escalation policy'}
      label={policy ? 'Save' : 'Add policy'}
      send={async (fields) => {
        await save(fields)
        return `The escalation policy ${fields.name.trim()} is ${policy ? 'saved' : 'added'}.`
      }}
    >
      {policy && version < policy.version && (
        <ChangedMeanwhile
          what="policy"
          by={policy.changedBy}
          at={policy.changedAt}
          onKeepMine={() => form.setValue('version', policy.version)}
          onLoadTheirs={() => form.reset(fieldsOf(policy))}
        >
          <p className="font-semibold">{policy.name}</p>
          <PolicySteps policy={policy} names={names} />
        </ChangedMeanwhile>
      )}
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the policy a name')} />
      <StepsEditor control={control} choices={choices} />
      <Repeat control={control} />
      {policy && <DeletePolicy policy={policy} closed={closed} />}
    </FormSheet>
  )
}

const Repeat = ({ control }: { readonly control: Control<PolicyFields> }) => {
  const { field } = useController({ control, name: 'repeatSeconds' })
  const repeats = field.value !== ''
  return (
    <div className="grid grid-cols-1 gap-3">
      <CheckField
        label="Begin again after the last step until somebody acknowledges"
        checked={repeats}
        onChange={(on) => field.onChange(on ? '15 min' : '')}
      />
      {repeats && <DurationInput control={control} name="repeatSeconds" label="Again after" leastSeconds={60} />}
    </div>
  )
}
