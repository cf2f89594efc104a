// What actuators report: kept, judged by the alarm rules, and the answer to a command of those that have no other.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type pg from 'pg'
import { type AnsweringStates, answersByState, type Reported, statesAnswering } from '../../building/commands/commands.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { nothingToPublish, type Recorder } from '../../kit/recorders.ts'
import type { ActuatorSwitch } from './switch.ts'

interface OutputParts {
  readonly bus: Bus
  readonly actuators: Pick<ActuatorSwitch, 'settleWithin'>
}

interface Known {
  readonly id: string
  readonly driver: string
  readonly isOn: boolean | null
  readonly isFaulty: boolean
  readonly reportedAt: Date | null
  readonly receivedAt: Date | null
  readonly hasFailed: boolean
}

const answering: AnsweringStates = { wanted: { 'switch-on': 'on', 'switch-off': 'off' }, who: 'The actuator' }

export const recordOutputs =
  ({ bus, actuators: switching }: OutputParts): Recorder<'output'> =>
  async (tx, batch, observe) => {
    const known = await lockOutputs(tx, [...new Set(batch.map(({ device }) => device.id))])
    const changed = new Map<string, Known>()
    const answers: Reported[] = []
    const inOrder = batch.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    for (const { device, message, at, receivedAt } of inOrder) {
      const before = known.get(device.id)
      // What comes late changes nothing.
      if (!before || (before.reportedAt !== null && before.reportedAt > at)) continue
      const { active = before.isOn, fault = before.isFaulty } = message
      const after = { ...before, isOn: active, isFaulty: fault, reportedAt: at, receivedAt }
      known.set(device.id, after)
      changed.set(device.id, after)
      if (message.active !== undefined && answersByState(before.driver))
        answers.push({ deviceId: device.id, state: message.active ? 'on' : 'off', at: receivedAt })
      if (message.fault !== undefined && message.fault !== before.isFaulty)
        observe([{ deviceId: device.id, measure: 'actuator.failed', value: fault || before.hasFailed, at }])
    }
    if (changed.size === 0) return nothingToPublish
    await writeOutputs(tx, [...changed.values()])
    const publishCommands = await switching.settleWithin(tx, await statesAnswering(tx, answering, answers))
    const companies = new Map(batch.map(({ device }) => [device.id, device.companyId]))
    return () => {
      for (const id of changed.keys())
        bus.publish(actuators.altered, companies.get(id) ?? '', { deviceId: id, at: clock.iso() })
      publishCommands()
    }
  }

type Querier = Pick<pg.ClientBase, 'query'>

const lockOutputs = async (tx: Querier, ids: readonly string[]): Promise<Map<string, Known>> => {
  const { rows } = await tx.query<Known>({
    name: 'actuator-outputs-lock',
    text: `select a.device_id as id, d.driver, a.is_on as "isOn", a.is_faulty as "isFaulty", a.reported_at as "reportedAt",
             a.received_at as "receivedAt", a.failed_since is not null as "hasFailed"
           from actuator a join device d on d.id = a.device_id where a.device_id = any ($1::uuid[])
           order by a.device_id for update of a`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

const writeOutputs = (tx: Querier, list: readonly Known[]) =>
  tx.query({
    name: 'actuator-outputs-write',
    text: `update actuator a set is_on = t.is_on, is_faulty = t.is_faulty, reported_at = t.reported_at, received_at = t.received_at
           from unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::timestamptz[], $5::timestamptz[])
             as t (id, is_on, is_faulty, reported_at, received_at) where a.device_id = t.id`,
    values: [
      list.map(({ id }) => id),
      list.map(({ isOn }) => isOn),
      list.map(({ isFaulty }) => isFaulty),
      list.map(({ reportedAt }) => reportedAt),
      list.map(({ receivedAt }) => receivedAt),
    ],
  })
