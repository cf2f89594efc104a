// The alarms in one state, page after page, and read again as alarms come into it and leave it.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm, AlarmState } from '@gatehouse/contract/safety/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useLiveEvent } from '../../kit/live/live-events.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import type { Column } from '../../ui/tables/data-table.tsx'

// In a flood many come at once: they are read together.
const restMs = 250

export const useAlarmsIn = (state: AlarmState, columns: readonly Column<Alarm, typeof alarms.list>[], sort: string) => {
  const cache = useQueryClient()
  const pages = usePages(alarms.list, (page) => ({ ...page, state }), columns, sort)
  const due = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvent(alarms.changed, (changed) => {
    const shown = new Set(pages.answers.flatMap((answer) => answer.alarms.map(({ id }) => id)))
    if (!changed.some((alarm) => alarm.state === state || shown.has(alarm.id))) return
    due.current ??= setTimeout(() => {
      due.current = undefined
      void cache.invalidateQueries({ queryKey: keyOf(alarms.list, { state }) })
    }, restMs)
  })
  useEffect(
    () => () => {
      clearTimeout(due.current)
      due.current = undefined
    },
    [],
  )
  return pages
}
