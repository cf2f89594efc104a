// The filters of the list of alarms, as they stand in the URL, and which alarms pass them.
import type { Alarm, AlarmState, list, Severity } from '@gatehouse/contract/safety/alarms'
import type { Input } from '@gatehouse/contract/operation'
import { filledOf } from '../../kit/filled.ts'
import type { UrlFilters } from '../../ui/tables/url-filters.ts'
import { isAlarmState } from './alarm-words.ts'
import { isSeverity } from '../../ui/theme/severity.ts'

/** What a list of alarms is asked for, whatever its page. */
export type Wanted = Omit<Input<typeof list>, 'limit' | 'cursor'>

export interface AlarmFilters {
  /** Empty: all that are open. */
  readonly state: AlarmState | 'any' | ''
  readonly severity: Severity | ''
  readonly q: string
  readonly mine: boolean
  readonly deviceId: string
  readonly zoneId: string
  readonly correlationId: string
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const idIn = (value: string) => (uuid.test(value) ? value : '')

export const filtersIn = ({ get }: Pick<UrlFilters, 'get'>): AlarmFilters => {
  const state = get('state')
  const severity = get('severity')
  return {
    state: state === 'any' || isAlarmState(state) ? state : '',
    severity: isSeverity(severity) ? severity : '',
    q: get('q').slice(0, 100),
    mine: get('mine') === 'true',
    deviceId: idIn(get('deviceId')),
    zoneId: idIn(get('zoneId')),
    correlationId: idIn(get('correlationId')),
  }
}

export const countFilters = (filters: AlarmFilters): number => Object.values(filters).filter(Boolean).length

export const wantedOf = ({ mine, state, ...filters }: AlarmFilters, userId: string): Wanted => ({
  ...filledOf({ ...filters, assigneeId: mine ? userId : '' }),
  state: state === '' ? 'open' : state,
})

/** Whether the server would list it. */
export const passes = (alarm: Alarm, wanted: Wanted): boolean => {
  const { state = 'open', q = '' } = wanted
  const isOfState = state === 'any' || (state === 'open' ? alarm.state !== 'cleared' : alarm.state === state)
  const isOf = (id: string | undefined, of: string | undefined) => id === undefined || id === of
  return (
    isOfState &&
    (wanted.severity === undefined || alarm.severity === wanted.severity) &&
    `${alarm.title} ${(alarm.device ?? alarm.zone ?? alarm.floor ?? alarm.site)?.name ?? ''}`
      .toLowerCase()
      .includes(q.trim().toLowerCase()) &&
    isOf(wanted.siteId, alarm.site?.id) &&
    isOf(wanted.zoneId, alarm.zone?.id) &&
    isOf(wanted.deviceId, alarm.device?.id) &&
    isOf(wanted.ruleId, alarm.rule.id) &&
    isOf(wanted.correlationId, alarm.correlationId) &&
    isOf(wanted.assigneeId, alarm.assignee?.id) &&
    (wanted.from === undefined || Date.parse(alarm.raisedAt) >= Date.parse(wanted.from)) &&
    (wanted.to === undefined || Date.parse(alarm.raisedAt) < Date.parse(wanted.to))
  )
}
