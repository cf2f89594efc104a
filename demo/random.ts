// Chance that repeats itself: everything the demo building does by luck comes from here, and only from its seed.

export interface Random {
  /** In [0, 1). */
  next(): number
  between(min: number, max: number): number
  whole(min: number, max: number): number
  /** Around a mean, never further away than 2.5 deviations. */
  around(mean: number, deviation: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** The same parts always give the same sequence. */
export const randomFor = (...parts: readonly (string | number)[]): Random => {
  let state = hash(parts.join(' '))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (min: number, max: number) => min + next() * (max - min)
  return {
    next,
    between,
    whole: (min, max) => Math.floor(between(min, max + 1)),
    around: (mean, deviation) => mean + (next() + next() + next() - 1.5) * (5 / 3) * deviation,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}

/** 32 bits of a text: FNV-1a with murmur's finish, because neighbouring dates must not give neighbouring numbers. */
export const hash = (text: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

/** Noise in [-1, 1] at the n-th step of a series; unlike a sequence it can be asked anywhere. */
export const noiseAt = (series: number, step: number): number =>
  (mix(series ^ Math.imul(step | 0, 0x9e3779b1)) >>> 0) / 0x7fff_ffff - 1

/** Noise that wanders: smooth between steps. */
export const wanderAt = (series: number, position: number): number => {
  const step = Math.floor(position)
  const x = position - step
  const a = noiseAt(series, step)
  return a + (noiseAt(series, step + 1) - a) * x * x * (3 - 2 * x)
}

/** A UUID that the same parts always give again. */
export const uuidFor = (...parts: readonly (string | number)[]): string => {
  const text = parts.join(' ')
  const hex = [0, 1, 2, 3].map((n) => (hash(`${n} ${text}`) >>> 0).toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

const mix = (value: number): number => {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}
