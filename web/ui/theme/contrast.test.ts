import { expect, test } from 'vitest'
import { contrast, inkOn, isColour } from './contrast.ts'

test('contrast is counted as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrast('#64748B', '#64748b')).toBe(1)
})

test('a label of any colour carries text that is read: 4.5 to 1 at least', () => {
  for (let red = 0; red < 256; red += 15) {
    for (let green = 0; green < 256; green += 15) {
      for (let blue = 0; blue < 256; blue += 15) {
        const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        expect(contrast(colour, inkOn(colour)), colour).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})

test('a colour is six digits after a hash, and nothing that could be another style', () => {
  expect(isColour('#A1b2C3')).toBe(true)
  expect(['red', '#fff', '#12345g', '#123456;x'].filter(isColour)).toEqual([])
})
