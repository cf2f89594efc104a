// What a change of set points would do, and what it is about; refused where it cannot be made, or where the caller does not see
// what it names.
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import { v7 as uuid } from 'uuid'
import { invalid } from '../../kit/errors.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { faultsIn } from './areas.ts'
import { differencesOf, looserIn, placesOfChange } from './differences.ts'
import { faultsOfPlaces, idsOf, type Known, placeOf, seesArea } from './sight.ts'
import type { StoredState } from './state.sql.ts'

export const planOf = (directory: Known, caller: Caller, state: StoredState, change: SetPointChange) => {
  const wrong = [...faultsOfPlaces(directory, caller, change), ...faultsIn(state.areas, change)]
  const area = 'areaId' in change ? state.areas.find(({ id }) => id === change.areaId) : undefined
  if (area && !seesArea(directory, caller, area))
    wrong.push({ field: 'change.areaId', message: 'These places have no set points of their own any more' })
  if (change.kind === 'delete-rule' && !state.additional.some(({ ruleId }) => ruleId === change.ruleId))
    wrong.push({ field: 'change.ruleId', message: 'This is no alarm rule with a gas set point of its own' })
  if (wrong.length > 0) throw invalid(wrong)
  return { differences: differencesOf(state, change, uuid()), looser: looserIn(state, change) }
}

export const demandConfirmed = (looser: ReturnType<typeof looserIn>, isConfirmed: boolean): void => {
  const [first] = looser
  if (!first || isConfirmed) return
  const what = looser.map(({ channel, stage }) => `${channel} ${stage}`).join(', ')
  const message = `Looser than the profile (${what}; ${first.source}: ${first.limit}). Confirm that this is meant.`
  throw invalid([{ field: 'isLooserConfirmed', message }])
}

/** What a change is about: where, and in words. */
export const aboutOf = (directory: Known, companyId: string, state: StoredState, change: SetPointChange) => {
  const placeIds = idsOf(placesOfChange(state, change))
  const names = placeIds.flatMap((id) => placeOf(directory, companyId, id)?.name ?? [])
  return { companyId, placeIds, subject: names.length > 0 ? names.join(', ') : 'the whole company' }
}
