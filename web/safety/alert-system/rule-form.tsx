// An alarm rule being added or changed, with a test against history before it is saved.
import type { Output } from '@gatehouse/contract/operation'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import * as alarms from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type Control, type FieldPath, useController, useForm, useFormState, useWatch } from 'react-hook-form'
import { Link, type To, useLocation } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { counted } from '../../kit/counted.ts'
import { ApiError, call, isStatus } from '../../kit/data/api.ts'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { SwitchLine } from '../../ui/forms/switch-line.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ChangedMeanwhile } from '../../ui/sheets/changed-meanwhile.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseAfter } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import { ChecklistField } from './checklist-field.tsx'
import { ChoicesField } from '../../ui/forms/choices-field.tsx'
import { ConditionFieldset } from './condition-fields.tsx'
import { DeleteRule } from './delete-rule.tsx'
import type { RuleAddress } from './rule-address.ts'
import { atFields } from './rule-faults.ts'
import { conditionFault, copyName, factsOf, fieldsOf, hasScope, type RuleFields } from './rule-fields.ts'
import { RuleSummary } from './rule-summary.tsx'
import { RuleTest } from './rule-test.tsx'
import { RuleVersions } from './rule-versions.tsx'
import { ScopeFieldset } from './scope-fields.tsx'
import { severities, severityWords } from '../../ui/theme/severity.ts'
import { factsOfSetPoint, SetPointRule } from './set-point-rule.tsx'
import type { RuleChoices } from './use-rule-choices.ts'

interface RuleFormProps {
  /** null: a new one. */
  readonly rule: AlarmRule | null
  readonly versions: Output<typeof alarmRules.byId>['versions']
  /** What a new one begins as; null: nothing. */
  readonly copied: AlarmRule | null
  readonly choices: RuleChoices
  readonly toCopy: RuleAddress['toCopy']
  readonly closed: To
  /** Loads the rule again. */
  readonly onChangedMeanwhile: () => Promise<unknown>
}

export const RuleForm = ({ rule, versions, copied, choices, toCopy, closed, onChangedMeanwhile }: RuleFormProps) => {
  const [before] = useState(() => beginning(rule, copied))
  const form = useForm<RuleFields>({ defaultValues: before })
  const { control } = form
  const [version, kind, measure] = useWatch({ control, name: ['version', 'condition.kind', 'condition.measure'] })
  const { isDirty } = useFormState({ control })
  const setPoint = rule?.setPoint ?? null
  const [done, setDone] = useState<'saved' | 'deleted' | null>(null)
  useCloseAfter(done === 'deleted' && !isDirty, closed)

  const send = async (fields: RuleFields): Promise<string> => {
    const facts = rule?.setPoint ? factsOfSetPoint(rule, fields) : factsOf(fields)
    if (!facts) throw new ApiError(0, { code: 'FAULT', message: conditionFault(fields.condition) ?? '' })
    try {
      const { enabled } = rule?.setPoint ? rule : fields
      await (rule
        ? call(alarmRules.update, { ...facts, enabled, id: rule.id, version: fields.version })
        : call(alarmRules.create, { ...facts, enabled }))
    } catch (error) {
      if (isStatus(error, 409)) await onChangedMeanwhile()
      throw atFields(error, fields.condition.kind)
    }
    setDone('saved')
    return `The rule ${fields.name.trim()} is ${rule ? 'saved' : 'added'}.`
  }

  return (
    <FormSheet
      wide
      title={rule ? `Edit ${rule.name}` : copied ? `Duplicate ${copied.name}` : 'Add an alarm rule'}
      subtitle={rule && <About rule={rule} />}
      closed={closed}
      form={form}
      draft={`alarm rule ${rule?.id ?? `new ${copied?.id ?? ''}`}`}
      what={rule ? `The changes to ${rule.name}` : 'The new alarm rule'}
      label={rule ? 'Save rule' : 'Add rule'}
      send={send}
    >
      {rule && rule.version > version && done === null && (
        <ChangedMeanwhile
          what="rule"
          by={rule.changedBy}
          at={rule.changedAt}
          onKeepMine={() => form.setValue('version', rule.version, { shouldDirty: true })}
          onLoadTheirs={() => form.reset(fieldsOf(rule))}
        >
          <details className="[&>summary]:min-h-touch [&>summary]:cursor-pointer [&>summary]:py-2">
            <summary>View version {rule.version}</summary>
            <RuleSummary facts={rule} enabled={rule.enabled} nameOf={choices.nameOf} />
          </details>
        </ChangedMeanwhile>
      )}
      <TextInput control={control} name="name" label="Name" required rule={givenNameRule('Give the rule a name')} />
      {rule && setPoint ? (
        <SetPointRule rule={rule} setPoint={setPoint} nameOf={choices.nameOf} />
      ) : (
        <>
          <SwitchInput control={control} name="enabled" label="Enabled" note="A rule that is off raises no alarm" />
          <SelectInput
            control={control}
            name="severity"
            label="Severity"
            options={severities.map((value) => ({ value, label: <StatusWord {...severityWords[value]} /> }))}
          />
          <ConditionFieldset form={form} choices={choices} ruleId={rule?.id ?? null} />
          {hasScope({ kind, measure }) && <ScopeFieldset control={control} choices={choices} />}
          <ChoicesField
            control={control}
            name="suppressedBy"
            legend="Suppressed by"
            choices={choices.rules.filter(({ id }) => id !== rule?.id)}
            empty="There is no other rule yet."
            note="While an alarm of one of these rules is active in the same zone, nobody is notified of alarms of this rule."
            rule={(chosen) => (chosen.length > 20 ? 'Choose at most 20 rules' : null)}
          />
        </>
      )}
      <SelectInput
        control={control}
        name="escalationId"
        label="Escalation"
        options={[
          { value: '', label: 'By default, as the severity says' },
          ...choices.policies.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {!setPoint && (
        <>
          <SwitchInput
            control={control}
            name="latches"
            label="Latching"
            note="An alarm stays, also returned and acknowledged, until somebody resolves it"
          />
          <SwitchInput
            control={control}
            name="reasonAsked"
            label="Reason required"
            note="Whoever resolves an alarm has to give a reason"
          />
        </>
      )}
      <ChecklistField control={control} />
      {!setPoint && <RuleTest control={control} />}
      {rule && <RuleVersions versions={versions} nameOf={choices.nameOf} />}
      {rule && (
        <div className="flex flex-wrap gap-2">
          <DuplicateLink to={toCopy(rule.id)} />
          {!setPoint && (
            <DeleteRule
              rule={rule}
              onDeleted={() => {
                form.reset(form.getValues())
                setDone('deleted')
              }}
            />
          )}
        </div>
      )}
    </FormSheet>
  )
}

const beginning = (rule: AlarmRule | null, copied: AlarmRule | null): RuleFields => {
  if (rule) return fieldsOf(rule)
  if (copied) return { ...fieldsOf(copied), name: copyName(copied.name), version: 0 }
  return fieldsOf(null)
}

const About = ({ rule }: { readonly rule: AlarmRule }) => {
  const { id, preset, version, changedAt, changedBy, open } = rule
  const opens = useMissing(alarms.list).length === 0
  return (
    <span>
      {preset !== null && 'Default rule · '}Version {version}, {changedBy ?? 'Gatehouse'}, <When at={changedAt} />
      {open > 0 && ' · '}
      {open > 0 && opens && <Link to={`/alarms?ruleId=${id}`}>{counted(open, 'open alarm')}</Link>}
      {open > 0 && !opens && counted(open, 'open alarm')}
    </span>
  )
}

const DuplicateLink = ({ to }: { readonly to: To }) => {
  const { state }: { state: unknown } = useLocation()
  return (
    <Button component={Link} to={to} replace state={state}>
      Duplicate rule
    </Button>
  )
}

interface SwitchInputProps {
  readonly control: Control<RuleFields>
  readonly name: Extract<FieldPath<RuleFields>, 'enabled' | 'latches' | 'reasonAsked'>
  readonly label: string
  readonly note: string
}

const SwitchInput = ({ control, name, label, note }: SwitchInputProps) => {
  const { field } = useController({ control, name })
  return <SwitchLine label={label} note={note} checked={field.value} onChange={field.onChange} />
}
