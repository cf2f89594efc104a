// What is done in the tour's building, as its tabs show it: commands to doors, the plan, the roll-call and the record.
import type { Building, Drill, TourRecord, Worked } from '@gatehouse/contract/site/tour'
import type { State } from '../../ui/theme/tokens.ts'
import { type Connection, isDeviceOld, remembered } from './connection.ts'
import { doorsOf, gasOf, type Line, worst } from './view.ts'

const durationText = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

const askedWords: Record<Worked['asked'], string> = {
  unlock: 'Unlock for 5 s',
  lock: 'Lock',
  hold: 'Keep unlocked',
  release: 'Release',
  lockdown: 'Lockdown',
  'release-lockdown': 'Release lockdown',
}

const statusWords: Record<Worked['status'], { readonly state: State; readonly word: string }> = {
  requested: { state: 'information', word: 'Recorded' },
  sent: { state: 'information', word: 'Sent' },
  confirmed: { state: 'normal', word: 'Confirmed' },
  refused: { state: 'high', word: 'Refused' },
  'no-answer': { state: 'unknown', word: 'No answer' },
  failed: { state: 'offline', word: 'Not sent' },
}

/** What went well before a silence stays true, but nothing is green while nobody knows what is so now. */
const notGreenInSilence = (state: State, freshness: Connection): State =>
  freshness !== 'live' && state === 'normal' ? 'stale' : state

/** A command to a door, with how long the door took to confirm it. */
export const lineOfWorked = ({ at, door, asked, status, answeredMs }: Worked, freshness: Connection): Line => {
  const { state, word } = statusWords[status]
  return {
    at,
    key: `${at} ${door} ${asked}`,
    what: askedWords[asked],
    where: door,
    state: notGreenInSilence(state, freshness),
    word: answeredMs === null ? word : `${word} after ${durationText(answeredMs)}`,
  }
}

/** A device on the plan of a floor, as it may be believed. */
export interface Placed {
  readonly key: string
  readonly name: string
  readonly kind: Building['devices'][number]['kind']
  readonly x: number
  readonly y: number
  readonly state: State
  readonly word: string | undefined
}

/** Everything on the plan of a floor. */
export const placedOn = (building: Building, level: number, freshness: Connection, now: number): Placed[] => {
  const doors = new Map(doorsOf(building, freshness, now).map((door) => [door.name, door]))
  const gas = gasOf(building, freshness, now)
  return building.devices.flatMap((device) => {
    const { kind, name, spot } = device
    if (spot?.level !== level) return []
    const known = () => {
      if (kind === 'door') return doors.get(name)
      if (kind === 'gas') return worst(gas.filter((row) => row.device === name))
      const online = { state: device.online ? ('normal' as const) : ('offline' as const), word: undefined }
      if (!device.online) return online
      return remembered({ ...online, word: 'Online', at: null }, freshness === 'live' && !isDeviceOld(device, now))
    }
    const { state = 'unknown', word } = known() ?? {}
    return [{ key: `${kind} ${name}`, kind, name, x: spot.x, y: spot.y, state, word }]
  })
}

/** How many there are on a list, and how many are found or missing. */
export const tallyOf = ({ zones }: Pick<Drill, 'zones'>) => {
  const sum = (what: 'people' | 'safe' | 'missing') => zones.reduce((n, zone) => n + zone[what], 0)
  return { people: sum('people'), safe: sum('safe'), missing: sum('missing') }
}

const actionWords: Record<TourRecord['entries'][number]['action'], string> = {
  'doors.unlock': 'Unlocked',
  'muster.start': 'Started a roll-call',
  'muster.end': 'Ended a roll-call',
}

/** An entry of the record. */
export const lineOfEntry = ({ at, action, subject }: TourRecord['entries'][number], freshness: Connection): Line => ({
  at,
  key: `${at} ${action} ${subject}`,
  what: actionWords[action],
  where: subject,
  state: notGreenInSilence('normal', freshness),
  word: 'Success',
})
