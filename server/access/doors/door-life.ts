// How a report moves what is known of a door: its parts, since when it is open, its alarm, and the incident that begins
// with an alarm and ends when the door is shut and locked again. Pure.
import type { Alarm, DoorState } from '@gatehouse/contract/access/doors'
import { v7 as uuid } from 'uuid'

export type Part = 'mode' | 'lock' | 'contact' | 'alarm' | 'tamper' | 'fault'
export type Parts = Pick<DoorState, Part>
type WatchedBy = 'controller' | 'server'

export interface Life extends Parts {
  readonly at: Date
  readonly receivedAt: Date
  readonly contactSince: Date | null
  /** Whether the lock was shut when it was opened; null: it cannot tell. */
  readonly openedLocked: boolean | null
  readonly alarmSince: Date | null
  readonly alarmBy: WatchedBy | null
  readonly correlationId: string | null
  readonly incidentSince: Date | null
  readonly incidentOverAt: Date | null
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly acknowledgedNote: string | null
  /** The worst alarm since the last acknowledgement, whether it has returned to normal or not; null: none. */
  readonly unacknowledged: Alarm['kind'] | null
  /** How many of that kind. */
  readonly alarmCount: number
  readonly returnedAt: Date | null
}

export interface ReportedState {
  readonly parts: Partial<Parts>
  readonly at: Date
  readonly receivedAt: Date
  /** Who raises the alarm that is said. */
  readonly by: WatchedBy
  /** Somebody works at the door: nobody has to acknowledge its alarms. */
  readonly inMaintenance?: boolean
  /** Of what the door says it belongs to. */
  readonly correlationId?: string | undefined
}

const unseen: Parts = {
  mode: 'Unknown',
  lock: 'Unknown',
  contact: 'Unknown',
  alarm: 'Normal',
  tamper: 'Unknown',
  fault: 'Unknown',
}

const standsOpenTo: ReadonlySet<string> = new Set(['Accessed', 'Unlocked', 'LockedOpen'])

/** What is known after a report; the same object where it comes late and changes nothing. */
export const afterReport = (before: Life | null, reported: ReportedState): Life | null => {
  if (before && momentOf(reported) < momentOf(before)) return before
  const was: Parts = before ?? unseen
  const next = { ...was, ...defined(reported.parts) }
  const shuts = next.contact === 'Closed' && was.contact !== 'Closed'
  const opens = next.contact === 'Open' && was.contact !== 'Open'
  // What the server raised the server takes back: a controller that does not watch says Normal whatever happens.
  const raisedByServer = was.alarm !== 'Normal' && before?.alarmBy === 'server'
  if (raisedByServer && reported.by === 'controller' && reported.parts.alarm === 'Normal') next.alarm = was.alarm
  if (raisedByServer && shuts) next.alarm = 'Normal'
  const contact =
    before && next.contact === was.contact
      ? { contactSince: before.contactSince, openedLocked: before.openedLocked }
      : { contactSince: reported.at, openedLocked: opens ? wasLocked(was, next) : null }
  return {
    ...next,
    at: reported.at,
    receivedAt: reported.receivedAt,
    ...contact,
    ...incidentOf(before, next, reported),
  }
}

// Nothing is known of what is yet to come: of a clock that runs ahead, until it is put right, the order in which it was
// heard stands.
const momentOf = ({ at, receivedAt }: Pick<Life, 'at' | 'receivedAt'>): Date => (at < receivedAt ? at : receivedAt)

/** Whether an incident runs: from the alarm until the door is shut and locked again. */
export const runs = (life: Pick<Life, 'correlationId' | 'incidentOverAt'> | null): boolean =>
  life !== null && life.correlationId !== null && life.incidentOverAt === null

// The release before an opening may come with it in one message.
const wasLocked = (was: Parts, next: Parts): boolean | null => {
  if (standsOpenTo.has(next.mode) || standsOpenTo.has(was.mode)) return false
  if (next.lock === 'Unlocked' || was.lock === 'Unlocked') return false
  return was.lock === 'Locked' || next.lock === 'Locked' ? true : null
}

type Incident = Omit<Life, Part | 'at' | 'receivedAt' | 'contactSince' | 'openedLocked'>

const calm: Incident = {
  alarmSince: null,
  alarmBy: null,
  correlationId: null,
  incidentSince: null,
  incidentOverAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedNote: null,
  unacknowledged: null,
  alarmCount: 0,
  returnedAt: null,
}

const incidentOf = (before: Life | null, next: Parts, reported: ReportedState): Incident => {
  const was = before ?? { ...calm, alarm: 'Normal' as const }
  const stored: Incident = {
    alarmSince: was.alarmSince,
    alarmBy: was.alarmBy,
    correlationId: was.correlationId,
    incidentSince: was.incidentSince,
    incidentOverAt: was.incidentOverAt,
    acknowledgedAt: was.acknowledgedAt,
    acknowledgedBy: was.acknowledgedBy,
    acknowledgedNote: was.acknowledgedNote,
    unacknowledged: was.unacknowledged,
    alarmCount: was.alarmCount,
    returnedAt: was.returnedAt,
  }
  if (next.alarm !== 'Normal' && (next.alarm !== was.alarm || was.correlationId === null)) {
    const goesOn = runs(before)
    return {
      ...calm,
      ...(reported.inMaintenance ? {} : unacknowledgedAfter(was, next.alarm)),
      alarmSince: reported.at,
      alarmBy: reported.by,
      correlationId: goesOn ? was.correlationId : (reported.correlationId ?? uuid()),
      incidentSince: goesOn ? was.incidentSince : reported.at,
    }
  }
  if (next.alarm !== 'Normal') return stored
  const over = runs(before) && next.contact !== 'Open' && next.lock !== 'Unlocked'
  return {
    ...stored,
    // What nobody has acknowledged still has its moment, and who raised it.
    ...(stored.unacknowledged === null ? { alarmSince: null, alarmBy: null } : {}),
    ...(was.alarm !== 'Normal' && stored.unacknowledged !== null ? { returnedAt: reported.at } : {}),
    ...(over ? { incidentOverAt: reported.at } : {}),
  }
}

/** One more alarm: counted with those of its kind; one that is less bad does not take the place of a worse one. */
const unacknowledgedAfter = (
  { unacknowledged, alarmCount }: Pick<Incident, 'unacknowledged' | 'alarmCount'>,
  kind: Alarm['kind'],
): Pick<Incident, 'unacknowledged' | 'alarmCount'> => {
  if (unacknowledged === kind) return { unacknowledged, alarmCount: alarmCount + 1 }
  if (unacknowledged === 'DoorForcedOpen') return { unacknowledged, alarmCount }
  return { unacknowledged: kind, alarmCount: 1 }
}

/** A door that was forced and is shut again before anybody knew: it stands as it stands, and waits for an acknowledgement. */
export const afterForcedAndShut = (life: Life, at: Date): Life & { readonly correlationId: string } => ({
  ...life,
  ...unacknowledgedAfter(life, 'DoorForcedOpen'),
  correlationId: (runs(life) ? life.correlationId : null) ?? uuid(),
  alarmSince: at,
  alarmBy: 'server',
  returnedAt: at,
  ...(runs(life) ? {} : { incidentSince: at, incidentOverAt: at }),
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedNote: null,
})

/** Somebody deals with its alarm. */
export const afterAcknowledgement = (life: Life, by: string, at: Date, note: string | null): Life => ({
  ...life,
  unacknowledged: null,
  alarmCount: 0,
  acknowledgedAt: at,
  acknowledgedBy: by,
  acknowledgedNote: note,
})

const defined = (parts: Partial<Parts>): Partial<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
