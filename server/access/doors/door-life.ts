// How a report moves what is known of a door: its parts, since when it is open, and the incident that begins when it is
// forced or held open and ends when it is shut and locked again. Pure.
import type { DoorState } from '@gatehouse/contract/access/doors'
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
  /** Who found that it is forced or held open. */
  readonly alarmBy: WatchedBy | null
  readonly correlationId: string | null
  readonly incidentSince: Date | null
  readonly incidentOverAt: Date | null
}

export interface ReportedState {
  readonly parts: Partial<Parts>
  readonly at: Date
  readonly receivedAt: Date
  /** Who raises the alarm that is said. */
  readonly by: WatchedBy
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

type Incident = Pick<Life, 'alarmBy' | 'correlationId' | 'incidentSince' | 'incidentOverAt'>

const calm: Incident = { alarmBy: null, correlationId: null, incidentSince: null, incidentOverAt: null }

const incidentOf = (before: Life | null, next: Parts, reported: ReportedState): Incident => {
  const was = before ?? { ...calm, alarm: 'Normal' as const }
  const stored: Incident = {
    alarmBy: was.alarmBy,
    correlationId: was.correlationId,
    incidentSince: was.incidentSince,
    incidentOverAt: was.incidentOverAt,
  }
  if (next.alarm !== 'Normal' && (next.alarm !== was.alarm || was.correlationId === null)) {
    const goesOn = runs(before)
    return {
      alarmBy: reported.by,
      correlationId: goesOn ? was.correlationId : (reported.correlationId ?? uuid()),
      incidentSince: goesOn ? was.incidentSince : reported.at,
      incidentOverAt: null,
    }
  }
  if (next.alarm !== 'Normal') return stored
  const over = runs(before) && next.contact !== 'Open' && next.lock !== 'Unlocked'
  return { ...stored, alarmBy: null, ...(over ? { incidentOverAt: reported.at } : {}) }
}

/** A door that was forced and is shut again before anybody knew: it stands as it stands, and its incident is over. */
export const afterForcedAndShut = (life: Life, at: Date): Life & { readonly correlationId: string } =>
  runs(life) && life.correlationId !== null
    ? { ...life, correlationId: life.correlationId }
    : { ...life, correlationId: uuid(), incidentSince: at, incidentOverAt: at }

const defined = (parts: Partial<Parts>): Partial<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
