// Life at quiet hours: somebody passes a door at any time of day, and the building's story stays true.
import { meridianTower } from '@gatehouse/demo/meridian-tower'
import { expect, test } from 'vitest'
import { startBroker } from './broker.testing.ts'
import { startBuilding } from './building.ts'
import { startPatrol } from './patrol.ts'
import { startPlayer } from './player.ts'

test('when no door has moved for a while, the guard looks into a room and comes back', async () => {
  const broker = await startBroker()
  const credentials = new Map(meridianTower.doors.map((d) => [d.key, `secret of ${d.key}`]))
  const trouble = (key: string, error: Error) => expect.fail(`${key}: ${error.message}`)
  const building = startBuilding({ world: meridianTower, url: broker.url, credentials, trouble })
  const player = startPlayer({ building, seed: 1, speed: 1, told: null })
  const guards = new Map(meridianTower.people.filter((p) => p.rhythm === 'guard').map((p) => [p.credential, p]))
  const inside = new Map([...guards.keys()].map((card) => [card, player.whereabouts.of(card)]))
  const patrol = startPatrol(player, { quiet: 400, free: 0 })
  try {
    const passes = () =>
      broker.received.filter((h) => h.message.id.startsWith('staged-') && h.message['type'] === 'access')
    await expect.poll(() => passes().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
    const [out, back] = passes()
    const door = meridianTower.doors.find((d) => d.key === out?.device)
    expect([door?.from, door?.to]).toContain(inside.get(String(out?.message['credential'])))
    expect(back?.device).toBe(out?.device)
    expect(back?.message['credential']).toBe(out?.message['credential'])
    expect(new Set([out?.message['direction'], back?.message['direction']])).toEqual(new Set(['entry', 'exit']))
    await broker.receives((h) => h.device === out?.device && h.message['type'] === 'opened')
  } finally {
    patrol.stop()
    player.stop()
    building.stop()
    await broker.stop()
  }
})
