// How the devices of every domain look on a plan: what each domain says of its own, with the most severe alarm of each.
import type { Device, DeviceKind } from '@gatehouse/contract/building/devices'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { useMemo } from 'react'
import { type DoorAlarms, useDoorAlarms } from '../doors/door-alarms.ts'
import { viewDevice } from '../doors/door-and-alarm.ts'
import { type MarkedAlarms, useMarkedAlarms } from '../../safety/alarms/marked-alarms.ts'
import { useActuators } from '../../safety/actuators/use-actuators.ts'
import { stateOf as stateOfActuator } from '../../safety/actuators/actuator-words.ts'
import { AlarmAct } from '../../safety/alarms/alarm-act.tsx'
import { isWaiting } from '../../safety/alarms/alarm-words.ts'
import { type FactsByChannel, factsFor, useChannelFacts } from '../../safety/gas/channel-facts.ts'
import { judgeReading } from '../../safety/gas/judged-reading.ts'
import { measuredAt } from '../../kit/age.ts'
import { serverNow } from '../../kit/clock.ts'
import type { Look, LookOf } from '../../building/plans/look.ts'
import type { IconName } from '../../ui/primitives/icon.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import type { State } from '../../ui/theme/tokens.ts'

const icons: Record<DeviceKind, IconName> = {
  door: 'closed',
  camera: 'camera',
  intercom: 'bell',
  gas: 'chart',
  counter: 'people',
  actuator: 'live',
}

/** Who may not read alarms sees those of doors all the same, as doors are listed with them. */
export const useLook = (): LookOf => {
  const alarms = useMarkedAlarms()
  const doorAlarms = useDoorAlarms()
  const facts = useChannelFacts()
  const actuators = useActuators()
  return useMemo(() => lookWith(alarms, doorAlarms, facts, actuators), [alarms, doorAlarms, facts, actuators])
}

export const lookWith =
  (
    alarms: MarkedAlarms,
    doorAlarms: DoorAlarms,
    facts: FactsByChannel,
    actuators: ReadonlyMap<string, Actuator> = new Map(),
  ): LookOf =>
  (device) => {
    const alarm = alarms.get(device.id)
    const actuator = actuators.get(device.id)
    const own = actuator ? actuatorLook(actuator) : ownLook(device, alarm ?? doorAlarms.get(device.id), facts)
    if (device.outOfService) return { state: 'shelved', word: 'Out of service', icon: 'shelved', at: own.at }
    if (!alarm) return own
    const { state, word } = severityWords[alarm.severity]
    const waits = isWaiting(alarm)
    const title = alarm.returnedAt !== null && waits ? `${alarm.title}, returned` : alarm.title
    return {
      ...own,
      // A door says itself what is the matter with it; a detector says what it measures, which may be over by now. What
      // is not known now stays so under its alarm: nobody takes a detector at fault for one that measures a warning.
      ...(device.kind !== 'door' && !isDoubtful(own.state) && { state, word }),
      alarm: { state, word, title, waits, to: `/alarms/${alarm.id}` },
      act: <AlarmAct alarm={alarm} />,
    }
  }

/** What such a device last reported is not what is so now. */
const isDoubtful = (state: State) =>
  state === 'fault' || state === 'offline' || state === 'stale' || state === 'unknown'

const ownLook = (device: Device, alarm: Parameters<typeof viewDevice>[1], facts: FactsByChannel): Look => {
  if (device.kind === 'gas') return gasLook(device, facts)
  if (device.kind !== 'door') return presence(device)
  const { state, word, icon, at } = viewDevice(device, alarm)
  return { state, word, icon: icon ?? state, at }
}

const actuatorLook = (actuator: Actuator): Look => {
  const { state, word, icon } = stateOfActuator(actuator)
  return {
    state,
    word,
    icon: icon ?? (state === 'normal' || state === 'information' ? icons.actuator : state),
    at: actuator.reported?.receivedAt ?? actuator.lastSeenAt,
  }
}

const presence = ({ kind, online, lastSeenAt }: Device): Look => {
  const [state, word]: [State, string] =
    online === null ? ['unknown', 'Never connected'] : online ? ['normal', 'Online'] : ['offline', 'Offline']
  return { state, word, icon: icons[kind], at: lastSeenAt }
}

const worst: readonly State[] = ['critical', 'high', 'fault', 'offline', 'stale', 'unknown', 'information', 'normal']
const words: Partial<Record<State, string>> = { normal: 'Normal', stale: 'Stale', fault: 'Fault', offline: 'Offline' }

/** As its worst channel. */
const gasLook = (device: Device, facts: FactsByChannel): Look => {
  if (device.latest.length === 0) return presence(device)
  const judged = device.latest.map((latest) => ({
    ...judgeReading(device, latest, factsFor(facts, device, latest), serverNow()),
    latest,
  }))
  const [first] = judged.sort((a, b) => worst.indexOf(a.state) - worst.indexOf(b.state))
  if (!first) return presence(device)
  const { state, word, latest } = first
  return { state, word: word ?? words[state] ?? 'Unknown', icon: icons.gas, at: measuredAt(latest) }
}
