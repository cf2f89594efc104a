// A fan, a horn or a strobe: switches at once, reports what its contactor does, and is off by itself after the seconds of a command.
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { z } from 'zod'
import type { Device } from './device.ts'

export interface Actuator {
  obey(command: CommandMessage): string | null
  /** Reports whether it is on. */
  report(): void
  stop(): void
}

/** `seconds`: it is off by itself after them. */
const args = z.object({ seconds: z.number().positive().optional() })

export const createActuator = (device: Device): Actuator => {
  let isOn = false
  let ending: NodeJS.Timeout | undefined
  const report = () => device.report('output', { active: isOn })
  const turn = (on: boolean) => {
    clearTimeout(ending)
    isOn = on
    report()
  }
  return {
    obey: ({ action, args: given }) => {
      if (action !== 'switch-on' && action !== 'switch-off') return `an actuator cannot ${action}`
      const asked = args.safeParse(given)
      if (!asked.success) return 'the number of seconds is not one'
      turn(action === 'switch-on')
      if (isOn && asked.data.seconds !== undefined) ending = setTimeout(() => turn(false), asked.data.seconds * 1000)
      return null
    },
    report,
    stop: () => clearTimeout(ending),
  }
}
