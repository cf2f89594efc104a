// Where which set points hold. The whole company has some; sites, zones and detectors may have others, and the narrowest place
// that has any of a channel decides on that channel alone: a detector is judged by exactly one area's set points of it. Pure.
import {
  inProfile,
  measureOfSetPoint,
  mostHysteresis,
  type ProfileName,
  profiles,
  type SetPointChannel,
  setPointChannels,
  setPointRange,
  type Stage,
  stages,
  usualHysteresis,
} from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import type { WantedSetPoint } from '../alarms/alarms.ts'

export interface Point {
  readonly channel: SetPointChannel
  readonly stage: Stage
  readonly value: number
  readonly seconds: number
  /** Absent: the usual one. */
  readonly hysteresis?: number | undefined
  /** null: a value of the company's own. */
  readonly profile: ProfileName | null
  readonly source: string
}

export interface Places {
  readonly siteIds: readonly string[]
  readonly zoneIds: readonly string[]
  readonly deviceIds: readonly string[]
}

export interface Area {
  /** null: the whole company. */
  readonly id: string | null
  readonly places: Places
  readonly profile: ProfileName
  /** In the order of channels and stages. */
  readonly points: readonly Point[]
}

export const nowhere: Places = { siteIds: [], zoneIds: [], deviceIds: [] }

/** From the wide to the narrow: each may be an exception to those before it. */
const levels = ['siteIds', 'zoneIds', 'deviceIds'] as const
type Level = (typeof levels)[number]

/** Of which kind the places are; null: none, which is the whole company; undefined: of several. */
export const levelOf = (places: Places): Level | null | undefined => {
  const named = levels.filter((level) => places[level].length > 0)
  return named.length > 1 ? undefined : (named[0] ?? null)
}

export const inOrder = (points: readonly Point[]): Point[] =>
  setPointChannels.flatMap((channel) =>
    stages.flatMap((stage) => points.find((point) => point.channel === channel && point.stage === stage) ?? []),
  )

export const pointsOf = (profile: ProfileName): Point[] =>
  profiles[profile].setPoints.map((point) => ({ ...point, profile }))

const sorted = (ids: Iterable<string>): string[] => [...new Set(ids)].sort()

/** The areas after a change; `newId` is that of an area which it begins. What it names has to be there (`faultsIn`). */
export const changedBy = (areas: readonly Area[], change: SetPointChange, newId: string): Area[] => {
  switch (change.kind) {
    case 'profile':
      return withProfile(areas, change, newId)
    case 'values':
      return areas.map((area) => (area.id === change.areaId ? withValues(area, change.values) : area))
    case 'end-area':
      return areas.filter(({ id }) => id !== change.areaId)
    default:
      return [...areas]
  }
}

const withProfile = (
  areas: readonly Area[],
  { profile, at }: Extract<SetPointChange, { kind: 'profile' }>,
  newId: string,
): Area[] => {
  const level = levelOf(at)
  const points = pointsOf(profile)
  if (!level) return areas.map((area) => (area.id === null ? { ...area, profile, points } : area))
  const ids = sorted(at[level])
  const isSame = ({ places }: Area) => ids.join() === places[level].join()
  const before = areas.find(isSame)
  // A place has one area: it leaves the one that it was in.
  const others = areas.flatMap((area) => {
    if (isSame(area)) return []
    const left = area.places[level].filter((id) => !ids.includes(id))
    if (left.length === area.places[level].length) return [area]
    return left.length === 0 ? [] : [{ ...area, places: { ...area.places, [level]: left } }]
  })
  return [...others, { id: before?.id ?? newId, places: { ...nowhere, [level]: ids }, profile, points }]
}

const withValues = (area: Area, values: Extract<SetPointChange, { kind: 'values' }>['values']): Area => {
  const isNamed = ({ channel, stage }: Point) =>
    values.some((value) => value.channel === channel && value.stage === stage)
  const own = values.flatMap(({ channel, stage, value, seconds, hysteresis, source }) =>
    value === null
      ? []
      : [{ channel, stage, value, seconds, hysteresis: unusual(channel, value, hysteresis), profile: null, source }],
  )
  return { ...area, points: inOrder([...area.points.filter((point) => !isNamed(point)), ...own]) }
}

/** What is as usual is left out, so that it is the same whether it was typed or not. */
export const unusual = (channel: SetPointChannel, value: number, hysteresis: number | undefined): number | undefined =>
  hysteresis === usualHysteresis(channel, value) ? undefined : hysteresis

/** What the areas ask of the alarm rules. `titleOf`: what an area is called in their names. */
export const wantedOf = (areas: readonly Area[], titleOf: (area: Area) => string): WantedSetPoint[] =>
  areas.flatMap((area) =>
    area.points.map(({ channel, stage, value, seconds, hysteresis }) => ({
      areaId: area.id,
      of: area.id === null ? undefined : titleOf(area),
      channel,
      stage,
      value,
      seconds,
      hysteresis,
      scope: { ...idsOf(area.places), labelIds: [], kinds: [] },
      except: exceptionsTo(area, channel, areas),
    })),
  )

const idsOf = ({ siteIds, zoneIds, deviceIds }: Places) => ({
  siteIds: [...siteIds],
  zoneIds: [...zoneIds],
  deviceIds: [...deviceIds],
})

const depthOf = ({ places }: Area): number => {
  const level = levelOf(places)
  return level ? levels.indexOf(level) + 1 : 0
}

const exceptionsTo = (area: Area, channel: SetPointChannel, areas: readonly Area[]) => {
  const narrower = areas.filter(
    (other) => depthOf(other) > depthOf(area) && other.points.some((point) => point.channel === channel),
  )
  if (narrower.length === 0) return undefined
  const within = (level: Level) => sorted(narrower.flatMap(({ places }) => places[level]))
  return { siteIds: within('siteIds'), zoneIds: within('zoneIds'), deviceIds: within('deviceIds') }
}

interface Fault {
  readonly field: string
  readonly message: string
}

/** Pairs of which the first has to be below the second. */
const ordered = [
  ['low', 'high'],
  ['deficiency', 'enrichment'],
  ['stel', 'stel-high'],
] as const satisfies readonly (readonly [Stage, Stage])[]

/** Why a change of areas cannot be made; none: it can. */
export const faultsIn = (areas: readonly Area[], change: SetPointChange): Fault[] => {
  if (change.kind === 'profile')
    return levelOf(change.at) === undefined
      ? [{ field: 'change.at', message: 'Choose sites, zones or detectors: of one kind at a time' }]
      : []
  if (change.kind !== 'values' && change.kind !== 'end-area') return []
  const area = areas.find(({ id }) => id === change.areaId)
  if (!area) return [{ field: 'change.areaId', message: 'These places have no set points of their own any more' }]
  if (change.kind === 'end-area') return []
  const field = (index: number, part: string) => `change.values.${index}.${part}`
  const faults = change.values.flatMap(({ channel, stage, value, hysteresis }, index): Fault[] => {
    if (measureOfSetPoint(channel, stage) === null)
      return [{ field: field(index, 'stage'), message: `${channel} has no such stage` }]
    if (change.values.findIndex((other) => other.channel === channel && other.stage === stage) < index)
      return [{ field: field(index, 'stage'), message: `This stage of ${channel} is there twice` }]
    const [least, most] = setPointRange[channel]
    if (value !== null && (value < least || value > most))
      return [
        { field: field(index, 'value'), message: `Enter ${least} to ${most} ${unitOfGas[channel]} for ${channel}` },
      ]
    if (value !== null && hysteresis !== undefined && hysteresis > mostHysteresis(channel, value)) {
      const message = `Enter 0 to ${mostHysteresis(channel, value)} ${unitOfGas[channel]}, or it is hardly ever normal again`
      return [{ field: field(index, 'hysteresis'), message }]
    }
    return []
  })
  if (faults.length > 0) return faults
  const { points } = withValues(area, change.values)
  return change.values.flatMap(({ channel, stage }, index) =>
    ordered.flatMap(([first, second]): Fault[] => {
      if (stage !== first && stage !== second) return []
      const valueOf = (wanted: Stage) =>
        points.find((point) => point.channel === channel && point.stage === wanted)?.value ?? null
      const [below, above] = [valueOf(first), valueOf(second)]
      if (below === null || above === null || below < above) return []
      return [{ field: field(index, 'value'), message: `The ${first} of ${channel} has to be below its ${second}` }]
    }),
  )
}

/** The point of a profile that an area began with at this stage. */
export const begunWith = (area: Area, { channel, stage }: Pick<Point, 'channel' | 'stage'>) =>
  inProfile(area.profile, channel, stage)
