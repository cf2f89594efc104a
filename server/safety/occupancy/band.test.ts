// The stated band against the truth: random buildings, counters that miss one in twenty, messages that are lost, over many days.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Accuracy, accuracyOf, bandOf, defaultAccuracy, driftParts, healthOf, learn } from './accuracy.ts'
import { add, anchored, countOf, type Movement, type Tally } from './tally.ts'

const chance = (seed: number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Building {
  readonly zones: number
  /** Between which zones each counter stands; 0 is outside. */
  readonly counters: readonly {
    readonly from: number
    readonly to: number
    readonly missedIn: number
    readonly missedOut: number
  }[]
}

const aBuilding = (random: () => number): Building => {
  const zones = 1 + Math.floor(random() * 4)
  const counters = []
  const miss = () => 0.05 * (0.8 + random() * 0.4)
  for (let zone = 1; zone <= zones; zone++) {
    const around = 1 + Math.floor(random() * 2)
    // The first of each leads to a zone that can be reached from outside.
    for (let n = 0; n < around; n++)
      counters.push({ from: Math.floor(random() * zone), to: zone, missedIn: miss(), missedOut: miss() })
  }
  return { zones, counters }
}

interface Day {
  readonly truth: number[]
  readonly tallies: Tally[]
  readonly inside: number
  readonly all: number
}

const lostMessages = 0.005

/** People walk from zone to zone for a day; what is checked is the band of every zone, once at a moment of chance. */
const aDay = (random: () => number, { zones, counters }: Building): Day => {
  const truth = Array.from({ length: zones + 1 }, () => 0)
  const tallies = Array.from({ length: zones + 1 }, () => anchored(0))
  const people: number[] = []
  const busy = 50 + Math.floor(random() * 400)
  let [inside, all] = [0, 0]
  const stopsAt = Math.floor(random() * 96)
  for (let quarter = 0; quarter < 96; quarter++) {
    const isMorning = quarter < 48
    const flows = counters.map(() => ({ in: 0, out: 0 }))
    for (let n = 0; n < busy / 10; n++) {
      const comes = random() < (isMorning ? 0.55 : 0.35)
      if (comes) people.push(0)
      const who = Math.floor(random() * people.length)
      const where = people[who]
      if (where === undefined) continue
      const ways = counters.flatMap(({ from, to }, counter) =>
        from === where
          ? [{ counter, goesIn: true, next: to }]
          : to === where
            ? [{ counter, goesIn: false, next: from }]
            : [],
      )
      const way = ways[Math.floor(random() * ways.length)]
      const counter = counters[way?.counter ?? -1]
      const flow = flows[way?.counter ?? -1]
      if (!way || !counter || !flow) continue
      people[who] = way.next
      if (where > 0) truth[where] = (truth[where] ?? 0) - 1
      if (way.next > 0) truth[way.next] = (truth[way.next] ?? 0) + 1
      if (random() < (way.goesIn ? counter.missedIn : counter.missedOut)) continue
      if (way.goesIn) flow.in++
      else flow.out++
    }
    counters.forEach(({ from, to }, n) => {
      const { in: goneIn = 0, out: goneOut = 0 } = flows[n] ?? {}
      if (goneIn + goneOut === 0 || random() < lostMessages) return
      const squares = goneIn ** 2 + goneOut ** 2
      const at = quarter * 900 + n + 1
      const step = (place: number, movement: Omit<Movement, 'deviceId' | 'at' | 'squares'>) => {
        const tally = tallies[place]
        if (place > 0 && tally) tallies[place] = add(tally, [{ ...movement, squares, at, deviceId: `c${n}` }]) ?? tally
      }
      step(to, { entries: goneIn, exits: goneOut, sign: 1 })
      step(from, { entries: goneOut, exits: goneIn, sign: -1 })
    })
    if (quarter !== stopsAt) continue
    for (let zone = 1; zone <= zones; zone++) {
      const tally = tallies[zone]
      if (!tally) continue
      const { low, high } = bandOf(tally, () => defaultAccuracy('counter'))
      all++
      if ((truth[zone] ?? 0) >= low && (truth[zone] ?? 0) <= high) inside++
      if (countOf(tally) < 0 || low < 0 || countOf(tally) < low || countOf(tally) > high)
        throw new Error('out of its own band')
    }
  }
  return { truth, tallies, inside, all }
}

describe('the band', () => {
  test('holds the true count on at least 95 % of days, in buildings of any shape, with default accuracies', () => {
    let [inside, all] = [0, 0]
    for (let seed = 1; seed <= 60; seed++) {
      const random = chance(seed)
      const building = aBuilding(random)
      for (let day = 0; day < 10; day++) {
        const one = aDay(random, building)
        inside += one.inside
        all += one.all
      }
    }
    expect(all).toBeGreaterThan(1000)
    expect(inside / all).toBeGreaterThanOrEqual(0.95)
  })

  test('grows with the flow since the anchor, and is nothing at the anchor', () => {
    const passing = (n: number): Tally => ({
      ...anchored(40),
      flows: { a: { entries: n, exits: n, squares: n, sign: 1 } },
    })
    const widths = [0, 10, 100, 1000, 5000].map((n) => {
      const { low, high } = bandOf(passing(n), () => defaultAccuracy('counter'))
      return high - low
    })
    expect(widths[0]).toBe(0)
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(new Set(widths).size).toBe(widths.length)
  })
})

const movement = fc.record({
  deviceId: fc.constantFrom('a', 'b', 'c'),
  entries: fc.nat(9),
  exits: fc.nat(9),
  squares: fc.nat(162),
  sign: fc.constant(1 as const),
  at: fc.integer({ min: 1, max: 400 }),
})

describe('a tally', () => {
  test('is never below zero, and the same whether it is added up at once or as it comes', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.array(movement, { maxLength: 60 }), fc.nat(60), (people, movements, cut) => {
        const inOrder = movements.toSorted((a, b) => a.at - b.at)
        const all = add(anchored(people), inOrder)
        if (!all) throw new Error('they are in order')
        expect(countOf(all)).toBeGreaterThanOrEqual(0)
        const at = inOrder[cut]?.at ?? Infinity
        const first = add(
          anchored(people),
          inOrder.filter((one) => one.at < at),
        )
        const second =
          first &&
          add(
            first,
            inOrder.filter((one) => one.at >= at),
          )
        expect(second).toEqual(all)
      }),
    )
  })

  test('does not take what is no later than what it has', () => {
    const first = add(anchored(0), [{ deviceId: 'a', at: 10, entries: 1, exits: 0, squares: 1, sign: 1 }])
    expect(first && add(first, [{ deviceId: 'b', at: 10, entries: 1, exits: 0, squares: 1, sign: 1 }])).toBeUndefined()
  })

  test('counts who goes out without having been counted in as drift, and its devices share it', () => {
    const out = (at: number, exits: number, deviceId = 'a'): Movement => ({
      deviceId,
      at,
      entries: 0,
      exits,
      squares: exits ** 2,
      sign: 1,
    })
    const tally = add(anchored(2), [out(1, 3), out(2, 1, 'b'), { ...out(3, 0), entries: 5, squares: 25 }])
    if (!tally) throw new Error('they are in order')
    expect(countOf(tally)).toBe(5)
    expect(tally.lowest).toBe(-2)
    const parts = driftParts(tally, () => defaultAccuracy('counter'))
    expect((parts.get('a') ?? 0) + (parts.get('b') ?? 0)).toBeCloseTo(2)
    expect(parts.get('a')).toBeGreaterThan(parts.get('b') ?? 0)
  })
})

describe('what an empty night teaches', () => {
  const day = (entries: number, exits: number): Tally => ({
    ...anchored(0),
    net: entries - exits,
    flows: { a: { entries, exits, squares: entries + exits, sign: 1 } },
  })
  const after = (nights: number, of: (n: number) => readonly [number, number], from = defaultAccuracy('counter')) => {
    let accuracy: Accuracy = from
    for (let n = 0; n < nights; n++) accuracy = learn(day(...of(n)), 0, () => accuracy).get('a') ?? accuracy
    return accuracy
  }

  test('a counter that counts one direction worse is found out, and its band becomes right and narrow', () => {
    // 2,000 go in and out; of those who go out 4 % more are missed.
    const learnt = after(14, () => [1940, 1860])
    expect(learnt.difference).toBeLessThan(-0.03)
    expect(healthOf(learnt, { online: true, drifted: 0 })).toMatchObject({
      because: expect.arrayContaining(['one-sided']),
    })
    const { low, high } = bandOf(day(1940, 1860), () => learnt)
    expect(low).toBe(0)
    const first = bandOf(day(1940, 1860), () => defaultAccuracy('counter'))
    expect(high - low).toBeLessThanOrEqual(first.high - first.low)
  })

  test('a good counter stays good, and one correction that is far off moves it no further than one within reason', () => {
    const good = after(14, (n) => [1940 + (n % 3), 1941 - (n % 2)])
    expect(healthOf(good, { online: true, drifted: 0 })).toEqual({ health: 'good', because: [] })
    const wrong = learn(day(1940, 1940), 900, () => good).get('a')
    expect(Math.abs((wrong?.difference ?? 1) - good.difference)).toBeLessThan(0.02)
    expect(wrong && healthOf(wrong, { online: true, drifted: 0 })).toMatchObject({ health: 'suspect' })
  })

  test('is divided by how much each counter may be wrong', () => {
    const sure = accuracyOf(0.99, 0.001)
    const unsure = accuracyOf(0.9, 0.05)
    const flows = {
      sure: { entries: 500, exits: 100, squares: 600, sign: 1 as const },
      unsure: { entries: 500, exits: 100, squares: 600, sign: 1 as const },
    }
    const learnt = learn({ ...anchored(0), net: 800, flows }, 900, (id) => (id === 'sure' ? sure : unsure))
    expect(Math.abs((learnt.get('sure')?.missed ?? 0) - sure.missed)).toBeLessThan(
      Math.abs((learnt.get('unsure')?.missed ?? 0) - unsure.missed) / 5,
    )
  })
})
