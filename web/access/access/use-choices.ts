// What a form of access chooses from: doors, groups of doors, schedules, levels and groups of people.
import * as access from '@gatehouse/contract/access/access'
import type { Group } from '@gatehouse/contract/access/access'
import * as devices from '@gatehouse/contract/building/devices'
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import * as schedules from '@gatehouse/contract/access/schedules'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { levelOption } from '../../ui/forms/level-finder.ts'
import { matches, type Option } from '../../ui/forms/matching-options.ts'
import type { Finder } from '../../ui/forms/search-choice.tsx'
import type { Searched } from './pick-many.tsx'

/** As many as a list answers at once; the others are found by their names. */
const most = 200

export const useDoorOptions = (): readonly Option[] =>
  (useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []).map(({ id, name, zone, site }) => ({
    id,
    name,
    note: zone ?? site,
  }))

export const useDoorGroupOptions = (): readonly Option[] =>
  (useQuery(queryOf(doorGroups.list, {})).data?.groups ?? []).map(({ id, name, doors }) => ({
    id,
    name,
    note: counted(doors.length, 'door'),
  }))

export const useScheduleOptions = (): readonly { id: string; name: string }[] =>
  useQuery(queryOf(schedules.list, {})).data?.schedules ?? []

export const groupFinder: Finder = {
  of: 'groups of people',
  find: async (q, signal) =>
    (await call(access.groups, { limit: most, ...(q ? { q } : {}) }, { signal })).groups.map(groupOption),
  one: async (groupId) => groupOption((await call(access.groupById, { groupId })).group),
}

/** Levels found by their names, and those chosen whether they are found or not. */
export const useLevelSearch = (chosen: readonly string[]): Search => {
  const [sought, onSearch] = useState('')
  const q = useDeferredValue(sought.trim())
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(access.levels, { limit: most, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.levels ?? []).map(levelOption)
  const others = useQueries({
    queries: missing(chosen, found).map((levelId) => queryOf(access.levelById, { levelId })),
    combine: (answers) => answers.flatMap((answer) => (answer.data ? [levelOption(answer.data.level)] : [])),
  })
  const late = isPlaceholderData || q !== sought.trim()
  const more = !late && data !== undefined && data.next !== null
  return {
    options: [...others, ...(late ? meanwhile(found, sought, chosen) : found)],
    search: { sought, late, more, onSearch },
  }
}

/** Groups of people found by their names, and those chosen whether they are found or not. */
export const useGroupSearch = (chosen: readonly string[]): Search => {
  const [sought, onSearch] = useState('')
  const q = useDeferredValue(sought.trim())
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(access.groups, { limit: most, ...(q ? { q } : {}) }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.groups ?? []).map(groupOption)
  const others = useQueries({
    queries: missing(chosen, found).map((groupId) => queryOf(access.groupById, { groupId })),
    combine: (answers) => answers.flatMap((answer) => (answer.data ? [groupOption(answer.data.group)] : [])),
  })
  const late = isPlaceholderData || q !== sought.trim()
  const more = !late && data !== undefined && data.next !== null
  return {
    options: [...others, ...(late ? meanwhile(found, sought, chosen) : found)],
    search: { sought, late, more, onSearch },
  }
}

export interface Search {
  readonly options: readonly Option[]
  readonly search: Searched
}

// Until what is sought is found, nothing else is there to be ticked; what is chosen stays.
const meanwhile = (found: readonly Option[], sought: string, chosen: readonly string[]) =>
  found.filter((option) => chosen.includes(option.id) || matches(option, sought))

const missing = (chosen: readonly string[], options: readonly Option[]) =>
  chosen.filter((id) => !options.some((option) => option.id === id))

const groupOption = ({ id, name, people }: Group): Option => ({ id, name, note: counted(people, 'person', 'people') })
