// What somebody is notified of who is asked to respond to alarms: of each, or of many at once in one.
import { sightOf, type Severity } from '@gatehouse/contract/safety/alarms'
import { withUnit } from '@gatehouse/contract/safety/unit-words'
import type { Notice } from '../../messages/notifications/notifications.ts'
import type { Whereabouts } from './sight.ts'

export interface Located extends Whereabouts {
  readonly alarm: {
    readonly alarmId: string
    readonly title: string
    readonly severity: Severity
    readonly value: number | null
    readonly unit: string | null
    readonly state: string
  }
}

type Words = Omit<Notice, 'userId' | 'companyId'>

/** More than so many at once are one notification. */
const mostSingly = 3

const ranks: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export const wordsOf = (alarms: readonly Located[]): Words[] => {
  const worstFirst = alarms.toSorted((a, b) => ranks.indexOf(a.alarm.severity) - ranks.indexOf(b.alarm.severity))
  return worstFirst.length > mostSingly ? [wordsOfMany(worstFirst)] : worstFirst.map(wordsOfOne)
}

const wordsOfOne = (located: Located): Words => {
  const { alarm } = located
  return {
    title: titleOf(located),
    message: `${measured(alarm)}${placed(located)}. ${
      alarm.state === 'returned-unacknowledged'
        ? 'It has returned to normal; nobody has acknowledged it.'
        : 'Nobody has acknowledged it yet.'
    }`,
    ...urgency(alarm.severity),
    action: { label: 'View alarm', path: `/alarms/${alarm.alarmId}` },
    ...aboutAll([located]),
    alarmIds: [alarm.alarmId],
    repeats: true,
  }
}

const titleOf = ({ alarm, device, place }: Located): string => {
  const name = (device ?? place)?.name
  return name === undefined ? alarm.title : `${alarm.title}: ${name}`
}

/** Who does not see every one of them is not shown it. */
const aboutAll = (all: readonly Located[]): Pick<Notice, 'requiredPermissions' | 'deviceIds' | 'placeIds'> => ({
  requiredPermissions: [
    'acknowledge_alarms',
    ...new Set(all.map(({ device, place }) => sightOf({ device, site: place }))),
  ],
  deviceIds: [...new Set(all.flatMap(({ device }) => device?.id ?? []))],
  placeIds: [...new Set(all.flatMap(({ device, place }) => (device ? [] : (place?.id ?? []))))],
})

const wordsOfMany = (alarms: readonly Located[]): Words => ({
  title: `${alarms.length} alarms`,
  message: `${alarms.slice(0, mostSingly).map(titleOf).join('; ')} and ${alarms.length - mostSingly} more.`,
  ...urgency(alarms[0]?.alarm.severity ?? 'low'),
  action: { label: 'View alarms', path: '/alarms' },
  ...aboutAll(alarms),
  alarmIds: alarms.map(({ alarm }) => alarm.alarmId),
})

const urgencies: Record<Severity, Pick<Notice, 'type' | 'priority'>> = {
  critical: { type: 'error', priority: 'high' },
  high: { type: 'error', priority: 'high' },
  medium: { type: 'warning', priority: 'medium' },
  low: { type: 'info', priority: 'low' },
}

const urgency = (severity: Severity): Pick<Notice, 'kind' | 'type' | 'priority'> => ({
  kind: `alarm-${severity}`,
  ...urgencies[severity],
})

const measured = ({ value, unit }: Located['alarm']) =>
  value === null ? '' : `${withUnit(String(Math.round(value * 1000) / 1000), unit)} at `

const placed = ({ device, place }: Whereabouts): string => {
  if (device) return device.zone === null ? device.name : `${device.name} (${device.zone})`
  if (place) return place.kind === 'site' ? place.name : `${place.name} (${place.site})`
  return 'The activity log of your company'
}
