// Counting cameras that publish ONVIF events as JSON over MQTT (Core Specification, event broker; Bosch and others):
// `{prefix}/onvif-ej/RuleEngine/CountAggregation/Counter/&{source}/{rule}`, a total of one rule since it was reset.
import type { Driver, JsonObject } from '../driver.ts'
import { isObject, objectOf } from '../payload.ts'
import { assertAddress, Report, stamper } from '../report.ts'
import { encodeNothing, objectIn, totalOf, wholeOf } from './lines.ts'

const counter = 'RuleEngine/CountAggregation/Counter'

export const onvif: Driver = {
  name: 'onvif',
  answers: 'state',
  relocks: false,
  topics: ['+/onvif-ej/#'],

  decode(topic, payload, context) {
    const [address = '', , ...local] = topic.split('/')
    assertAddress(address)
    const event = local.join('/')
    if (event !== counter && !event.startsWith(`${counter}/`))
      return [{ what: 'ignored', why: 'Not an event that counts people' }]
    const device = context.registered('onvif', address)
    if (!device) return [{ what: 'stranger', driver: 'onvif', address }]
    if (payload.byteLength === 0) return [{ what: 'ignored', why: 'A retained message was cleared' }]
    const message = objectOf(payload)
    const at = momentOf(message.UtcTime)
    const report = new Report(device, context, stamper(topic, payload, context, 'onvif', at))
    const data = objectIn(message.Data, 'Data')
    const reset = momentOf(data.ResetTime)
    totalOf(
      device,
      { line: ruleOf(message, local), total: wholeOf(data.Count), since: reset?.toISOString() ?? null },
      report,
    )
    return report.done('A camera that is no counter')
  },

  encode: encodeNothing,
}

/** In the payload, and at the end of the topic where it is left out there. */
const ruleOf = ({ Source }: JsonObject, local: readonly string[]): string => {
  const rule = isObject(Source) ? Source.Rule : undefined
  return (typeof rule === 'string' && rule !== '' ? rule : (local.slice(3).at(-1) ?? '')).slice(0, 100)
}

const momentOf = (text: unknown): Date | null => {
  const at = typeof text === 'string' ? new Date(text) : null
  return at === null || Number.isNaN(at.getTime()) ? null : at
}
