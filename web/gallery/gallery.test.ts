import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !/(dist|node_modules)/.test(relative(web, parentPath)))
  .filter(({ name }) => !/\.test(ing)?\./.test(name))
  .map(({ name, parentPath }) => relative(web, join(parentPath, name)))

const importsOf = (file: string): string[] =>
  [...readFileSync(join(web, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to = '']) =>
    relative(web, join(web, dirname(file), to)),
  )

/** Of the frame of pages, seen in the pictures of the shell and the public site, or made of what is shown: they have no states of their own. */
const frame = [
  'account-navigation',
  'acknowledge-button',
  'add-device-link',
  'add-link',
  'answer-sheet',
  'check-field',
  'choices-field',
  'command-history',
  'field-pair',
  'home-link',
  'import-sheet',
  'list-section',
  'mute-alarms',
  'named',
  'next-step',
  'no-page',
  'order-tools',
  'out-of-service',
  'page-tabs',
  'provider-mark',
  'raw-text',
  'reach-notice',
  'reason-field',
  'reason-later',
  'round-button',
  'row-table',
  'saved-views',
  'saved-views-sheet',
  'service-button',
  'skip-link',
  'social-buttons',
  'social-ways',
  'switch-line',
  'tabbed-page',
  'time-zone-input',
  'under-sheet',
  'unlock-door',
  'wordmark',
]

test('every shared component can be reached from the gallery', () => {
  const reached = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const to of importsOf(file)) if (/\.tsx?$/.test(to)) follow(to)
  }
  follow('gallery/main.tsx')
  const components = files.filter((file) => file.startsWith('ui/') && file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(40)
  expect(components.filter((file) => !reached.has(file) && !frame.includes(basename(file, '.tsx')))).toEqual([])
})

test('nothing of the product knows the gallery', () => {
  const outside = files.filter((file) => !file.startsWith('gallery/'))
  expect(outside.filter((file) => importsOf(file).some((to) => to.startsWith('gallery/')))).toEqual([])
})

test('each story has its states, named once', () => {
  const stories = files.filter((file) => file.endsWith('.stories.tsx'))
  const names = stories.flatMap((file) => [
    ...readFileSync(join(web, file), 'utf8').matchAll(/^ {4}name: '([^']+)',\n {4}about:/gm),
  ])
  expect(names.length).toBeGreaterThan(20)
  expect(new Set(names.map(([, name]) => name)).size).toBe(names.length)
})
