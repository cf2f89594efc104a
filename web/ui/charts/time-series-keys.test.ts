import { expect, test } from 'vitest'
import { keyed, type Reading } from './time-series-keys.ts'

const at = [0, 60, 120, 180, 240]
const view = { from: 0, to: 240 }
const nothing: Reading = { index: null, anchor: null }
const press = (reading: Reading, key: string, shift = false) => keyed(reading, key, shift, at, view)

test('arrows read from one measurement to the next, and stay at the ends', () => {
  expect(press(nothing, 'ArrowLeft')?.reading.index).toBe(4)
  expect(press(nothing, 'ArrowRight')?.reading.index).toBe(0)
  expect(press({ index: 4, anchor: null }, 'ArrowRight')?.reading.index).toBe(4)
  expect(press({ index: 2, anchor: null }, 'PageUp')?.reading.index).toBe(0)
  expect(press({ index: 2, anchor: null }, 'End')?.reading.index).toBe(4)
})

test('with Shift they mark, Enter zooms to what is marked, Escape lets go', () => {
  const marked = press({ index: 1, anchor: null }, 'ArrowRight', true)?.reading ?? nothing
  expect(marked).toEqual({ index: 2, anchor: 1 })
  const further = press(marked, 'End', true)?.reading ?? nothing
  expect(press(further, 'Enter')?.zoom).toEqual({ from: 60, to: 240 })
  expect(press(further, 'ArrowLeft')?.reading).toEqual({ index: 3, anchor: null })
  expect(press(further, 'Escape')?.reading).toEqual(nothing)
  expect(press({ index: 1, anchor: 1 }, 'Enter')).toBeNull()
})

test('plus and minus zoom around what is read', () => {
  expect(press(nothing, '+')?.zoom).toEqual({ from: 60, to: 180 })
  expect(press({ index: 1, anchor: null }, '-')?.zoom).toEqual({ from: -60, to: 420 })
})

test('other keys are the page’s', () => {
  for (const key of ['Tab', 'a', 'Escape', 'Enter', '/']) expect(press(nothing, key)).toBeNull()
})
