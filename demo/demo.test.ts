// The demo companies as data: what product.md promises, and that everything refers to something.
import { deviceKey } from '@gatehouse/contract/building/wire'
import { describe, expect, test } from 'vitest'
import { meridianTower } from './meridian-tower.ts'
import { devicesOf } from './world.ts'
import { worlds } from './worlds.ts'

test('Meridian Tower has 14 doors, 8 cameras, 3 intercoms, 12 gas channels, 6 counters and 60 staff', () => {
  const { doors, cameras, intercoms, detectors, counters, people } = meridianTower
  expect([doors, cameras, intercoms, counters, people].map((list) => list.length)).toEqual([14, 8, 3, 6, 60])
  expect(detectors.flatMap((d) => d.channels)).toHaveLength(12)
})

test('demo accounts are among the people, with their labels', () => {
  const accounts = meridianTower.people.filter((p) => p.account).map((p) => [p.email, p.account])
  expect(Object.fromEntries(accounts)).toEqual({
    'admin@gatehouse.example': { role: 'admin', labels: ['Floor 3', 'Plant'] },
    'platform@gatehouse.example': { role: 'platform admin', labels: [] },
    'manager@gatehouse.example': { role: 'manager', labels: ['Floor 3', 'Plant'] },
    'supervisor@gatehouse.example': { role: 'supervisor', labels: ['Floor 3', 'Plant'] },
    'guard@gatehouse.example': { role: 'guard', labels: ['Floor 3'] },
    'reception@gatehouse.example': { role: 'receptionist', labels: ['Floor 3', 'Plant'] },
    'staff@gatehouse.example': { role: 'staff', labels: [] },
    'auditor@gatehouse.example': { role: 'auditor', labels: [] },
  })
})

test('device keys, e-mail addresses and credentials are unique over all companies', () => {
  const keys = worlds.flatMap((w) => devicesOf(w).map((d) => d.key))
  const people = worlds.flatMap((w) => w.people)
  const cards = [...people.map((p) => p.credential), ...worlds.flatMap((w) => w.expiredCredentials)]
  for (const list of [keys, people.map((p) => p.email), cards]) expect(new Set(list).size).toBe(list.length)
  for (const key of keys) expect(deviceKey.safeParse(key).success).toBe(true)
  for (const card of cards) expect(card).toMatch(/^card:00\d{8}$/)
  for (const { email } of people) expect(email).toMatch(/^[a-z.-]+@(gatehouse|northwind|harbour-quay)\.example$/)
})

describe.each(worlds)('$company', (world) => {
  const zones = new Set(world.zones.map((z) => z.key))
  const doors = new Set(world.doors.map((d) => d.key))

  test('stands in zones and on floors that exist', () => {
    const floors = new Set(world.floors.map((f) => f.key))
    for (const zone of world.zones) expect(floors).toContain(zone.floor)
    for (const device of devicesOf(world)) expect(zones).toContain(device.zone)
    for (const door of world.doors) if (door.from !== null) expect(zones).toContain(door.from)
    for (const label of world.labels) for (const zone of label.zones) expect(zones).toContain(zone)
  })

  test('effects are of its actuators and its zones', () => {
    const actuators = new Set(world.actuators?.map(({ key }) => key))
    for (const effect of world.effects ?? []) {
      for (const key of effect.actuators) expect(actuators).toContain(key)
      for (const zone of effect.zones) expect(zones).toContain(zone)
    }
  })

  test('cameras, intercoms and counters belong to doors, and people to zones and doors', () => {
    const named = [
      ...world.cameras.map((c) => c.watches),
      ...world.intercoms.map((i) => i.door),
      ...world.counters.map((c) => c.door),
      ...world.people.map((p) => p.arrivesBy),
    ]
    for (const door of named) expect(doors).toContain(door)
    for (const zone of world.people.flatMap((p) => [p.home, ...p.mayEnter])) expect(zones).toContain(zone)
  })
})
