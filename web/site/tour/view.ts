// The building as the tour's tabs show it: every device judged as the dashboard judges it, with the tour's own patience.
import type { Building, Happening, TourDevice } from '@gatehouse/contract/site/tour'
import { channelName } from '../../kit/channel-name.ts'
import { needsSomebody, viewDoor } from '../../ui/theme/door-state.ts'
import { believed, evidenceOf, unitName, valueText } from '../../safety/gas/gas-state.ts'
import { isOld } from '../../ui/feedback/honest-state.ts'
import type { State } from '../../ui/theme/tokens.ts'
import { type Connection, isDeviceOld, readingOldMs, remembered } from './connection.ts'

export interface Line {
  readonly at: string
  readonly key: string
  readonly what: string
  readonly where: string
  readonly state: State
  /** undefined: the state's own. */
  readonly word: string | undefined
}

export const doorsOf = ({ devices }: Building, freshness: Connection, now: number) =>
  ofKind(devices, 'door').map((door) => ({
    ...remembered(viewDoor(door), freshness === 'live' && !isDeviceOld(door, now)),
    name: door.name,
    zone: door.zone,
    needsSomebody: needsSomebody(door),
  }))

export type GasRow = ReturnType<typeof gasOf>[number]

export const gasOf = ({ devices, trends }: Building, freshness: Connection, now: number) =>
  ofKind(devices, 'gas').flatMap((device) =>
    device.latest.map((latest) => {
      const evidence = { ...evidenceOf(device, latest), staleAfterMs: readingOldMs }
      const trend = trends.find((one) => one.device === device.name && one.channel === latest.channel)
      const limits = trend?.setPoints ?? []
      const { state, word } = believed(evidence, latest, freshness !== 'live' || isOld(evidence, now), limits)
      return {
        device: device.name,
        channel: latest.channel,
        name: channelName(latest.channel),
        text: valueText(latest),
        latest,
        trend,
        limits,
        unit: unitName(latest.unit),
        state,
        word,
        at: evidence.at,
      }
    }),
  )

/** What needs somebody, the worst first. */
export const needsOf = (building: Building, freshness: Connection, now: number) => {
  const doors = doorsOf(building, freshness, now).filter((door) => door.needsSomebody)
  const gas = gasOf(building, freshness, now).filter(({ state }) => state !== 'offline' && urgent.includes(state))
  const away = building.devices.filter(({ online }) => online === false)
  return [
    ...doors.map(({ name, state, word, at }) => ({ key: `door ${name}`, state, word, what: name, at })),
    ...gas.map(({ device, name, state, word, at }) => ({
      key: `gas ${device} ${name}`,
      state,
      word: word ?? 'Needs a look',
      what: `${name}, ${device}`,
      at,
    })),
    ...away.map(({ kind, name, lastSeenAt }) => ({
      key: `${kind} ${name}`,
      state: 'offline' as const,
      word: 'Offline',
      what: `${kindWords[kind]}, ${name}`,
      at: lastSeenAt,
    })),
  ].sort((a, b) => urgent.indexOf(a.state) - urgent.indexOf(b.state))
}

/** Who passed and what else happened, newest first. */
export const linesOf = ({ accesses, happenings }: Building, count: number): Line[] =>
  [...accesses.map(lineOfAccess), ...happenings.map(lineOfHappening)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, count)

export const lineOfAccess = ({
  at,
  door,
  direction,
  result,
  reason,
  taken: received,
}: Building['accesses'][number]): Line => ({
  at,
  key: `${at} ${door} ${direction} ${result}`,
  what: direction === 'entry' ? 'Entry' : 'Exit',
  where: door,
  ...(result === 'denied'
    ? { state: 'high' as const, word: `Denied: ${reason ?? 'no reason given'}` }
    : received === false
      ? { state: 'information' as const, word: 'Granted, not taken' }
      : { state: 'normal' as const, word: 'Granted' }),
})

const lineOfHappening = ({ at, where, type, severity }: Happening): Line => ({
  at,
  key: `${at} ${where} ${type}`,
  where,
  what: happeningWords[type],
  state: severity,
  word: undefined,
})

const ofKind = (devices: readonly TourDevice[], kind: TourDevice['kind']) => devices.filter((d) => d.kind === kind)

const urgent: readonly State[] = ['critical', 'high', 'fault', 'offline', 'stale']

/** Of several channels the one that needs somebody most. */
export const worst = <Row extends { readonly state: State }>(rows: readonly Row[]): Row | undefined =>
  rows.find(({ state }) => state === urgent.find((one) => rows.some((row) => row.state === one))) ?? rows[0]

const kindWords: Record<TourDevice['kind'], string> = {
  door: 'Door',
  camera: 'Camera',
  intercom: 'Intercom',
  gas: 'Gas detector',
  counter: 'Counter',
  actuator: 'Actuator',
}

const happeningWords: Record<Happening['type'], string> = {
  'door.forced-open': 'Forced open',
  'door.held-open': 'Held open',
  'door.tamper': 'Tampered with',
  'door.fault': 'Fault',
  'camera.motion': 'Motion seen',
  'camera.person-detected': 'Person seen',
  'camera.vehicle-detected': 'Vehicle seen',
  'camera.crowd-detected': 'Crowd seen',
  'intercom.ringing': 'Somebody rings',
}
