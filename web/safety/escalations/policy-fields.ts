// What the form of an escalation policy holds, and what of it is sent.
import type { EscalationPolicy, EscalationStep } from '@gatehouse/contract/safety/escalations'
import { entryText, secondsIn } from './durations.ts'
import { chosenChannels } from './escalation-words.ts'

export interface StepFields {
  who: EscalationStep['who']
  /** null: each as they have chosen. */
  channels: EscalationStep['channels']
  /** As entered: `5 min`. */
  afterSeconds: string
}

export interface PolicyFields {
  /** What was changed; 0 for what is new. In the form, so that a draft goes on from what it began with. */
  version: number
  name: string
  steps: StepFields[]
  /** As entered; empty: it ends after its last step. */
  repeatSeconds: string
}

export const mostSteps = 10

const everybody = { everybody: true, roleIds: [], userIds: [], rotaIds: [] }
const nobody = { ...everybody, everybody: false }

/** The step that follows what is there. */
export const nextStep = (): StepFields => ({ who: nobody, channels: null, afterSeconds: '5 min' })

export const fieldsOf = (policy: EscalationPolicy | null): PolicyFields => ({
  version: policy?.version ?? 0,
  name: policy?.name ?? '',
  steps: policy?.steps.map(stepFieldsOf) ?? [{ who: everybody, channels: null, afterSeconds: '0 min' }],
  repeatSeconds: policy ? (policy.repeatSeconds === null ? '' : entryText(policy.repeatSeconds)) : '15 min',
})

const stepFieldsOf = ({ who, channels, afterSeconds }: EscalationStep): StepFields => ({
  who,
  channels,
  afterSeconds: entryText(afterSeconds),
})

export const inputOf = ({ name, steps, repeatSeconds }: PolicyFields) => ({
  name,
  steps: steps.map(stepOf),
  repeatSeconds: repeatSeconds === '' ? null : (secondsIn(repeatSeconds) ?? 0),
})

/** Everybody includes whoever else is named. */
export const stepOf = ({ who, channels, afterSeconds }: StepFields): EscalationStep => ({
  who: who.everybody ? everybody : who,
  channels: channels && ['in-app', ...chosenChannels.filter((one) => channels.includes(one))],
  afterSeconds: secondsIn(afterSeconds) ?? 0,
})

export const whoFault = ({ everybody: all, roleIds, userIds, rotaIds }: EscalationStep['who']): string | null =>
  all || roleIds.length + userIds.length + rotaIds.length > 0 ? null : 'Choose who is notified'
