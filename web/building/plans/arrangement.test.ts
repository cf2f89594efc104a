import { expect, test } from 'vitest'
import { begin, changed, isChanged, put, redo, takeOff, undo } from './arrangement.ts'

const door = { id: 'door', x: 0.2, y: 0.3, rotation: 90 }
const spot = { deviceId: 'door', x: 0.2, y: 0.3, rotation: 90 }

test('what is moved, added and taken off is sent, and nothing else', () => {
  const before = begin([door, { ...door, id: 'gate' }])
  expect(isChanged(before)).toBe(false)
  const moved = put(before, { ...spot, x: 0.25 })
  expect(changed(moved)).toEqual({ placed: [{ ...spot, x: 0.25 }], removed: [] })
  const more = takeOff(put(moved, { ...spot, deviceId: 'camera' }), 'gate')
  expect(changed(more).placed.map(({ deviceId }) => deviceId)).toEqual(['door', 'camera'])
  expect(changed(more).removed).toEqual(['gate'])
  expect(isChanged(put(moved, spot))).toBe(false)
})

test('every step can be undone and done again', () => {
  const steps = [
    (now: ReturnType<typeof begin>) => put(now, { ...spot, x: 0.9 }),
    (now: ReturnType<typeof begin>) => put(now, { ...spot, rotation: 180 }),
    (now: ReturnType<typeof begin>) => takeOff(now, 'door'),
  ]
  const begun = begin([door])
  const done = steps.reduce((now, step) => step(now), begun)
  const undone = steps.reduce((now) => undo(now), done)
  expect(undone.spots).toEqual(begun.spots)
  expect(undo(undone)).toBe(undone)
  expect(steps.reduce((now) => redo(now), undone).spots).toEqual(done.spots)
  expect(put(undone, { ...spot, y: 0 }).future).toEqual([])
})

test('nothing leaves the plan, and a turn has 360 degrees', () => {
  const { spots } = put(begin([]), { deviceId: 'door', x: -3, y: 1.2, rotation: -90 })
  expect(spots.get('door')).toEqual({ deviceId: 'door', x: 0, y: 1, rotation: 270 })
  expect(put(begin([]), { ...spot, rotation: 359.7 }).spots.get('door')?.rotation).toBe(0)
})
