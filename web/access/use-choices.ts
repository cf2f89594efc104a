// What a form of access chooses from: doors, groups of doors, schedules, levels and groups of people.
import * as access from '@gatehouse/contract/access'
import * as devices from '@gatehouse/contract/devices'
import * as doorGroups from '@gatehouse/contract/door-groups'
import * as schedules from '@gatehouse/contract/schedules'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../kit/queries.ts'
import { counted } from './access-words.ts'
import type { Option } from './pick-many.tsx'

/** As many as a list answers at once. */
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

export const useLevelOptions = (): readonly Option[] =>
  (useQuery(queryOf(access.levels, { limit: most })).data?.levels ?? []).map(({ id, name, opens, schedule }) => ({
    id,
    name,
    note: `${counted(opens, 'door')}, ${schedule?.name ?? 'always'}`,
  }))

export const useGroupOptions = (): readonly Option[] =>
  (useQuery(queryOf(access.groups, { limit: most })).data?.groups ?? []).map(({ id, name, people }) => ({
    id,
    name,
    note: counted(people, 'person', 'people'),
  }))
