// How an escalation policy is put into words: who is notified, by which channels, and after how long.
import type { EscalationChannel, EscalationPolicy, EscalationStep } from '@gatehouse/contract/safety/escalations'
import { counted } from '../../kit/counted.ts'
import { durationText } from './durations.ts'

type Named = ReadonlyMap<string, string>

/** What the ids in a policy are called, as far as the reader may see them. */
export interface Names {
  readonly roles: Named
  readonly people: Named
  readonly rotas: Named
}

/** `Critical and high alarms`; null: of none by default. */
export const defaultText = ({ defaultFor }: Pick<EscalationPolicy, 'defaultFor'>): string | null =>
  defaultFor === null ? null : defaultFor === 'urgent' ? 'Critical and high alarms' : 'Medium and low alarms'

/** `2 rules: Gas leak, Door forced` */
export const rulesText = ({ rules }: Pick<EscalationPolicy, 'rules'>): string =>
  rules.length === 0
    ? 'No rule follows it by name'
    : `${counted(rules.length, 'rule')}: ${rules.map(({ name }) => name).join(', ')}`

/** `After 5 min: role Manager, on call Night duty, by e-mail and push` */
export const stepText = (steps: readonly EscalationStep[], index: number, names: Names): string => {
  const step = steps[index]
  return step === undefined
    ? ''
    : `${whenText(steps, index)}: ${whoText(step.who, names)}, ${channelsText(step.channels)}`
}

/** A step waits after the one before it: only as long as none has waited is that since the alarm. */
export const whenText = (steps: readonly Pick<EscalationStep, 'afterSeconds'>[], index: number): string => {
  const wait = steps[index]?.afterSeconds ?? 0
  const before = steps.slice(0, index).reduce((sum, { afterSeconds }) => sum + afterSeconds, 0)
  if (wait === 0) return index === 0 ? 'At once' : 'At the same time'
  return before === 0 ? `After ${durationText(wait)}` : `After another ${durationText(wait)}`
}

export const whoText = ({ everybody, roleIds, rotaIds, userIds }: EscalationStep['who'], names: Names): string => {
  if (everybody) return 'everybody who may acknowledge'
  const roles = listed(roleIds, names.roles, ['other role', 'other roles'])
  const rotas = listed(rotaIds, names.rotas, ['other rota', 'other rotas'])
  const people = listed(userIds, names.people, ['other person', 'other people'])
  const parts = [
    roles !== '' && `${roleIds.length === 1 ? 'role' : 'roles'} ${roles}`,
    rotas !== '' && `on call ${rotas}`,
    people,
  ]
  return parts.filter(Boolean).join(', ') || 'nobody'
}

const channelWords: Record<Exclude<EscalationChannel, 'in-app'>, string> = {
  email: 'e-mail',
  push: 'push',
  webhook: 'webhook',
}

/** Those that may be chosen: what is in the app is there in any case. */
export const chosenChannels = ['email', 'push', 'webhook'] as const

export const channelLabels: Record<(typeof chosenChannels)[number], string> = {
  email: 'E-mail',
  push: 'Push',
  webhook: 'Webhook',
}

/** `as each has chosen`, `by e-mail and push`, `in the app only` */
export const channelsText = (channels: EscalationStep['channels']): string => {
  if (channels === null) return 'as each has chosen'
  const words = chosenChannels.filter((one) => channels.includes(one)).map((one) => channelWords[one])
  return words.length === 0 ? 'in the app only' : `by ${enumerated(words)}`
}

export const repeatText = (repeatSeconds: number | null): string =>
  repeatSeconds === null
    ? 'Ends after the last step'
    : `Then again after ${durationText(repeatSeconds)} until somebody acknowledges`

/** `e-mail, push and webhook` */
export const enumerated = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

// What is deleted or may not be seen has no name: it is counted.
const listed = (ids: readonly string[], names: Named, [one, many]: readonly [string, string]): string => {
  const known = ids.flatMap((id) => names.get(id) ?? [])
  const unnamed = ids.length - known.length
  const other = known.length === 0 ? [one, many].map((words) => words.replace('other ', '')) : [one, many]
  return enumerated([...known, ...(unnamed > 0 ? [counted(unnamed, other[0] ?? one, other[1] ?? many)] : [])])
}
