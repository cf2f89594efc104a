// What a BACnet device lists of itself: its names, and its analog objects with what they may measure.
import { EngineeringUnits, ObjectType, PropertyIdentifier } from '@bacnet-js/client'
import type { FoundDevice, FoundObject } from '@gatehouse/contract/building/polling'
import { noUnits, unitWords } from '@gatehouse/devices/bacnet/decode'
import { suggestChannel } from '@gatehouse/devices/bacnet/suggest'
import { z } from 'zod'
import { clock } from '../../kit/clock.ts'
import { type BacnetSession, numberIn, type ObjectId, type Properties } from './bacnet-session.ts'
import { PollError } from './poll-error.ts'

/** In an answer that is as short as the shortest devices send. */
const elementsAtOnce = 8
/** Entries of the list of objects, of whatever type. */
const mostElements = 2000
const mostObjects = 200
/** Controllers with thousands of objects that are read one after another; what was read until then is listed. */
const patienceMs = 20_000
/** A device that takes longer for an object is asked for one at a time, so that patience ends when it is over. */
const quickMs = 250

export type DeviceNames = Pick<FoundDevice, 'name' | 'vendor' | 'model'>

/** Throws `PollError`. */
export const readNames = async (session: BacnetSession, instance: number, timeoutMs: number): Promise<DeviceNames> => {
  const { OBJECT_NAME, VENDOR_NAME, MODEL_NAME } = PropertyIdentifier
  const device = { type: ObjectType.DEVICE, instance }
  const [read] = await session.properties([device], [OBJECT_NAME, VENDOR_NAME, MODEL_NAME], timeoutMs)
  return {
    name: textIn(read?.get(OBJECT_NAME)),
    vendor: textIn(read?.get(VENDOR_NAME)),
    model: textIn(read?.get(MODEL_NAME)),
  }
}

/** Throws `PollError`. */
export const readAnalogs = async (
  session: BacnetSession,
  instance: number,
  timeoutMs: number,
  longestMs = patienceMs,
): Promise<{ readonly objects: FoundObject[]; readonly more: boolean }> => {
  const until = clock.steadyMs() + longestMs
  const listed = await listObjects(session, { type: ObjectType.DEVICE, instance }, timeoutMs, until)
  const analogs = listed.ids.flatMap((id) => {
    const object = analogNames[id.type]
    return object === undefined ? [] : { id, object }
  })
  const some = analogs.slice(0, mostObjects)
  const objects: FoundObject[] = []
  let atOnce = 1
  while (objects.length < some.length) {
    const began = clock.steadyMs()
    if (began >= until) break
    const next = some.slice(objects.length, objects.length + atOnce)
    const ids = next.map(({ id }) => id)
    const read = await session.properties(ids, described, timeoutMs)
    objects.push(...next.map(({ id, object }, nth) => foundObject(object, id.instance, read[nth])))
    atOnce = clock.steadyMs() - began < quickMs ? elementsAtOnce : 1
  }
  return { objects, more: listed.more || objects.length < analogs.length }
}

const described = [
  PropertyIdentifier.OBJECT_NAME,
  PropertyIdentifier.PRESENT_VALUE,
  PropertyIdentifier.UNITS,
  PropertyIdentifier.DESCRIPTION,
]

const analogNames: Readonly<Record<number, FoundObject['object']>> = {
  [ObjectType.ANALOG_INPUT]: 'analog-input',
  [ObjectType.ANALOG_VALUE]: 'analog-value',
}

const foundObject = (object: FoundObject['object'], instance: number, read: Properties | undefined): FoundObject => {
  const units = numberIn(read?.get(PropertyIdentifier.UNITS))
  const name = textIn(read?.get(PropertyIdentifier.OBJECT_NAME))
  const description = textIn(read?.get(PropertyIdentifier.DESCRIPTION))
  const { channel, gasUnits } = suggestChannel({ name, description, units })
  const presentValue = numberIn(read?.get(PropertyIdentifier.PRESENT_VALUE))
  return {
    object,
    instance,
    name,
    description,
    presentValue: presentValue !== undefined && Number.isFinite(presentValue) ? presentValue : null,
    units: units === undefined || units === noUnits ? null : unitsText(units),
    gasUnits: [...gasUnits],
    channel,
  }
}

const unitsText = (units: number): string =>
  unitWords[units] ?? EngineeringUnits[units]?.toLowerCase().replaceAll('_', ' ') ?? `unit ${units}`

interface Listed {
  readonly ids: ObjectId[]
  readonly more: boolean
}

const listObjects = async (
  session: BacnetSession,
  device: ObjectId,
  timeoutMs: number,
  until: number,
): Promise<Listed> => {
  const whole = await session.property(device, PropertyIdentifier.OBJECT_LIST, timeoutMs)
  if (!(whole instanceof Error)) {
    const ids = idsIn(whole)
    return { ids: ids.slice(0, mostElements), more: ids.length > mostElements }
  }
  // It does not part long answers, and the list is longer than one: each entry is an element of an array.
  const counted = await session.property(device, PropertyIdentifier.OBJECT_LIST, timeoutMs, 0)
  const length = numberIn(counted)
  if (length === undefined) throw new PollError('configuration', `It does not list its objects (${whole.message}).`)
  const ids: ObjectId[] = []
  let at = 1
  while (at <= Math.min(length, mostElements) && clock.steadyMs() < until) {
    const indexes = Array.from({ length: Math.min(elementsAtOnce, length - at + 1) }, (_, nth) => at + nth)
    ids.push(...idsIn(await session.elements(device, PropertyIdentifier.OBJECT_LIST, indexes, timeoutMs)))
    at += indexes.length
  }
  return { ids, more: at <= length }
}

/** Types that the library does not have are of makers alone. */
const objectId = z.looseObject({
  value: z.object({ type: z.enum(ObjectType), instance: z.int().min(0).max(4_194_302) }),
})

const idsIn = (values: unknown): ObjectId[] =>
  (Array.isArray(values) ? values : []).flatMap((one: unknown) => objectId.safeParse(one).data?.value ?? [])

const texts = z.array(z.looseObject({ value: z.string() })).min(1)
const longestText = 200

/** null: nothing that a person reads. */
const textIn = (value: unknown): string | null => {
  const text = texts
    .safeParse(value)
    .data?.[0]?.value.replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text === undefined || text === '' ? null : text.slice(0, longestText)
}
