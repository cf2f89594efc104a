// Trouble for whoever counts people: many at once, a counter that misses some, a door that stands open to anybody.
import { z } from 'zod'
import { closes, doorOf, NotPlayable, type Scenario, scenario, seconds } from './scenario.ts'

export const countScenarios = {
  crowd: scenario({
    description: 'Many visitors come in at once, and leave after a while',
    options: z.object({ people: z.coerce.number().int().min(1).max(2000).default(60), seconds: seconds(60) }),
    play: (stage, { people, seconds: inside }) => {
      const { building, correlationId } = stage
      const counter = building.world.counters[0]
      if (!counter || !building.devices.has(counter.key)) throw new NotPlayable('no counter here')
      let came = 0
      let left = 0
      const share = Math.max(1, Math.ceil(people / 12))
      building.atDoor(counter.door, 'opened', { correlationId })
      const camera = building.world.cameras.find((c) => c.watches === counter.door)
      if (camera) building.devices.get(camera.key)?.report('event', { type: 'crowd-detected', correlationId })
      stage.every(inside / 12, () => {
        const more = Math.min(share, people - came)
        if (more === 0) return
        came += more
        building.count(counter.key, { in: more, out: 0, correlationId })
      })
      closes(stage, counter.door, inside)
      stage.after(inside * 2, () =>
        stage.every(inside / 12, () => {
          const more = Math.min(share, came - left)
          if (more === 0) return
          left += more
          building.count(counter.key, { in: 0, out: more, correlationId })
        }),
      )
      stage.after(inside * 3.2, () => undefined)
      // Whoever came has to leave, or the building would be full for good.
      stage.finally(() => {
        if (came > left) building.count(counter.key, { in: 0, out: came - left, correlationId })
      })
    },
  }),
  'counter-misses': scenario({
    description: 'A counter misses a share of those who pass, in both directions or in one',
    options: z.object({
      device: z.string().optional(),
      share: z.coerce.number().min(0).max(1).default(0.05),
      direction: z.enum(['both', 'entry', 'exit']).default('both'),
      seconds: seconds(3600, 86_400),
    }),
    play: ({ building, after, finally: putRight }, { device, share, direction, seconds: long }) => {
      const counter = building.world.counters.find(({ key }) => device === undefined || key === device)
      if (!counter) throw new NotPlayable(`${device ?? 'a counter'} is not here`)
      // What it owes adds up, so that of twenty people one is missed and not none.
      const owed = { in: 0, out: 0 }
      const misses = (way: 'in' | 'out', people: number) => {
        if (direction !== 'both' && (direction === 'entry') !== (way === 'in')) return people
        owed[way] += people * share
        const missed = Math.min(people, Math.floor(owed[way]))
        owed[way] -= missed
        return people - missed
      }
      building.miscounts.set(counter.key, (counted) => ({
        in: misses('in', counted.in),
        out: misses('out', counted.out),
      }))
      putRight(() => building.miscounts.delete(counter.key))
      after(long, () => undefined)
    },
  }),
  'propped-door': scenario({
    description:
      'A door with a counter is propped open: people pass without their cards, and only the counter sees them',
    options: z.object({
      people: z.coerce.number().int().min(1).max(500).default(10),
      after: seconds(30),
      seconds: seconds(120),
    }),
    play: (stage, { people, after, seconds: open }) => {
      const { building, correlationId } = stage
      const counter = building.world.counters.find(({ key }) => building.devices.has(key))
      if (!counter) throw new NotPlayable('no counter here')
      doorOf(building, counter.door)
      building.atDoor(counter.door, 'opened', { correlationId })
      stage.after(Math.min(after, open), () => building.atDoor(counter.door, 'held-open', { correlationId }))
      let passed = 0
      stage.every(open / people, () => {
        if (passed++ < people) building.count(counter.key, { in: 1, out: 0, correlationId })
      })
      closes(stage, counter.door, open)
      // They leave as they came, so that the building is not full for good.
      stage.finally(() => building.count(counter.key, { in: 0, out: Math.min(passed, people), correlationId }))
    },
  }),
} as const satisfies Record<string, Scenario>
