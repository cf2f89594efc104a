import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faults, seeded } from './faults.ts'

const root = join(import.meta.dirname, '..', '..')

describe('the seeded faults', () => {
  test('are forty or more, each by a name of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(40)
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })

  test('have their place in the source, once, and change it', () => {
    const misplaced = faults.filter(({ file, find, replace }) => {
      const path = join(root, file)
      return find === replace || !existsSync(path) || seeded(readFileSync(path, 'utf8'), { find, replace }) === null
    })
    expect(misplaced.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  test('name tests that are there', () => {
    const lost = faults.flatMap(({ name, tests }) =>
      tests.length === 0 ? [name] : tests.filter((file) => !existsSync(join(root, file))),
    )
    expect(lost).toEqual([])
  })
})
