// The alarms of doors for pages that show devices: those that are on, and those that nobody has acknowledged.
import * as doors from '@gatehouse/contract/access/doors'
import type { Alarm } from '@gatehouse/contract/access/doors'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { useHas } from '../../kit/session/session-state.ts'

/** By the id of the door. */
export type DoorAlarms = ReadonlyMap<string, Alarm>

const most = 1000

export const useDoorAlarms = (): DoorAlarms => {
  const { data } = useQuery({ ...queryOf(doors.list, { alarm: 'true', limit: most }), enabled: useHas('read_doors') })
  return useMemo(() => new Map(data?.doors.flatMap(({ id, alarm }) => (alarm ? [[id, alarm] as const] : []))), [data])
}
