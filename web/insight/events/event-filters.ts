// The filters of the stream of events: what they are, how they stand in the URL, and which events pass them.
import type { Device, DeviceKind } from '@gatehouse/contract/building/devices'
import type { DeviceEvent, list, Severity } from '@gatehouse/contract/insight/events'
import type { Input } from '@gatehouse/contract/operation'
import { isDeviceKind } from '../../kit/device-kinds.ts'
import { allTime, isWithin, momentsOf, type PeriodFilter, readPeriod, writePeriod } from '../../ui/time/period.ts'

export interface Filters extends PeriodFilter {
  readonly q: string
  /** This severe at least. */
  readonly severity: Severity | ''
  readonly kind: DeviceKind | ''
  readonly type: string
  readonly deviceId: string
  /** At most one of the two. */
  readonly siteId: string
  readonly zoneId: string
}

export const noFilters: Filters = {
  ...allTime,
  q: '',
  severity: '',
  kind: '',
  type: '',
  deviceId: '',
  siteId: '',
  zoneId: '',
}

const rising: readonly Severity[] = ['information', 'warning', 'high', 'critical']

export const readFilters = (query: URLSearchParams): Filters => {
  const text = (name: string) => query.get(name) ?? ''
  return {
    ...readPeriod(text),
    q: text('q').slice(0, 100),
    severity: oneOf(rising, text('severity')),
    kind: kindOf(text('kind')),
    type: text('type').slice(0, 60),
    deviceId: idOrNothing(text('device')),
    siteId: idOrNothing(text('site')),
    zoneId: idOrNothing(text('zone')),
  }
}

export const severityOf = (text: string): Severity | '' => oneOf(rising, text)
export const kindOf = (text: string): DeviceKind | '' => (isDeviceKind(text) ? text : '')

/** As short as can be: what is not set does not stand in the URL. */
export const writeFilters = (filters: Filters): URLSearchParams => {
  const { q, severity, kind, type, deviceId, siteId, zoneId, ...period } = filters
  const places = { device: deviceId, site: siteId, zone: zoneId }
  const entries = { ...writePeriod(period), q, severity, kind, type, ...places }
  return new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== ''))
}

export const countFilters = (filters: Filters): number => {
  const { period, fromDay: _from, toDay: _to, ...others } = filters
  return [period === 'all' ? '' : period, ...Object.values(others)].filter((value) => value !== '').length
}

/** What to ask the server for, as of now. */
export const inputOf = (filters: Filters, now: number, timeZone: string): Input<typeof list> => {
  return {
    ...momentsOf(filters, now, timeZone),
    q: filters.q.trim() || undefined,
    severity: filters.severity || undefined,
    kind: filters.kind || undefined,
    type: filters.type || undefined,
    deviceId: filters.deviceId || undefined,
    siteId: filters.siteId || undefined,
    zoneId: filters.zoneId || undefined,
  }
}

/** What is known of the places of devices: an event names none. */
export interface Places {
  readonly devices: ReadonlyMap<string, Pick<Device, 'zoneId' | 'site'>>
  /** By the site's id. */
  readonly sites: ReadonlyMap<string, string>
}

/** Whether an event that happens now would pass. */
export const passes = (
  filters: Filters,
  event: DeviceEvent,
  places: Places,
  now: number,
  timeZone: string,
): boolean => {
  const place = places.devices.get(event.deviceId ?? '')
  return (
    isWithin(filters, event.at, now, timeZone) &&
    (filters.severity === '' || rising.indexOf(event.severity) >= rising.indexOf(filters.severity)) &&
    (filters.kind === '' || event.deviceKind === filters.kind) &&
    (filters.type === '' || event.type === filters.type) &&
    (filters.deviceId === '' || event.deviceId === filters.deviceId) &&
    (filters.zoneId === '' || place?.zoneId === filters.zoneId) &&
    (filters.siteId === '' || (place !== undefined && place.site === places.sites.get(filters.siteId))) &&
    isSought(filters.q, event)
  )
}

const isSought = (q: string, { device, type }: DeviceEvent): boolean => {
  const sought = q.trim().toLowerCase()
  return (
    sought === '' ||
    (device ?? '').toLowerCase().includes(sought) ||
    type.includes(sought) ||
    type.replaceAll(/[.-]/g, ' ').includes(sought)
  )
}

const idOrNothing = (text: string): string => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : '')

const oneOf = <T extends string>(allowed: readonly T[], text: string): T | '' =>
  allowed.find((option) => option === text) ?? ''
