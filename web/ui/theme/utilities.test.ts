import { globSync, readFileSync } from 'node:fs'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { breakpoints, mediaQueries } from './tokens.ts'

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const web = new URL('../../', import.meta.url).pathname

/** Those of stylesheets that stand apart: base.css and the loading screen of index.html. */
const global = /^(visually-hidden|tabular|loading-\w+)$/

test('every class of a part is a utility of our tokens: one that is misspelt or not of them has no rule, and would be nothing', async () => {
  const { build } = await compile(`${theme}\n@tailwind utilities;`)
  const files = globSync('**/*.tsx', { cwd: web, exclude: ['node_modules/**'] })
  const used = new Map(
    files.flatMap((file) =>
      [...readFileSync(`${web}${file}`, 'utf8').matchAll(/\bclassName="([^"]*)"/g)].flatMap(([, classes = '']) =>
        classes.split(' ').map((name): [string, string] => [name, file]),
      ),
    ),
  )
  expect(used.size).toBeGreaterThan(400)
  let rules = build([])
  const without = [...used].filter(([name]) => {
    const before = rules
    rules = build([name])
    return rules === before && !global.test(name)
  })
  expect(without).toEqual([])
})

test('the widths at which utilities change are those of the tokens', () => {
  const variants = [...theme.matchAll(/@custom-variant ((?:from|below)-(\w+)) \(@media (\([^)]+\))\)/g)]
  expect(variants.length).toBeGreaterThan(0)
  for (const [, name = '', width = '', query] of variants) {
    expect(Object.keys(breakpoints)).toContain(width)
    expect(query).toBe(mediaQueries.get(`(--${name})`))
  }
})
