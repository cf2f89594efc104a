// What its condition, people and time do to one alarm (ISA-18.2, IEC 62682). Pure: every step answers the alarm as it is
// after it, and the same object where it changes nothing.
import type { AlarmState } from '@gatehouse/contract/safety/alarms'

export interface Acknowledged {
  readonly at: Date
  readonly by: string
  readonly note: string | null
}

export interface Shelved {
  readonly at: Date
  readonly until: Date
  readonly by: string
  readonly reason: string
}

export interface Cleared {
  readonly at: Date
  /** null: it had returned to normal and was acknowledged, or never asked for a response. */
  readonly by: string | null
  readonly reason: string | null
}

export interface AlarmLife {
  /** Whether its condition holds. */
  readonly isActive: boolean
  readonly raisedAt: Date
  /** Of the newest occurrence. */
  readonly lastAt: Date
  /** null while its condition holds. */
  readonly returnedAt: Date | null
  readonly count: number
  readonly acknowledged: Acknowledged | null
  readonly shelved: Shelved | null
  /** By a condition that its rule names. */
  readonly isSuppressed: boolean
  /** Its device is in maintenance. */
  readonly isOutOfService: boolean
  /** Whether it has asked for a response: one that never did needs none. */
  readonly isAnnunciated: boolean
  /** Whether it stays, returned and acknowledged, until a person resolves it with a reason. */
  readonly latches: boolean
  readonly cleared: Cleared | null
}

export const stateOf = (life: AlarmLife): AlarmState => {
  if (life.cleared) return 'cleared'
  if (life.isOutOfService) return 'out-of-service'
  if (life.isSuppressed) return 'suppressed'
  if (life.shelved) return 'shelved'
  if (life.isActive) return life.acknowledged ? 'acknowledged' : 'unacknowledged'
  return life.acknowledged ? 'latched' : 'returned-unacknowledged'
}

/** Its first occurrence. */
export const raised = (at: Date, as: Pick<AlarmLife, 'latches' | 'isSuppressed' | 'isOutOfService'>): AlarmLife =>
  settled(
    {
      isActive: true,
      raisedAt: at,
      lastAt: at,
      returnedAt: null,
      count: 1,
      acknowledged: null,
      shelved: null,
      isAnnunciated: false,
      cleared: null,
      ...as,
    },
    at,
  )

/** Its condition holds again: whoever acknowledged it before has to know. */
export const afterOccurrence = (life: AlarmLife, at: Date): AlarmLife =>
  life.cleared || life.isActive
    ? life
    : settled({ ...life, isActive: true, lastAt: at, returnedAt: null, count: life.count + 1, acknowledged: null }, at)

export const afterReturn = (life: AlarmLife, at: Date): AlarmLife =>
  life.cleared || !life.isActive ? life : settled({ ...life, isActive: false, returnedAt: at }, at)

export const afterAcknowledgement = (life: AlarmLife, acknowledged: Acknowledged): AlarmLife =>
  life.cleared || life.acknowledged ? life : settled({ ...life, acknowledged }, acknowledged.at)

/** Shelved anew, the later word counts. */
export const afterShelving = (life: AlarmLife, shelved: Shelved): AlarmLife =>
  life.cleared ? life : { ...life, shelved }

export const afterUnshelving = (life: AlarmLife, at: Date): AlarmLife =>
  life.cleared || !life.shelved ? life : annunciatedAnew({ ...life, shelved: null }, at)

export const afterSuppression = (life: AlarmLife, isSuppressed: boolean, at: Date): AlarmLife => {
  if (life.cleared || life.isSuppressed === isSuppressed) return life
  const after = { ...life, isSuppressed }
  return isSuppressed ? after : annunciatedAnew(after, at)
}

export const afterMaintenance = (life: AlarmLife, isOutOfService: boolean, at: Date): AlarmLife => {
  if (life.cleared || life.isOutOfService === isOutOfService) return life
  const after = { ...life, isOutOfService }
  return isOutOfService ? after : annunciatedAnew(after, at)
}

/** By a person, once its condition is over: one that is active stays. */
export const afterResolution = (life: AlarmLife, by: string, at: Date, reason: string | null): AlarmLife =>
  life.cleared || life.isActive
    ? life
    : {
        ...life,
        acknowledged: life.acknowledged ?? { at, by, note: null },
        shelved: null,
        cleared: { at, by, reason },
      }

/** A shelf ends by itself. Nothing else is changed by time alone. */
export const afterTime = (life: AlarmLife, now: Date): AlarmLife =>
  life.shelved && life.shelved.until <= now ? afterUnshelving(life, life.shelved.until) : life

const isHeldBack = ({ shelved, isSuppressed, isOutOfService }: AlarmLife) =>
  shelved !== null || isSuppressed || isOutOfService

// What was acknowledged before it was held back is acknowledged once more where it still holds.
const annunciatedAnew = (life: AlarmLife, at: Date): AlarmLife =>
  isHeldBack(life) ? life : settled(life.isActive ? { ...life, acknowledged: null } : life, at)

// Left where it has returned to normal and nobody has to respond; never while it is held back, so that it is seen there.
const settled = (life: AlarmLife, at: Date): AlarmLife => {
  if (isHeldBack(life)) return life
  if (life.isActive) return life.isAnnunciated ? life : { ...life, isAnnunciated: true }
  const needsNobody = !life.isAnnunciated || (life.acknowledged !== null && !life.latches)
  return needsNobody ? { ...life, cleared: { at, by: null, reason: null } } : life
}
