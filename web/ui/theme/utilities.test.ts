import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { expect, test } from 'vitest'
import { breakpoints, mediaQueries } from './tokens.ts'

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const web = new URL('../../', import.meta.url).pathname

/** Those of stylesheets that stand apart: base.css and the loading screen of index.html. */
const global = /^(visually-hidden|tabular|loading-\w+)$/

test('every class of a part is a utility of our tokens: one that is misspelt or not of them has no rule, and would be nothing', async () => {
  const { candidatesToCss } = await loadDesignSystem(`${theme}\n@tailwind utilities;`)
  const files = globSync('**/*.tsx', { cwd: web, exclude: ['node_modules/**'] })
  const used = new Map(
    files.flatMap((file) =>
      [...readFileSync(`${web}${file}`, 'utf8').matchAll(/\bclassName="([^"]*)"/g)].flatMap(([, classes = '']) =>
        classes.split(' ').map((name): [string, string] => [name, file]),
      ),
    ),
  )
  expect(used.size).toBeGreaterThan(400)
  const names = [...used.keys()].filter((name) => !global.test(name))
  const rules = candidatesToCss(names)
  const without = names.filter((_, at) => !rules[at])
  expect(without.map((name) => [name, used.get(name)])).toEqual([])
})

// Each entrance of the browser has a stylesheet of its own, made of the files that it names.
test.each([
  [
    'those who are not signed in',
    'main.tsx',
    '{identity/auth/**,messages/mail,safety/{alarm-link,display}}/*-page.tsx',
    'identity/auth/',
  ],
  ['readers of public pages', 'hydrate.tsx', 'site/{pages,contact,blog,tour}/*-page.tsx', 'site/frame/'],
])('the utilities for %s are those of all that their pages begin with', (_, entrance, pages, folder) => {
  const sheet = readFileSync(join(web, folder, 'utilities.css'), 'utf8')
  const sources = [...sheet.matchAll(/^@source "([^"]+)"/gm)].map(([, glob = '']) => join(web, folder, glob))
  const named = new Set(sources.flatMap((glob) => globSync(glob)))
  const begun = new Set<string>()
  const follow = (file: string) => {
    if (begun.has(file) || !/\.tsx?$/.test(file)) return
    begun.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|\} from|export .* from)(?! type\b).*'(\.[^']+)'$/gm))
      follow(join(file, '..', from))
  }
  for (const file of [entrance, ...globSync(pages, { cwd: web })]) follow(join(web, file))
  const styled = [...begun].filter((file) => /className="/.test(readFileSync(file, 'utf8')))
  expect(styled.length).toBeGreaterThan(10)
  expect(styled.filter((file) => !named.has(file)).map((file) => relative(web, file))).toEqual([])
})

test('the widths at which utilities change are those of the tokens', () => {
  const variants = [...theme.matchAll(/@custom-variant ((?:from|below)-(\w+)) \(@media (\([^)]+\))\)/g)]
  expect(variants.length).toBeGreaterThan(0)
  for (const [, name = '', width = '', query] of variants) {
    expect(Object.keys(breakpoints)).toContain(width)
    expect(query).toBe(mediaQueries.get(`(--${name})`))
  }
})

test('no rule asks what the document has: for one that does, the styles of every element are computed again whenever any comes or goes', () => {
  const sheets = globSync('**/*.css', { cwd: web, exclude: ['node_modules/**', '**/dist/**'] })
  expect(sheets.length).toBeGreaterThan(40)
  const ofDocument = /(?:^|[\s,(}])(?::global\()?(?::root|html|body)\)?:has\(/m
  expect(sheets.filter((sheet) => ofDocument.test(readFileSync(join(web, sheet), 'utf8')))).toEqual([])
})
