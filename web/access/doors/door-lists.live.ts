// How live events correct what the desk knows of doors: its list, and the door that is open beside it.
import { byId as commandById, isUnderWay, type Standing } from '@gatehouse/contract/access/commands'
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import type { Door, DoorState } from '@gatehouse/contract/access/doors'
import type { Output, Payload } from '@gatehouse/contract/operation'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { type Correction, corrects, keyOf, registerCorrections } from '../../kit/live/live-cache.ts'

/** The pages of the list, by what is asked for. */
export const listKey = 'doors.pages'

export type Pages = InfiniteData<Output<typeof doors.list>, string | undefined>

/** The door with a state that is no older than the one known. */
const withState = (door: Door, status: DoorState): Door => {
  if (door.state && Date.parse(door.state.at) > Date.parse(status.at)) return door
  const { deviceId: _, key: _key, ...state } = status
  const same = door.state?.contact === state.contact
  return { ...door, state: { ...state, contactSince: same ? (door.state?.contactSince ?? null) : state.at } }
}

/** The door with what it was told last; what came earlier changes nothing, and no step goes back. */
const withCommand = (door: Door, commanded: Standing): Door => {
  const known = door.command
  if (known && known.id !== commanded.id && Date.parse(known.requestedAt) > Date.parse(commanded.requestedAt))
    return door
  if (known?.id === commanded.id && !isUnderWay(known) && isUnderWay(commanded)) return door
  return { ...door, command: commanded }
}

const withStatus = (door: Door, { online, lastSeenAt, battery }: Payload<typeof devices.statusChanged>): Door => ({
  ...door,
  online,
  lastSeenAt,
  battery,
})

/** As far as the list shows it: that a door was heard of once more changes no row. */
const withPresence = (door: Door, state: Payload<typeof devices.statusChanged>): Door =>
  door.online === state.online && door.battery === state.battery ? door : withStatus(door, state)

type ByDoor = ReadonlyMap<string, (door: Door) => Door>

/** The pages with these doors changed; undefined where nothing changes, so that nothing is drawn again. */
const pagesAfter = (pages: Pages, byDoor: ByDoor): Pages | undefined => {
  let changed = false
  const after = pages.pages.map((page) => {
    const all = page.doors.map((door) => byDoor.get(door.id)?.(door) ?? door)
    if (all.every((door, n) => door === page.doors[n])) return page
    changed = true
    return { ...page, doors: all }
  })
  return changed ? { ...pages, pages: after } : undefined
}

/** Changes doors wherever they are shown. */
const change = (cache: QueryClient, byDoor: ByDoor, inLists: ByDoor) => {
  cache.setQueriesData<Pages>({ queryKey: [listKey] }, (pages) => pages && pagesAfter(pages, inLists))
  for (const [id, changed] of byDoor)
    cache.setQueryData<{ door: Door }>(keyOf(doors.byId, { doorId: id }), (answer) =>
      answer ? { door: changed(answer.door) } : undefined,
    )
}

/** The alarm of a door as it has just been acknowledged, wherever the door is shown. */
export const showAlarm = (cache: QueryClient, doorId: string, { id, acknowledged, cleared }: Alarm): void => {
  const byDoor: ByDoor = new Map([
    [
      doorId,
      (door) =>
        door.alarm?.id === id ? { ...door, alarm: cleared === null ? { ...door.alarm, acknowledged } : null } : door,
    ],
  ])
  change(cache, byDoor, byDoor)
}

const changes = <P>(list: readonly P[], idOf: (one: P) => string, apply: (door: Door, one: P) => Door) => {
  const byDoor = new Map<string, (door: Door) => Door>()
  for (const one of list) {
    const before = byDoor.get(idOf(one))
    byDoor.set(idOf(one), (door) => apply(before ? before(door) : door, one))
  }
  return byDoor
}

/** Doors follow an event by what it says of each; lists may show less of it than a door's own sheet. */
const follow = <P>(
  { name }: { readonly name: string },
  idOf: (one: P) => string,
  apply: (door: Door, one: P) => Door,
  inLists = apply,
): Correction => ({
  event: name,
  toCache: (cache, list: readonly P[]) => change(cache, changes(list, idOf, apply), changes(list, idOf, inLists)),
})

const corrections: readonly Correction[] = [
  follow<DoorState>(doors.changed, ({ deviceId }) => deviceId, withState),
  follow<Payload<typeof doors.commanded>>(
    doors.commanded,
    ({ command }) => command.deviceId,
    (door, { command }) => withCommand(door, command),
  ),
  follow<Payload<typeof devices.statusChanged>>(devices.statusChanged, ({ id }) => id, withStatus, withPresence),
  corrects(commandById, doors.commanded, (answer, commanded) => {
    let { command, status, steps } = answer
    for (const { command: now, step } of commanded) {
      if (now.id !== command.id) continue
      if (!isUnderWay(command) && isUnderWay(now)) continue
      if (!steps.some((known) => known.status === step.status && known.late === step.late)) steps = [...steps, step]
      command = { ...command, ...now, steps }
      status = now.status
    }
    return { command, status, steps }
  }),
]

registerCorrections(corrections)
