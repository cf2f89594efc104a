import { describe, expect, test } from 'vitest'
import { breakpoints, mediaQueries, schemes, states, tokensCss } from './tokens.ts'

const luminance = (hex: string): number => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (mode) => {
  const scheme = schemes[mode]
  const grounds = [scheme.page, scheme.surface, scheme.sunken]

  test.each(states)('the word of the state "%s" can be read on every ground', (state) => {
    for (const ground of grounds) expect(contrast(scheme.state[state], ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('text, muted text and links can be read on every ground', () => {
    for (const ground of grounds) {
      for (const text of [scheme.text, scheme.muted, scheme.primaryText, scheme.publicText]) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test('buttons can be read: the public one by its size', () => {
    expect(contrast(scheme.primary, scheme.onPrimary)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(scheme.publicPrimary, scheme.onPublic)).toBeGreaterThanOrEqual(3)
  })

  test('a line of a chart can be seen, and is no line of an alarm', () => {
    expect(scheme.series).toHaveLength(6)
    expect(new Set(scheme.series).size).toBe(6)
    for (const line of scheme.series) {
      expect(contrast(line, scheme.surface)).toBeGreaterThanOrEqual(3)
      for (const state of ['warning', 'high', 'critical'] as const) expect(line).not.toBe(scheme.state[state])
    }
  })

  test('the edge of a field can be seen', () => {
    for (const ground of grounds) expect(contrast(scheme.strongLine, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('states that cannot be believed are never green', () => {
  for (const { state } of Object.values(schemes)) {
    for (const doubtful of [state.unknown, state.stale, state.offline, state.fault]) {
      expect(doubtful).not.toBe(state.normal)
    }
  }
})

test('the specification’s colours and breakpoints are in the stylesheet', () => {
  const css = tokensCss()
  for (const value of ['#00A8E8', '#4FC3F7', '#1E88E5', '--radius: 8px']) expect(css).toContain(value)
  expect(mediaQueries.get('(--below-md)')).toBe('(max-width: 899.95px)')
  expect(mediaQueries.get('(--from-lg)')).toBe('(min-width: 1200px)')
  expect(mediaQueries.get('(--below-sm)')).toBe('(max-width: 599.95px)')
  expect(mediaQueries.get('(--from-xl)')).toBe('(min-width: 1536px)')
  expect(breakpoints).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
})

test.each(['light', 'dark'] as const)('the secondary colour of the %s scheme is pink', (mode) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(schemes[mode].secondary.slice(at, at + 2), 16),
  )
  // Between magenta and red: 300 to 350 degrees of hue.
  const hue = 360 - (60 * (blue - green)) / (red - green)
  expect(red).toBeGreaterThan(Math.max(green, blue))
  expect(hue).toBeGreaterThan(300)
  expect(hue).toBeLessThan(350)
})
