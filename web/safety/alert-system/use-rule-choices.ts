// What the editor of an alarm rule offers to choose from: places, labels, devices, schedules and the other rules.
import * as schedules from '@gatehouse/contract/access/schedules'
import * as devices from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import * as labels from '@gatehouse/contract/identity/labels'
import type { Operation } from '@gatehouse/contract/operation'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import * as escalations from '@gatehouse/contract/safety/escalations'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { kindWords } from '../../kit/device-kinds.ts'
import type { Choice } from '../../ui/forms/choice-list.tsx'
import { awaitedOf } from '../../ui/forms/required-queries.ts'
import type { NameOf } from './rule-words.ts'

export interface RuleChoices {
  readonly sites: readonly Choice[]
  readonly zones: readonly Choice[]
  readonly labels: readonly Choice[]
  readonly kinds: readonly Choice[]
  readonly devices: readonly Choice[]
  readonly schedules: readonly Choice[]
  readonly policies: readonly Choice[]
  readonly rules: readonly (Choice & { readonly combines: boolean })[]
  readonly nameOf: NameOf
}

export const useRuleChoices = () => {
  const places = useAllowed(sites.list, useQuery({ ...queryOf(sites.list, {}), enabled: useAllows(sites.list) }))
  const times = useAllowed(
    schedules.list,
    useQuery({ ...queryOf(schedules.list, {}), enabled: useAllows(schedules.list) }),
  )
  const marks = useQuery(queryOf(labels.list, {}))
  const things = useQuery(queryOf(devices.list, {}))
  const rules = useQuery(queryOf(alarmRules.list, {}))
  const policies = useQuery(queryOf(escalations.list, {}))
  const choices = choicesOf({
    sites: places?.data?.sites ?? [],
    schedules: times?.data?.schedules ?? [],
    labels: marks.data?.labels ?? [],
    devices: things.data?.devices ?? [],
    rules: rules.data?.rules ?? [],
    policies: policies.data?.policies ?? [],
  })
  const asked = [marks, things, rules, policies, ...(places ? [places] : []), ...(times ? [times] : [])]
  return { choices, awaited: awaitedOf(asked) }
}

const useAllows = (op: Operation) => useMissing(op).length === 0

/** What one may not see is not waited for. */
const useAllowed = <Query>(op: Operation, query: Query): Query | null => (useAllows(op) ? query : null)

interface Known {
  readonly sites: readonly sites.Site[]
  readonly schedules: readonly schedules.Schedule[]
  readonly labels: readonly labels.Label[]
  readonly devices: readonly devices.Device[]
  readonly rules: readonly alarmRules.AlarmRule[]
  readonly policies: readonly escalations.EscalationPolicy[]
}

export const choicesOf = (known: Known): RuleChoices => {
  const offered = {
    sites: known.sites.map(({ id, name }) => ({ id, name })),
    zones: known.sites.flatMap((site) => site.zones.map(({ id, name }) => ({ id, name, note: site.name }))),
    labels: known.labels.map(({ _id: id, name, description }) => ({ id, name, note: description || undefined })),
    kinds: Object.entries(kindWords).map(([id, name]) => ({ id, name: `${name}s` })),
    devices: known.devices.map(({ id, name, kind, site, zone }) => ({
      id,
      name,
      note: `${kindWords[kind]}, ${zone ?? site}`,
    })),
    schedules: known.schedules.map(({ id, name }) => ({ id, name })),
    policies: known.policies.map(({ id, name }) => ({ id, name })),
    rules: known.rules.map(({ id, name, condition }) => ({ id, name, combines: condition.kind === 'combination' })),
  }
  const names = new Map(
    Object.values(offered).flatMap((all) => all.map(({ id, name }): [string, string] => [id, name])),
  )
  return { ...offered, nameOf: (id) => names.get(id) }
}
