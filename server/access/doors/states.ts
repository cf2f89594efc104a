// What each door last reported. A report changes only the parts that it names; a late one changes nothing. With it, in the
// same transaction: the incident it begins or ends, what alarm rules are judged by, and the commands it answers.
import * as doors from '@gatehouse/contract/access/doors'
import { id as anId } from '@gatehouse/contract/shapes'
import type { Message } from '@gatehouse/contract/building/wire'
import { lockAfter } from '@gatehouse/devices/driver'
import type pg from 'pg'
import { type AnsweringStates, type Reported, statesAnswering } from '../../building/commands/commands.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import {
  nothingToPublish,
  type Observation,
  type Observe,
  type Recorder,
  type Sender,
  type ReceivedMessage,
} from '../../kit/recorders.ts'
import type { Commands } from './commands.ts'
import { afterReport, type Life, type Parts, runs } from './door-life.ts'
import { lockDoors, writeLives } from './states.sql.ts'
import { type ReportedAlarm, storeReportedAlarms, keepShutOpenings, type ShutOpening } from './watch.sql.ts'

export interface StateParts {
  readonly bus: Bus
  readonly commands?: Pick<Commands, 'settleWithin'>
}

type Querier = Pick<pg.ClientBase, 'query'>

export const recordStates =
  (parts: StateParts): Recorder<'state'> =>
  (tx, batch, observe) =>
    store(
      tx,
      parts,
      observe,
      batch.flatMap((received) => report(received, received.message)),
      'perhaps an event too',
    )

/** Door events say something about the state too, for devices that send no state of their own. */
export const recordStatesOfEvents =
  (parts: StateParts): Recorder<'event'> =>
  (tx, batch, observe) =>
    store(
      tx,
      parts,
      observe,
      batch.flatMap((received) => report(received, impliedBy(received.message))),
    )

const impliedBy = ({ type }: Message<'event'>): Partial<Parts> => {
  switch (type) {
    case 'opened':
      return { contact: 'Open' }
    case 'closed':
      return { contact: 'Closed', alarm: 'Normal' }
    case 'forced-open':
      return { contact: 'Open', alarm: 'DoorForcedOpen' }
    case 'held-open':
      return { contact: 'Open', alarm: 'DoorOpenTooLong' }
    case 'tamper':
      return { tamper: 'TamperDetected' }
    case 'fault':
      return { fault: 'FaultDetected' }
    default:
      return {}
  }
}

interface Report {
  readonly received: ReceivedMessage
  readonly reported: Partial<Parts>
}

const names = ['mode', 'lock', 'contact', 'alarm', 'tamper', 'fault'] as const

const report = (received: ReceivedMessage, reported: Partial<Parts>): Report[] =>
  received.device.kind === 'door' && names.some((name) => reported[name] !== undefined)
    ? [{ received, reported: Object.fromEntries(names.map((name) => [name, reported[name]])) }]
    : []

/** A bolt that is where a command wanted it answers that command. */
const answered: AnsweringStates = { wanted: lockAfter, who: 'The lock' }

const store = async (
  tx: Querier,
  { bus, commands }: StateParts,
  observe: Observe,
  reports: readonly Report[],
  alarms: 'events' | 'perhaps an event too' = 'events',
) => {
  if (reports.length === 0) return nothingToPublish
  const known = await lockDoors(tx, [...new Set(reports.map(({ received }) => received.device.id))])
  const lives = new Map([...known].map(([id, { life }]) => [id, life]))
  const moved = new Map<string, Sender>()
  const reported: Reported[] = []
  const observed: Observation[] = []
  const shut: ShutOpening[] = []
  const stated: ReportedAlarm[] = []
  const inOrder = [...reports].sort((a, b) => a.received.at.getTime() - b.received.at.getTime())
  for (const { received, reported: parts } of inOrder) {
    const { device, at, receivedAt, message } = received
    const before = lives.get(device.id) ?? null
    const correlationId = anId.safeParse(Reflect.get(message, 'correlationId')).data
    const after = afterReport(before, {
      parts,
      at,
      receivedAt,
      by: 'controller',
      correlationId,
    })
    if (!after || after === before) continue
    lives.set(device.id, after)
    moved.set(device.id, device)
    observed.push(...observationsOf(device.id, after, at, before))
    if (parts.lock !== undefined) reported.push({ deviceId: device.id, state: parts.lock, at: receivedAt })
    if (before?.contactSince && wasForced(before) && after.contact === 'Closed')
      shut.push({ deviceId: device.id, contactSince: before.contactSince, seenAt: receivedAt })
    if (after.alarm === 'Normal' || after.alarm === before?.alarm) continue
    if (alarms === 'events' || after.correlationId === null) continue
    stated.push({ deviceId: device.id, alarm: after.alarm, at, seenAt: receivedAt, correlationId: after.correlationId })
  }
  if (moved.size === 0) return nothingToPublish
  const changed = [...moved.values()].flatMap((device) => {
    const life = lives.get(device.id)
    return life ? [{ device, life }] : []
  })
  await writeLives(tx, changed)
  await keepShutOpenings(tx, shut)
  await storeReportedAlarms(tx, stated)
  const answering = reported.filter(({ deviceId }) => known.get(deviceId)?.answersByState)
  const publishCommands = await commands?.settleWithin(tx, await statesAnswering(tx, answered, answering))
  observe(observed)
  const altered = changed.filter(({ device, life }) => isOtherwise(known.get(device.id)?.life ?? null, life))
  return () => {
    publishStates(bus, changed)
    publishAltered(bus, altered)
    publishCommands?.()
  }
}

/** What alarm rules are judged by. `before`: as it was, where it may have been opened since. */
export const observationsOf = (
  deviceId: string,
  life: Life,
  at: Date,
  before: Life | null = life,
): readonly Observation[] => {
  const of = { deviceId, at }
  const correlationId = runs(life) ? life.correlationId : null
  return [
    { ...of, measure: 'door.forced-open', value: life.alarm === 'DoorForcedOpen', correlationId },
    { ...of, measure: 'door.held-open', value: life.alarm === 'DoorOpenTooLong', correlationId },
    { ...of, measure: 'door.fault', value: isFaulty(life), correlationId },
    { ...of, measure: 'device.tamper', value: tampers[life.tamper], correlationId },
    ...(life.contact === 'Open' && before !== null && before.contact !== 'Open'
      ? [{ ...of, measure: 'door.opened' as const, value: true, correlationId }]
      : []),
  ]
}

const isFaulty = ({ fault, lock, contact }: Life): boolean =>
  fault === 'FaultDetected' || lock === 'Fault' || contact === 'Fault'

const tampers: Record<Life['tamper'], boolean | null> = { TamperDetected: true, NotInTamper: false, Unknown: null }

// Perhaps: the watch looks at who had been let in. Of one in alarm it has been told.
const wasForced = ({ contact, openedLocked, alarm }: Life) =>
  contact === 'Open' && openedLocked === true && alarm === 'Normal'

export interface Moved {
  readonly device: Pick<Sender, 'id' | 'key' | 'companyId'>
  readonly life: Life
}

export const publishStates = (bus: Bus, moved: readonly Moved[]) => {
  for (const { device, life } of moved) {
    const { mode, lock, contact, alarm, tamper, fault } = life
    bus.publish(doors.changed, device.companyId, {
      deviceId: device.id,
      key: device.key,
      mode,
      lock,
      contact,
      alarm,
      tamper,
      fault,
      at: life.at.toISOString(),
      receivedAt: life.receivedAt.toISOString(),
    })
  }
}

export const publishAltered = (bus: Bus, moved: readonly { readonly device: Pick<Sender, 'id' | 'companyId'> }[]) => {
  const at = clock.iso()
  for (const { device } of moved) bus.publish(doors.altered, device.companyId, { deviceId: device.id, at })
}

// What the list shows beyond the parts.
const isOtherwise = (before: Life | null, after: Life) =>
  (before?.alarm ?? 'Normal') !== after.alarm || runs(before) !== runs(after)
