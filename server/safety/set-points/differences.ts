// What a change of set points does, said before it is done and compared when it is approved; and what in it is looser than the
// profile that was chosen. Pure.
import { isLooser, setPointChannels, stages, stageTitles } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { Difference, LooserValue, SetPointChange } from '@gatehouse/contract/safety/set-points'
import { type Area, begunWith, changedBy, nowhere, type Places, type Point } from './areas.ts'

/** All that is changed by proposals or at once. */
export interface State {
  readonly areas: readonly Area[]
  readonly secondPerson: boolean
  /** Alarm rules with set points of their own. */
  readonly additional: readonly { readonly ruleId: string; readonly name: string }[]
}

export const differencesOf = (state: State, change: SetPointChange, newId: string): Difference[] => {
  switch (change.kind) {
    case 'second-person':
      return state.secondPerson === change.wanted
        ? []
        : [{ what: 'second-person', before: state.secondPerson, after: change.wanted }]
    case 'delete-rule':
      return state.additional.flatMap(({ ruleId, name }) =>
        ruleId === change.ruleId ? [{ what: 'rule', ruleId, name }] : [],
      )
    default:
      return ofAreas(state.areas, changedBy(state.areas, change, newId))
  }
}

const ofAreas = (before: readonly Area[], after: readonly Area[]): Difference[] => {
  const company = before.find(({ id }) => id === null)
  const ids = [
    ...before.map(({ id }) => id),
    ...after.flatMap(({ id }) => (before.some((one) => one.id === id) ? [] : id)),
  ]
  return ids.flatMap((id): Difference[] => {
    const [was, is] = [before.find((area) => area.id === id), after.find((area) => area.id === id)]
    const of = { areaId: was ? id : null, isNewArea: !was }
    const moved: Difference[] =
      is?.id === null || (was && is && samePlaces(was.places, is.places))
        ? []
        : [{ what: 'places', ...of, before: was ? copyOf(was.places) : null, after: is ? copyOf(is.places) : null }]
    return [...moved, ...ofPoints(of, was?.points ?? [], is?.points ?? [], company?.points ?? [])]
  })
}

const ofPoints = (
  of: { readonly areaId: string | null; readonly isNewArea: boolean },
  before: readonly Point[],
  after: readonly Point[],
  around: readonly Point[],
): Difference[] =>
  setPointChannels.flatMap((channel) =>
    stages.flatMap((stage): Difference[] => {
      const at = (points: readonly Point[]) =>
        points.find((point) => point.channel === channel && point.stage === stage)
      const [was, is] = [at(before), at(after)]
      if (samePoint(was, is)) return []
      const known = was ?? at(around)
      const looser = known !== undefined && (is === undefined ? was !== undefined : isLooser(stage, is, known))
      return [{ what: 'set-point', ...of, channel, stage, before: shown(was), after: shown(is), isLooser: looser }]
    }),
  )

const shown = (point: Point | undefined) =>
  point === undefined
    ? null
    : {
        value: point.value,
        seconds: point.seconds,
        ...(point.hysteresis === undefined ? {} : { hysteresis: point.hysteresis }),
        source: { profile: point.profile, text: point.source },
      }

export const samePoint = (one: Point | undefined, other: Point | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.value === other.value &&
      one.seconds === other.seconds &&
      one.hysteresis === other.hysteresis &&
      one.profile === other.profile &&
      one.source === other.source

export const samePlaces = (one: Places, other: Places): boolean =>
  one.siteIds.join() === other.siteIds.join() &&
  one.zoneIds.join() === other.zoneIds.join() &&
  one.deviceIds.join() === other.deviceIds.join()

const copyOf = ({ siteIds, zoneIds, deviceIds }: Places) => ({
  siteIds: [...siteIds],
  zoneIds: [...zoneIds],
  deviceIds: [...deviceIds],
})

/** Values that ask for a response later than the profile of their area, and those that are taken away from it. */
export const looserIn = ({ areas }: State, change: SetPointChange): LooserValue[] => {
  if (change.kind !== 'values') return []
  const area = areas.find(({ id }) => id === change.areaId)
  if (!area) return []
  return change.values.flatMap(({ channel, stage, value, seconds }): LooserValue[] => {
    const limit = begunWith(area, { channel, stage })
    if (limit === null || (value !== null && !isLooser(stage, { value, seconds }, limit))) return []
    return [{ channel, stage, value, limit: limit.value, profile: area.profile, source: limit.source }]
  })
}

/** For the activity log: each set point by its name, as it was and as it is. */
export const inWords = (differences: readonly Difference[]) => {
  const sides: Record<'before' | 'after', Record<string, unknown>> = { before: {}, after: {} }
  for (const one of differences) {
    switch (one.what) {
      case 'set-point': {
        const name = `${one.channel}: ${stageTitles[one.stage]}`
        const text = (point: typeof one.before) =>
          point &&
          [
            `${point.value} ${unitOfGas[one.channel]}${point.seconds > 0 ? ` for ${point.seconds} s` : ''}`,
            ...(point.hysteresis === undefined ? [] : [`hysteresis ${point.hysteresis}`]),
            point.source.text,
          ].join(', ')
        sides.before[name] = text(one.before)
        sides.after[name] = text(one.after)
        break
      }
      case 'places':
        sides.before['places'] = one.before
        sides.after['places'] = one.after
        break
      case 'rule':
        sides.before['rule'] = one.name
        sides.after['rule'] = null
        break
      default:
        sides.before['secondPerson'] = one.before
        sides.after['secondPerson'] = one.after
    }
  }
  return sides
}

/** Which places a change is about, in the state before it; none: the whole company. */
export const placesOfChange = ({ areas }: State, change: SetPointChange): Places => {
  if (change.kind === 'profile') return change.at
  if (change.kind !== 'values' && change.kind !== 'end-area') return nowhere
  return areas.find(({ id }) => id === change.areaId)?.places ?? nowhere
}
