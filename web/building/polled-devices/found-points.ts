// From what a BACnet device lists of itself to the points that are read of it.
import type { Input } from '@gatehouse/contract/operation'
import type * as polling from '@gatehouse/contract/building/polling'
import type { FoundObject } from '@gatehouse/contract/building/polling'
import { gasUnits } from '@gatehouse/contract/building/gas-channels'
import { unitFault } from '@gatehouse/contract/building/register-map'
import type { GasChannel, GasUnit } from '@gatehouse/contract/building/wire'
import { gasTitle, numberText, unitWord } from '../../kit/gas-words.ts'
import { numberIn } from './map-fields.ts'
import { asMeasured } from './poll-words.ts'
import { newPoint, type PointFields, type PollFields } from './poll-fields.ts'

/** How the device that is typed is asked for its objects; `of` is another one when the device is. */
export const deviceOf = (
  fields: Pick<PollFields, 'host' | 'port' | 'deviceInstance' | 'timeoutMs'>,
): { readonly of: string; readonly device: Input<typeof polling.readObjects> } => {
  const host = fields.host.trim()
  const port = numberIn(fields.port) ?? 0
  const deviceInstance = numberIn(fields.deviceInstance) ?? 0
  const of = `${host}:${port}, device ${deviceInstance}`
  return { of, device: { host, port, deviceInstance, timeoutMs: numberIn(fields.timeoutMs) ?? 0 } }
}

/** `analog-input 3` */
export const keyOf = ({ object, instance }: { readonly object: string; readonly instance: number | string }): string =>
  `${object} ${instance}`

/** `612 ppm`; a dash where it was not read. */
export const presentValueText = ({ presentValue, units, gasUnits: [unit, ...others] }: FoundObject): string => {
  const number = presentValue === null ? '–' : numberText(asMeasured(presentValue))
  return `${number} ${unit !== undefined && others.length === 0 ? unitWord(unit) : (units ?? '')}`.trim()
}

/** The unit of the channel that the object measures in; null: it measures in none of those. */
const measuredUnit = (channel: GasChannel, { gasUnits: possible }: FoundObject): GasUnit | null =>
  possible.find((unit) => unitFault(channel, unit) === null) ?? null

/** What stands below the choice of a channel whose values the object does not measure as they are. */
export const unitNote = (channel: GasChannel, object: FoundObject): string | null => {
  if (object.units === null || measuredUnit(channel, object) !== null) return null
  const unit = usualUnit(channel)
  return `The object measures in ${object.units}: set a factor that converts it into ${unitWord(unit)}.`
}

const usualUnit = (channel: GasChannel): GasUnit =>
  gasUnits.find((unit) => unitFault(channel, unit) === null) ?? newPoint.unit

/** Chosen objects, by their keys; '': the channel is still to be chosen. */
export type Chosen = ReadonlyMap<string, GasChannel | ''>

export interface AddedPoints {
  readonly points: PointFields[]
  /** What has to be chosen otherwise, by the key of the object. */
  readonly faults: ReadonlyMap<string, string>
}

/** The points with those that were chosen; points of which nothing was typed give way to them. */
export const withChosen = (
  typed: readonly PointFields[],
  objects: readonly FoundObject[],
  chosen: Chosen,
): AddedPoints => {
  const points = typed.filter(({ instance }) => instance.trim() !== '')
  const faults = new Map<string, string>()
  for (const object of objects) {
    const channel = chosen.get(keyOf(object))
    if (channel === undefined) continue
    if (channel === '') faults.set(keyOf(object), 'Choose what it measures')
    else if (points.some((point) => point.channel === channel))
      faults.set(keyOf(object), `${gasTitle(channel)} is a point already`)
    else
      points.push({
        ...newPoint,
        channel,
        unit: measuredUnit(channel, object) ?? usualUnit(channel),
        object: object.object,
        instance: String(object.instance),
      })
  }
  return { points, faults }
}
