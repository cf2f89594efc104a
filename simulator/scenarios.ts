// Trouble on demand: each scenario is played by the devices over the wire, ends by itself, and may be ended early.
import { uuidFor } from '@gatehouse/demo/random'
import { z } from 'zod'
import { airScenarios } from './air-scenarios.ts'
import { alarmScenarios } from './alarm-scenarios.ts'
import { countScenarios } from './count-scenarios.ts'
import { doorScenarios } from './door-scenarios.ts'
import { cameraBy, closes, doorOf, NotPlayable, type Scenario, type Stage, scenario, seconds } from './scenario.ts'

export { NotPlayable, type Scenario } from './scenario.ts'

export const scenarios = {
  ...airScenarios,
  ...countScenarios,
  'forced-door': scenario({
    description:
      'A door is opened by force and closed again later; told by its controller, or for the server to find out',
    options: z.object({
      device: z.string().default('door-fire-exit'),
      seconds: seconds(30),
      by: z.enum(['controller', 'server']).default('controller'),
    }),
    play: (stage, { device, seconds: open, by }) => {
      const { building, correlationId } = stage
      const door = doorOf(building, device)
      // A contact is all that a simple lock has: nobody was let in, the bolt is where it was, and the door is open.
      if (by === 'server') building.doors.get(device)?.change({ contact: 'Open' })
      else building.atDoor(device, 'forced-open', { correlationId })
      cameraBy(building, door.zone)?.report('event', { type: 'person-detected', correlationId })
      closes(stage, device, open)
    },
  }),
  'held-open': scenario({
    description: 'A door is opened and kept open for too long',
    options: z.object({
      device: z.string().default('door-loading-bay'),
      after: seconds(30),
      seconds: seconds(60),
    }),
    play: (stage, { device, after, seconds: open }) => {
      const { building, correlationId } = stage
      doorOf(building, device)
      building.atDoor(device, 'opened', { correlationId })
      stage.after(Math.min(after, open), () => building.atDoor(device, 'held-open', { correlationId }))
      closes(stage, device, open)
    },
  }),
  'device-failure': scenario({
    description: 'A device goes offline (last will), falls silent, or reports a fault',
    options: z.object({
      device: z.string().default('gas-boiler'),
      mode: z.enum(['offline', 'silent', 'fault']).default('offline'),
      seconds: seconds(60),
    }),
    play: (stage, { device: key, mode, seconds: long }) => {
      const { building } = stage
      const device = building.devices.get(key)
      if (!device) throw new NotPlayable(`no device ${key}`)
      if (mode === 'offline') {
        device.cut()
        stage.finally(() => device.restore())
      } else if (mode === 'silent') {
        device.mute(true)
        stage.finally(() => device.mute(false))
      } else fails(stage, key)
      stage.after(long, () => undefined)
    },
  }),
  'power-cut': scenario({
    description: 'Every device of a floor loses its power',
    options: z.object({ floor: z.string().default('floor-2'), seconds: seconds(60) }),
    play: (stage, { floor, seconds: long }) => {
      const dark = [...stage.building.devices.values()].filter((d) => d.floor === floor)
      if (dark.length === 0) throw new NotPlayable(`no devices on ${floor}`)
      for (const device of dark) device.cut()
      stage.finally(() => {
        for (const device of dark) device.restore()
      })
      stage.after(long, () => undefined)
    },
  }),
  ...doorScenarios,
  ...alarmScenarios,
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)

const fails = (stage: Stage, key: string) => {
  const { building } = stage
  const door = building.doors.get(key)
  if (door) {
    door.change({ fault: 'FaultDetected', lock: 'Fault' })
    stage.finally(() => door.change({ fault: 'NotInFault', lock: 'Locked' }))
    return
  }
  const detector = building.world.detectors.find((d) => d.key === key)
  if (!detector) throw new NotPlayable(`${key} has no fault to show: use offline or silent`)
  for (const { channel, unit } of detector.channels) {
    building.staged.set(`${key} ${channel}`, (r) => ({ ...r, value: null, quality: 'fault' }))
    building.devices.get(key)?.report('reading', { channel, unit, value: null, quality: 'fault' })
    stage.finally(() => building.staged.delete(`${key} ${channel}`))
  }
}

export const correlationOf = (name: string) => uuidFor(name, Date.now(), process.pid)
