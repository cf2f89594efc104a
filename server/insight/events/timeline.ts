// All that carries one correlation id, put together in order of time. Each kind has its reader here, which shows what
// the caller would see in the list of that kind, and nothing more.
import { lackOf } from '@gatehouse/contract/lack'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as commands from '@gatehouse/contract/access/commands'
import { logs } from '@gatehouse/contract/access/entry-exit'
import * as activity from '@gatehouse/contract/record/activity'
import * as events from '@gatehouse/contract/insight/events'
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import * as musters from '@gatehouse/contract/access/muster'
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Output } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { rowsOf, type Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { commandsOf } from '../../access/doors/doors.ts'
import { readLogs } from '../../access/entry-exit/entry-exit.ts'
import type { Caller } from '../../kit/http/caller.ts'
import type { Names } from '../../kit/names.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { mustersOf } from '../../access/muster/muster.ts'
import { readTransitions, type Rules } from '../../safety/alarms/alarms.ts'
import { notificationsOf } from '../../messages/notifications/notifications.ts'
import { readEvents } from './events.sql.ts'
import { readMeasured } from './measured.ts'

export interface TimelineParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
  /** By which levels of gas are told from each other. */
  readonly rules: Rules
}

const most = events.longestTimeline

export const readTimeline = async (
  parts: TimelineParts,
  caller: Caller,
  correlationId: string,
): Promise<Output<typeof events.timeline>> => {
  const read = await Promise.all(
    readers
      .filter(({ list }) => lackOf(list, caller.permissions).length === 0)
      .map(({ entries }) => entries(parts, caller, correlationId)),
  )
  const carried = read.flat().sort(byTime)
  const entries = [...carried, ...(await readMeasured(parts, caller, carried))].sort(byTime)
  return { entries: entries.slice(0, most), more: entries.length > most }
}

const byTime = (a: TimelineEntry, b: TimelineEntry) => Date.parse(a.at) - Date.parse(b.at) || (a.kind < b.kind ? -1 : 1)

interface Reader {
  /** Whose permission it needs. */
  readonly list: Parameters<typeof lackOf>[0]
  readonly entries: (parts: TimelineParts, caller: Caller, correlationId: string) => Promise<TimelineEntry[]>
}

const readers: readonly Reader[] = [
  {
    list: events.list,
    async entries({ store, directory }, caller, correlationId) {
      const found = await readEvents(store.db, caller, directory, { correlationId, order: 'oldest', limit: most + 1 })
      return found.map((event) => ({ kind: 'event', at: event.at, event }))
    },
  },
  {
    list: logs,
    async entries({ store, names }, caller, correlationId) {
      if (!caller.companyId) return []
      const scope = labelScope(caller)
      const wanted = { companyId: caller.companyId, scope, correlationId, order: 'oldest', limit: most + 1 } as const
      const found = await readLogs(store, names, wanted)
      return found.map((log) => ({ kind: 'access', at: log.timestamp, log }))
    },
  },
  {
    list: commands.byId,
    async entries({ store }, caller, correlationId) {
      if (!caller.companyId) return []
      const scope = labelScope(caller)
      const found = await commandsOf(store.db, { companyId: caller.companyId, scope, correlationId, limit: most + 1 })
      return found.map((command) => ({ kind: 'command', at: command.requestedAt, command }))
    },
  },
  {
    list: activity.list,
    async entries({ store }, caller, correlationId) {
      const rows = await rowsOf<Deed>(store.db)`
        select id, at, actor, on_behalf_of as "onBehalfOf", action, subject, status, address from activity
        where correlation_id = ${correlationId} and company_id = ${caller.companyId}
        order by at, id limit ${sql.lit(most + 1)}
      `
      return rows.map(({ at, ...deed }) => ({ kind: 'activity', at: at.toISOString(), activity: deed }))
    },
  },
  {
    list: notifications.list,
    async entries({ store }, caller, correlationId) {
      const found = await notificationsOf(store.db, caller, correlationId)
      return found.map((notification) => ({ kind: 'notification', at: notification.timestamp, notification }))
    },
  },
  {
    list: alarms.list,
    async entries({ store }, caller, correlationId) {
      const found = await readTransitions(store.db, caller, correlationId, most + 1)
      return found.map(({ transition, alarm }) => ({ kind: 'alarm', at: transition.at, transition, alarm }))
    },
  },
  {
    list: musters.list,
    async entries({ store }, caller, correlationId) {
      const found = await mustersOf(store.db, caller, correlationId, most + 1)
      return found.flatMap((muster): TimelineEntry[] => [
        { kind: 'muster', at: muster.startedAt, what: 'started', muster },
        ...(muster.endedAt === null
          ? []
          : [{ kind: 'muster' as const, at: muster.endedAt, what: 'ended' as const, muster }]),
      ])
    },
  },
]

type Deed = Extract<TimelineEntry, { kind: 'activity' }>['activity'] & { at: Date }
