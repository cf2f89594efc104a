// What the editor of an effect offers: alarm rules, places and actuators.
import * as sites from '@gatehouse/contract/building/sites'
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import type { Choice } from '../../ui/forms/choice-list.tsx'
import { awaitedOf } from '../../ui/forms/required-queries.ts'

export interface EffectChoices {
  readonly rules: readonly Choice[]
  readonly sites: readonly Choice[]
  readonly zones: readonly Choice[]
  readonly actuators: readonly Choice[]
  readonly nameOf: (id: string) => string
}

export const useEffectChoices = () => {
  const maySeePlaces = useMissing(sites.list).length === 0
  const maySeeActuators = useMissing(actuators.list).length === 0
  const places = useQuery({ ...queryOf(sites.list, {}), enabled: maySeePlaces })
  const things = useQuery({ ...queryOf(actuators.list, {}), enabled: maySeeActuators })
  const rules = useQuery(queryOf(alarmRules.list, {}))
  const asked = [rules, ...(maySeePlaces ? [places] : []), ...(maySeeActuators ? [things] : [])]
  const offered = {
    rules: (rules.data?.rules ?? []).map(({ id, name }) => ({ id, name })),
    sites: (places.data?.sites ?? []).map(({ id, name }) => ({ id, name })),
    zones: (places.data?.sites ?? []).flatMap((site) =>
      site.zones.map(({ id, name }) => ({ id, name, note: site.name })),
    ),
    actuators: (things.data?.actuators ?? []).map(({ id, name, zone, site }) => ({ id, name, note: zone ?? site })),
  }
  const names = new Map(Object.values(offered).flatMap((list) => list.map(({ id, name }) => [id, name] as const)))
  const choices: EffectChoices = { ...offered, nameOf: (id) => names.get(id) ?? 'not known here' }
  return { choices, awaited: awaitedOf(asked) }
}
