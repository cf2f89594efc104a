// Trouble for whoever answers alarms: too many of them at once, and a contact that does not come to rest.
import { z } from 'zod'
import { doorOf, NotPlayable, type Scenario, scenario, seconds } from './scenario.ts'

export const alarmScenarios = {
  'alarm-flood': scenario({
    description: 'Many doors are forced open one after the other, and closed again later: a flood of alarms',
    options: z.object({ alarms: z.coerce.number().int().min(2).max(200).default(15), seconds: seconds(60) }),
    play: ({ building, correlationId, after, finally: putRight }, { alarms, seconds: open }) => {
      const doors = building.world.doors.slice(0, alarms)
      if (doors.length < 2) throw new NotPlayable('too few doors here')
      const opened = new Set<string>()
      const close = (key: string) => {
        if (opened.delete(key)) building.atDoor(key, 'closed', { correlationId })
      }
      for (const [n, { key }] of doors.entries()) {
        after((n * open) / 4 / doors.length, () => {
          opened.add(key)
          building.atDoor(key, 'forced-open', { correlationId })
        })
        after(open, () => close(key))
      }
      putRight(() => {
        for (const key of opened) close(key)
      })
    },
  }),
  'chattering-contact': scenario({
    description: 'The contact of a door opens and closes by itself again and again: one alarm that occurs many times',
    options: z.object({
      device: z.string().default('door-archive'),
      times: z.coerce.number().int().min(1).max(500).default(12),
      every: seconds(3),
    }),
    play: ({ building, after, finally: putRight }, { device, times, every }) => {
      doorOf(building, device)
      const door = building.doors.get(device)
      if (!door) throw new NotPlayable(`${device} has no controller here`)
      for (let n = 0; n < times; n++) {
        after(n * every, () => door.change({ contact: 'Open' }))
        after((n + 0.5) * every, () => door.change({ contact: 'Closed' }))
      }
      putRight(() => door.change({ contact: 'Closed' }))
    },
  }),
} as const satisfies Record<string, Scenario>
