// The set points in force as they are shown: by area, each with where it is written, who changed it last, and what the other
// profiles have at its stage.
import { comparisonOf, inProfile, profileNames } from '@gatehouse/contract/safety/gas-profiles'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { list, SetPoint, SetPointArea } from '@gatehouse/contract/safety/set-points'
import type { Output, Parsed } from '@gatehouse/contract/operation'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { can, type Caller, companyOf } from '../../kit/http/caller.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { looksAt, type StoredSetPoint } from '../alarms/alarms.ts'
import { type Known, namedPlaces, seesArea } from './sight.ts'
import { originOf, type StoredState } from './state.sql.ts'

export const listed = (
  directory: Known,
  caller: Caller,
  state: StoredState,
  { siteId, zoneId, deviceId }: Parsed<typeof list>,
): Output<typeof list> => {
  const detectors = directory
    .ofCompany(companyOf(caller))
    .filter((device) => device.kind === 'gas' && seesLabelled(caller, device.levels))
  const isWanted = (device: KnownDevice) =>
    (siteId === undefined || device.siteId === siteId) &&
    (zoneId === undefined || device.zoneId === zoneId) &&
    (deviceId === undefined || device.id === deviceId)
  const isNarrowed = siteId !== undefined || zoneId !== undefined || deviceId !== undefined
  const wanted = detectors.filter(isWanted)
  const isShown = ({ enabled, definition }: StoredSetPoint) =>
    enabled && (!isNarrowed || wanted.some((device) => looksAt(definition, device)))
  const areas = state.areas.flatMap((area): SetPointArea[] => {
    if (!seesArea(directory, caller, area)) return []
    const setPoints = area.points.flatMap(({ channel, stage }) => {
      const rule = state.rules.find(
        ({ slot }) => slot?.areaId === area.id && slot.channel === channel && slot.stage === stage,
      )
      return rule && isShown(rule) ? [shown(rule, state)].flat() : []
    })
    if (isNarrowed && setPoints.length === 0) return []
    return [{ id: area.id, places: namedPlaces(directory, caller, area.places), profile: area.profile, setPoints }]
  })
  const additional = state.rules.flatMap((rule) => {
    const { slot, ruleId, name, channel, condition, definition } = rule
    const { siteIds, zoneIds, labelIds, deviceIds } = definition.scope
    const isEverywhere = [siteIds, zoneIds, labelIds, deviceIds].every((ids) => ids.length === 0)
    const isSeen =
      isEverywhere || can(caller, 'admin_access') || detectors.some((device) => looksAt(definition, device))
    if (slot !== null || !isSeen || !isShown(rule)) return []
    return [{ ruleId, name, channel, comparison: condition.comparison, value: condition.value }]
  })
  return { secondPerson: state.secondPerson, areas, additional }
}

const shown = (rule: StoredSetPoint, { origins }: StoredState): SetPoint[] => {
  const { slot, ruleId, version, severity, condition, at, by } = rule
  if (!slot) return []
  const { channel, stage } = slot
  const { profile, source, change } = originOf(rule, origins)
  const others = profileNames.flatMap((name) => {
    const point = name === profile ? null : inProfile(name, channel, stage)
    return point ? [{ profile: name, value: point.value, seconds: point.seconds, source: point.source }] : []
  })
  return [
    {
      ruleId,
      version,
      channel,
      stage,
      comparison: comparisonOf(stage),
      value: condition.value,
      seconds: condition.onDelaySeconds,
      hysteresis: condition.hysteresis,
      unit: unitOfGas[channel],
      severity,
      source: { profile, text: source },
      changed: {
        at: change?.at ?? at,
        by: change?.by ?? by,
        approvedBy: change?.approvedBy ?? null,
        reason: change?.reason ?? null,
      },
      others,
    },
  ]
}
