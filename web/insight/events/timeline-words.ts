// How the entries of a timeline are put into words, and how long things took.
import type { Asked, Status } from '@gatehouse/contract/access/commands'
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import type { Severity } from '@gatehouse/contract/safety/alarms'
import type { Permission } from '@gatehouse/contract/permissions'
import { sentenceOf, textOf } from '../../kit/action-words.ts'
import { ageText } from '../../kit/age.ts'
import { transitionWords } from '../../kit/alarm-words.ts'
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { whatOf } from '../../kit/live/event-what.ts'
import { deviceOf, kindIcons } from './event-words.ts'
import { ofCount, ofGas } from './measured-words.ts'

export interface ShownEntry {
  readonly key: string
  readonly icon: IconName
  readonly kind: string
  readonly what: string
  readonly who: string
  /** Where it is shown in full, for who holds what that needs. */
  readonly to: string | null
  readonly needs: readonly Permission[]
}

export const shownEntry = (entry: TimelineEntry): ShownEntry => {
  if (entry.kind === 'event') return ofEvent(entry)
  if (entry.kind === 'access') return ofAccess(entry)
  if (entry.kind === 'command') return ofCommand(entry)
  if (entry.kind === 'activity') return ofActivity(entry)
  if (entry.kind === 'muster') return ofMuster(entry)
  if (entry.kind === 'alarm') return ofAlarm(entry)
  if (entry.kind === 'gas') return ofGas(entry)
  if (entry.kind === 'count') return ofCount(entry)
  const { id, title, message, path } = entry.notification
  const key = `notification ${id}`
  return { key, icon: 'bell', kind: 'Notification', what: title, who: message, to: path ?? null, needs: [] }
}

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>

const ofEvent = ({ event }: Of<'event'>): ShownEntry => ({
  key: `event ${event.id}`,
  icon: kindIcons[event.deviceKind],
  kind: 'Event',
  what: whatOf(event.type),
  who: deviceOf(event),
  to: `/events/${event.id}`,
  // Those of the page of events.
  needs: ['admin_access'],
})

const alarmIsAt = ({ device, zone, floor, site }: Of<'alarm'>['alarm']) => (device ?? zone ?? floor ?? site)?.name

const ofAlarm = ({ alarm, transition: { what, by, note, at } }: Of<'alarm'>): ShownEntry => {
  const { id, title } = alarm
  return {
    key: `alarm ${id} ${what} ${at}`,
    icon: 'warning',
    kind: 'Alarm',
    what: `${title}: ${transitionWords[what].toLowerCase()}`,
    who: [alarmIsAt(alarm), by && (note === null ? `by ${by}` : `by ${by}: “${note}”`)].filter(Boolean).join(', '),
    to: `/alarms/${id}`,
    needs: ['acknowledge_alarms'],
  }
}

const ofAccess = ({ log }: Of<'access'>): ShownEntry => {
  const way = log.type === 'entry' ? 'Entry' : 'Exit'
  return {
    key: `access ${log.id}`,
    icon: log.type,
    kind: way,
    what: log.result === 'denied' ? `Denied ${log.type}` : way,
    who: [log.person ?? 'Unknown person', log.door].filter(Boolean).join(', '),
    to: `/log-details/${log.id}`,
    needs: ['read_log_details'],
  }
}

const ofCommand = ({ command }: Of<'command'>): ShownEntry => {
  const { id, deviceId, door, asked, seconds, by, reason } = command
  return {
    key: `command ${id}`,
    icon: 'command',
    kind: 'Command',
    what: `${deeds[asked]} ${door}${seconds === null ? '' : ` for ${seconds} s`}`,
    who: reason === null ? by : `${by}: “${reason}”`,
    to: `/doors/${deviceId}`,
    needs: ['read_doors'],
  }
}

const deeds: Record<Asked, string> = {
  unlock: 'Unlock',
  lock: 'Lock',
  hold: 'Keep unlocked',
  release: 'Release',
  lockdown: 'Lock down',
  'release-lockdown': 'Release from lockdown:',
}

export const commandWords: Record<Status, string> = {
  requested: 'Requested',
  sent: 'Sent',
  confirmed: 'Confirmed',
  refused: 'Refused',
  'no-answer': 'No answer',
  failed: 'Not sent',
}

export const commandStates: Record<Status, State> = {
  requested: 'information',
  sent: 'information',
  confirmed: 'normal',
  refused: 'high',
  'no-answer': 'warning',
  failed: 'high',
}

const ofActivity = ({ activity }: Of<'activity'>): ShownEntry => {
  const { id, actor, onBehalfOf, status, address } = activity
  const outcome = status < 400 ? 'done' : status < 500 ? 'refused' : 'failed'
  const sentence = sentenceOf({ ...activity, outcome })
  return {
    key: `activity ${id}`,
    icon: 'person',
    kind: 'Activity',
    what: outcome === 'done' ? textOf(sentence) : `${textOf(sentence)}, ${outcome}`,
    who: [
      onBehalfOf ? `${actor} as ${onBehalfOf}` : actor,
      sentence.subject === null ? activity.subject : null,
      address,
    ]
      .filter(Boolean)
      .join(', '),
    to: `/activity-logs/${id}`,
    needs: ['view_activity_logs'],
  }
}

/** The doors that it is about, if they are few: those can be worked from here. */
export const doorsIn = (entries: readonly TimelineEntry[]): { readonly id: string; readonly name: string }[] => {
  const doors = new Map<string, string>()
  for (const entry of entries) {
    if (entry.kind === 'event' && entry.event.deviceKind === 'door' && entry.event.deviceId && entry.event.device)
      doors.set(entry.event.deviceId, entry.event.device)
    if (entry.kind === 'access' && entry.log.doorId && entry.log.door) doors.set(entry.log.doorId, entry.log.door)
    if (entry.kind === 'alarm' && entry.alarm.device?.kind === 'door')
      doors.set(entry.alarm.device.id, entry.alarm.device.name)
    if (entry.kind === 'command') doors.set(entry.command.deviceId, entry.command.door)
  }
  return doors.size > fewDoors ? [] : [...doors].map(([id, name]) => ({ id, name }))
}
const fewDoors = 3

const ofMuster = ({ what, muster }: Of<'muster'>): ShownEntry => {
  const { id, kind, site, reason, startedBy, endedBy, tally } = muster
  const done = tally.safe + tally.notHere + tally.left
  return {
    key: `muster ${id} ${what}`,
    icon: 'person',
    kind: 'Roll-call',
    what: `${kind === 'real' ? 'Roll-call' : 'Drill of a roll-call'} at ${site} ${what}`,
    who:
      what === 'started'
        ? [startedBy, reason && `“${reason}”`].filter(Boolean).join(': ')
        : muster.mistaken
          ? `${endedBy}: started by mistake`
          : `${endedBy}: ${done} of ${tally.people} accounted for, ${tally.missing} missing`,
    to: `/entry-exit/dashboard/muster/${id}`,
    needs: ['read_entry_exit_dashboard'],
  }
}

/** What a door answered stands with the command that it answers. */
export const withoutAnswers = (entries: readonly TimelineEntry[]): TimelineEntry[] => {
  const commands = new Set(entries.flatMap((entry) => (entry.kind === 'command' ? [entry.command.id] : [])))
  return entries.filter(
    (entry) =>
      !(
        entry.kind === 'event' &&
        entry.event.type === 'door.ack' &&
        commands.has(String(entry.event.data['commandId']))
      ),
  )
}

/** What a roll-call would be for: the first thing of this timeline that somebody has to act upon; null: nothing has to. */
export const incidentOf = (entries: readonly TimelineEntry[]): string | null => {
  for (const entry of entries) {
    if (entry.kind === 'command' && entry.command.asked === 'lockdown')
      return ['Lockdown', entry.command.reason].filter(Boolean).join(': ')
    if (entry.kind === 'alarm' && isUrgent(entry.alarm.severity))
      return [entry.alarm.title, alarmIsAt(entry.alarm)].filter(Boolean).join(': ')
    if (entry.kind === 'event' && (entry.event.severity === 'high' || entry.event.severity === 'critical'))
      return `${whatOf(entry.event.type)}: ${deviceOf(entry.event)}`
  }
  return null
}

const isUrgent = (severity: Severity) => severity === 'high' || severity === 'critical'

/** `0.4 s later`, `3 min later`. */
export const sinceWords = (before: string, at: string): string => {
  const ms = Date.parse(at) - Date.parse(before)
  if (ms < 5) return 'At once'
  if (ms < 10_000) return `${(ms / 1_000).toFixed(ms < 1_000 ? 2 : 1)} s later`
  return `${ageText(before, Date.parse(at))} later`
}

/** How many there are, and over what time. */
export const spanWords = (entries: readonly { readonly at: string }[]): string => {
  const [first, last] = [entries.at(0), entries.at(-1)]
  if (!first || !last) return 'Nothing to see'
  if (entries.length === 1) return 'One entry'
  const ms = Date.parse(last.at) - Date.parse(first.at)
  return `${entries.length} entries within ${ms < 1_000 ? 'a second' : ageText(first.at, Date.parse(last.at))}`
}

/** What a timeline can be narrowed down to. */
const kindsShown: Readonly<Record<TimelineEntry['kind'], string>> = {
  alarm: 'Alarms',
  gas: 'Gas',
  count: 'People counts',
  event: 'Device events',
  access: 'Entries and exits',
  command: 'Commands',
  activity: 'Activity',
  notification: 'Notifications',
  muster: 'Roll-calls',
}

const isKind = (text: string): text is TimelineEntry['kind'] => Object.hasOwn(kindsShown, text)

/** The kinds that there are here, in words. */
export const kindsIn = (entries: readonly TimelineEntry[]): readonly (readonly [TimelineEntry['kind'], string])[] =>
  Object.entries(kindsShown).flatMap(([kind, words]) =>
    isKind(kind) && entries.some((entry) => entry.kind === kind) ? [[kind, words] as const] : [],
  )
