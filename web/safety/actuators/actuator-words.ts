// An actuator in the product's vocabulary: what it reports first, then what is wanted of it, and why.
import { isUnderWay } from '@gatehouse/contract/building/command-life'
import type { Actuator, Purpose, Standing } from '@gatehouse/contract/safety/actuators'
import { exactTime } from '../../kit/time.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

export const purposeWords: Readonly<Record<Purpose, string>> = {
  horn: 'Horn',
  strobe: 'Strobe',
  ventilation: 'Ventilation',
  other: 'Other',
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

/** Whatever speaks against believing what it last reported comes first. */
export const stateOf = (actuator: Actuator): StateWord => {
  const { reported, online, wanted, failedSince, outOfService, command } = actuator
  if (outOfService) return { state: 'shelved', word: 'Out of service' }
  if (reported === null)
    return online === false ? { state: 'offline', word: 'Offline' } : { state: 'unknown', word: 'Not reported' }
  const { isOn, isFaulty } = reported
  if (online === false) return { state: 'offline', word: `Offline, was ${onOff(isOn)}` }
  if (isFaulty) return { state: 'fault', word: `Fault, reports ${onOff(isOn)}` }
  if (isOn !== wanted.isOn && command !== null && isUnderWay(command))
    return { state: 'information', word: `Switching ${onOff(wanted.isOn)}…`, icon: 'stale' }
  if (isOn !== wanted.isOn || failedSince !== null)
    return { state: 'critical', word: `${isOn ? 'On' : 'Off'}, should be ${onOff(wanted.isOn)}` }
  return isOn ? { state: 'information', word: 'On' } : { state: 'normal', word: 'Off' }
}

/** Why it is to be on or off. */
export const whyText = ({ isOn, why }: Actuator['wanted'], timeZone: string): string => {
  const at = (moment: string) => exactTime(moment, timeZone)
  switch (why.kind) {
    case 'effect':
      return why.runsOnUntil === null
        ? `${why.effect}: ${why.alarm}`
        : `${why.effect}: runs on until ${at(why.runsOnUntil)}, after ${why.alarm}`
    case 'override':
      return why.isTest
        ? `Test by ${why.by}, until ${at(why.until)}`
        : `Switched ${onOff(isOn)} by ${why.by} until ${at(why.until)}: ${why.reason}`
    case 'silenced':
      return `Silenced by ${why.by}, ${at(why.at)}; the alarm is still there`
    case 'longest':
      return 'It was on for its longest time; the alarm is still there'
    default:
      return 'No alarm asks for it'
  }
}

/** What a command wanted, as a deed. */
export const deedWords = ({ asked, seconds }: Pick<Standing, 'asked' | 'seconds'>): string => {
  const deed = asked === 'switch-on' ? 'Switch on' : 'Switch off'
  return seconds === null ? deed : `${deed} for ${seconds} s`
}

/** Those that do not do what is wanted first, then those that are on. */
export const byNeed = (a: Actuator, b: Actuator): number => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en')

const ranks = ['critical', 'fault', 'offline', 'unknown', 'information', 'shelved', 'normal']
const rank = (actuator: Actuator) => ranks.indexOf(stateOf(actuator).state)
