// Keeps actuators to what is wanted of them: looks at the alarms whenever one of them changes and every second besides, and
// has told what is to be otherwise, or was not done. All of it is worked out anew from what is stored, so that a restart, an
// outage or another node loses nothing.
import * as actuators from '@gatehouse/contract/safety/actuators'
import { serviceChanged } from '@gatehouse/contract/building/devices'
import { happened } from '@gatehouse/contract/insight/events'
import { changed as alarmChanged } from '@gatehouse/contract/safety/alarms'
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock, type Loop } from '../../kit/clock.ts'
import { type ActuatorSwitch, type Controlled, nextStep, readControlled, type Wanted } from '../actuators/actuators.ts'
import { readCauses, readEnabled } from './causes.sql.ts'
import { type Ask, asksFor, wantedStateOf } from './wanted.ts'

export interface ControlParts {
  readonly store: Store
  readonly bus: Bus
  readonly actuators: Pick<ActuatorSwitch, 'switchAll' | 'explain' | 'find' | 'endOverrides'>
  readonly log: Logger
}

export interface Control {
  begin(): void
  stop(): Promise<void>
  /** What is due by now. */
  tick(now: Date): Promise<void>
  /** All that asks for an actuator to be on now. */
  asksFor(actuatorId: string): Promise<readonly Ask[]>
}

const everyMs = 1000
// After a start devices come back one after another: until then most of them could not be told.
const patienceMs = 4000

export const createControl = ({ store, bus, actuators: switching, log }: ControlParts): Control => {
  const { db } = store
  const back = new Set<string>()
  let loop: Loop | undefined

  const tick = async (now: Date) => {
    let controlled = await readControlled(db)
    if (controlled.length === 0) return
    const isBack = new Set(back)
    back.clear()
    if (controlled.some(({ override }) => override && override.until <= now)) {
      await switching.endOverrides(now)
      controlled = await readControlled(db)
    }
    const effects = await readEnabled(db)
    const wanted = wantedStateOf(effects, await readCauses(db, effects, now), controlled, now)
    const due: { actuator: Controlled; wanted: Wanted; attempt: number }[] = []
    for (const actuator of controlled) {
      const its = wanted.get(actuator.deviceId)
      if (!its) continue
      const { attempt, hasFailed } = nextStep(actuator, its, now, isBack.has(actuator.deviceId))
      if (hasFailed !== null && hasFailed !== (actuator.failedSince !== null)) await switching.find(actuator, hasFailed)
      if (attempt !== null) due.push({ actuator, wanted: its, attempt })
      else if (!actuator.isOutOfService && !isAlike(actuator.why, its.why)) await switching.explain(actuator, its.why)
    }
    await switching.switchAll(due)
  }

  const wake = () => loop?.wake()
  bus.on(alarmChanged, wake)
  bus.on(causeEffect.altered, wake)
  bus.on(actuators.altered, wake)
  bus.on(actuators.commanded, ({ step }) => {
    if (step.status !== 'requested' && step.status !== 'sent') wake()
  })
  bus.on(serviceChanged, ({ kind }) => {
    if (kind === 'actuator') wake()
  })
  bus.on(happened, ({ type, deviceId, deviceKind }) => {
    if (type !== 'device.online' || deviceKind !== 'actuator' || deviceId === null) return
    back.add(deviceId)
    wake()
  })

  return {
    begin() {
      loop = clock.every(everyMs, () => tick(clock.now()), {
        firstMs: patienceMs,
        when: () => store.ready(),
        log,
        failure: 'actuators wait for the store',
      })
    },
    async stop() {
      await loop?.stop()
    },
    tick,
    async asksFor(actuatorId) {
      const [actuator] = await readControlled(db, actuatorId)
      if (!actuator) return []
      const now = clock.now()
      const effects = await readEnabled(db, actuator.companyId)
      return asksFor(effects, await readCauses(db, effects, now), actuator, now)
    },
  }
}

// The store keeps the fields of what it is given in another order.
const isAlike = (a: actuators.Why, b: actuators.Why): boolean =>
  JSON.stringify(actuators.why.parse(a)) === JSON.stringify(actuators.why.parse(b))
