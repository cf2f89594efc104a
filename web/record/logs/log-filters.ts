// The filters of a table of the logs, kept in the URL: what is sought, of which time, and what is the table's own.
import { useMemo } from 'react'
import { serverNow } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { momentsOf, type PeriodFilter, readPeriod } from '../../ui/time/period.ts'
import { type UrlFilters, useUrlFilters } from '../../ui/tables/url-filters.ts'

export interface LogFilters extends UrlFilters {
  readonly q: string
  readonly period: PeriodFilter
  /** What the server is asked for of that time. */
  readonly moments: { readonly from?: string; readonly to?: string }
  /** What is chosen by name, where it is one of these. */
  readonly chosen: <T extends string>(name: string, among: Readonly<Record<T, unknown>>) => T | undefined
}

const minuteMs = 60_000

export const useLogFilters = (): LogFilters => {
  const filters = useUrlFilters()
  const timeZone = useTimeZone()
  const { period, fromDay, toDay } = readPeriod(filters.get)
  // To the minute, and once for a period: so that it is one question.
  const moments = useMemo(
    () => momentsOf({ period, fromDay, toDay }, Math.floor(serverNow() / minuteMs) * minuteMs, timeZone),
    [period, fromDay, toDay, timeZone],
  )
  return {
    ...filters,
    q: filters.get('q'),
    period: { period, fromDay, toDay },
    moments,
    chosen: (name, among) => {
      const value = filters.get(name)
      return isOneOf(among, value) ? value : undefined
    },
  }
}

const isOneOf = <T extends string>(among: Readonly<Record<T, unknown>>, value: string): value is T =>
  Object.hasOwn(among, value)
