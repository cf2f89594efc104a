// One step of a policy being edited: after how long, who, and by which channels.
import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import { type Control, type FieldError, useController } from 'react-hook-form'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { ChoiceList } from '../../ui/forms/choice-list.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { DurationInput } from './duration-input.tsx'
import { channelLabels, chosenChannels } from './escalation-words.ts'
import { type PolicyFields, whoFault } from './policy-fields.ts'
import type { Choices } from './use-names.ts'

interface StepEditorProps {
  readonly control: Control<PolicyFields>
  readonly index: number
  readonly choices: Choices
}

export const StepEditor = ({ control, index, choices }: StepEditorProps) => (
  <div className="grid grid-cols-1 gap-4">
    <DurationInput
      control={control}
      name={`steps.${index}.afterSeconds`}
      label={index === 0 ? 'After the alarm' : 'After the step before'}
      help={index === 0 ? '0: at once.' : 'Only while nobody has acknowledged.'}
    />
    <Who control={control} index={index} choices={choices} />
    <Channels control={control} index={index} />
  </div>
)

const Who = ({ control, index, choices }: StepEditorProps) => {
  const { field, fieldState } = useController({
    control,
    name: `steps.${index}.who`,
    rules: { validate: (who) => whoFault(who) ?? true },
  })
  const who = field.value
  const set = (part: Partial<EscalationStep['who']>) => field.onChange({ ...who, ...part })
  const fault = messageIn(fieldState.error)
  return (
    <div className="grid grid-cols-1 gap-3">
      <ToggleChoice
        label={`Step ${index + 1}: who is notified`}
        value={who.everybody ? 'everybody' : 'chosen'}
        options={[
          ['everybody', 'Everybody'],
          ['chosen', 'Chosen'],
        ]}
        onChange={(all) => set({ everybody: all === 'everybody' })}
      />
      {who.everybody ? (
        <p className="text-sm text-muted">Everybody who may acknowledge alarms and may see the device.</p>
      ) : (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] items-start gap-4">
            <Chosen legend="Roles" all={choices.roles} ids={who.roleIds} onChange={(roleIds) => set({ roleIds })} />
            <Chosen legend="On call" all={choices.rotas} ids={who.rotaIds} onChange={(rotaIds) => set({ rotaIds })} />
            <Chosen legend="People" all={choices.people} ids={who.userIds} onChange={(userIds) => set({ userIds })} />
          </div>
          <p className="text-sm text-muted">Of those, whoever may acknowledge alarms and may see the device.</p>
        </>
      )}
      {fault !== undefined && (
        <p role="alert" className="text-critical">
          {fault}
        </p>
      )}
    </div>
  )
}

const nothing = {
  Roles: 'There is no role that you may see.',
  'On call': 'There is no rota yet.',
  People: 'There is nobody who may acknowledge alarms.',
} as const

interface ChosenProps {
  readonly legend: keyof typeof nothing
  readonly all: readonly { readonly id: string; readonly name: string }[]
  readonly ids: readonly string[]
  readonly onChange: (ids: string[]) => void
}

const Chosen = ({ legend, all, ids, onChange }: ChosenProps) => {
  // What is deleted or may not be seen can still be left out.
  const unnamed = ids.filter((id) => all.every((one) => one.id !== id))
  return (
    <ChoiceList
      legend={legend}
      choices={[...all, ...unnamed.map((id) => ({ id, name: 'Deleted, or hidden from you' }))]}
      chosen={new Set(ids)}
      onChange={(chosen) => onChange([...chosen])}
      empty={nothing[legend]}
    />
  )
}

const Channels = ({ control, index }: Omit<StepEditorProps, 'choices'>) => {
  const { field, fieldState } = useController({ control, name: `steps.${index}.channels` })
  const channels = field.value
  const fault = messageIn(fieldState.error)
  return (
    <div className="grid grid-cols-1 gap-2">
      <ToggleChoice
        label={`Step ${index + 1}: channels`}
        value={channels === null ? 'own' : 'fixed'}
        options={[
          ['own', 'As each has chosen'],
          ['fixed', 'Chosen channels'],
        ]}
        onChange={(how) => field.onChange(how === 'own' ? null : ['in-app', 'email', 'push'])}
      />
      {channels !== null && (
        <div className="flex flex-wrap gap-x-4">
          {chosenChannels.map((one) => (
            <CheckField
              key={one}
              label={channelLabels[one]}
              checked={channels.includes(one)}
              onChange={(on) => field.onChange(on ? [...channels, one] : channels.filter((other) => other !== one))}
            />
          ))}
        </div>
      )}
      <p className="text-sm text-muted">
        It is in the app in any case. Quiet hours never hold back high and critical alarms.
      </p>
      {fault !== undefined && (
        <p role="alert" className="text-critical">
          {fault}
        </p>
      )}
    </div>
  )
}

// The server names the part that it refuses: `steps.0.who.roleIds`.
const messageIn = (error: FieldError | object | undefined): string | undefined => {
  if (error === undefined) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const part of Object.values(error)) {
    const found = typeof part === 'object' && part !== null ? messageIn(part) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
