// AXIS Object Analytics, crossline counting, over the MQTT event bridge of the camera:
// `axis/{serial}/event/tns:axis/CameraApplicationPlatform/ObjectAnalytics/{scenario}`. Each scenario counts what crosses its line
// in one direction, as totals since it was reset (`startTime`).
import { type Driver, type JsonObject, Undecodable } from '../driver.ts'
import { objectOf } from '../payload.ts'
import { assertAddress, Report, stamper } from '../report.ts'
import { encodeNothing, objectIn, totalOf, wholeOf } from './lines.ts'

const analytics = /^(?:tns:axis|tnsaxis:|axis:)?\/?CameraApplicationPlatform\/ObjectAnalytics\/([^/]+)/

export const axis: Driver = {
  name: 'axis',
  answers: 'state',
  relocks: false,
  topics: ['axis/+/event/#'],

  decode(topic, payload, context) {
    const [, address = '', , ...local] = topic.split('/')
    assertAddress(address)
    const scenario = analytics.exec(local.join('/'))?.[1]
    if (scenario === undefined) return [{ what: 'ignored', why: 'Not an event of object analytics' }]
    const device = context.registered('axis', address)
    if (!device) return [{ what: 'stranger', driver: 'axis', address }]
    if (payload.byteLength === 0) return [{ what: 'ignored', why: 'A retained message was cleared' }]
    const { serial, timestamp, message } = objectOf(payload)
    if (serial !== undefined && serial !== address)
      throw new Undecodable('The serial number is another one than the topic says: keep the topic prefix as it is')
    const data = objectIn(objectIn(message, 'message').data, 'message.data')
    // Without totals it is the alarm of a scenario that does not count.
    if (!Object.keys(data).some((field) => field.startsWith('total')))
      return [{ what: 'ignored', why: 'Object analytics that do not count' }]
    const report = new Report(device, context, stamper(topic, payload, context, 'axis', momentOf(timestamp)))
    totalOf(device, { line: scenario.slice(0, 100), total: peopleIn(data), since: sinceOf(data) }, report)
    return report.done('A camera that is no counter')
  },

  encode: encodeNothing,
}

/** Vehicles are not people: `total` counts all classes that were chosen, and is people only where no class is named. */
const peopleIn = (data: JsonObject): number => {
  if (data.totalHuman !== undefined) return wholeOf(data.totalHuman)
  if (Object.keys(data).some((field) => field.startsWith('total') && field !== 'total'))
    throw new Undecodable('Humans are not among what this scenario counts: choose them in AXIS Object Analytics')
  return wholeOf(data.total)
}

const sinceOf = ({ startTime }: JsonObject): string | null => {
  const at = typeof startTime === 'string' ? new Date(startTime) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

const momentOf = (ms: unknown): Date | null => (typeof ms === 'number' && Math.abs(ms) < 8e15 ? new Date(ms) : null)
