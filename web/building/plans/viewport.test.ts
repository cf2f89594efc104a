import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withinView, moved, nearest, sheetOf, whole, zoomed } from './viewport.ts'

const side = fc.integer({ min: 100, max: 4000 })
const size = fc.record({ width: side, height: side })
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('the whole plan is in sight at first, in the middle', () => {
  expect(sheetOf(whole, { width: 800, height: 400 }, { width: 1000, height: 1000 })).toEqual({
    width: 400,
    height: 400,
    left: 200,
    top: 0,
  })
})

test('what is under the pointer stays there when one comes nearer', () => {
  const [frame, plan] = [
    { width: 800, height: 400 },
    { width: 1600, height: 800 },
  ]
  const view = zoomed(whole, 2, { x: 200, y: 100 }, frame, plan)
  const sheet = sheetOf(view, frame, plan)
  expect({ x: sheet.left + sheet.width * 0.25, y: sheet.top + sheet.height * 0.25 }).toEqual({ x: 200, y: 100 })
  expect(moved(view, { x: -80, y: 0 }, frame, plan).x).toBeCloseTo(view.x + 0.05)
})

test('however one zooms and moves, the frame is filled as far as the plan goes', () => {
  fc.assert(
    fc.property(size, size, share, share, fc.double({ min: 0.1, max: 50, noNaN: true }), (frame, plan, x, y, zoom) => {
      const view = withinView({ zoom, x, y }, frame, plan)
      const sheet = sheetOf(view, frame, plan)
      expect(view.zoom).toBeGreaterThanOrEqual(1)
      expect(view.zoom).toBeLessThanOrEqual(nearest)
      if (sheet.width >= frame.width) {
        expect(sheet.left).toBeLessThanOrEqual(0.01)
        expect(sheet.left + sheet.width).toBeGreaterThanOrEqual(frame.width - 0.01)
      } else expect(sheet.left * 2 + sheet.width).toBeCloseTo(frame.width)
    }),
  )
})
