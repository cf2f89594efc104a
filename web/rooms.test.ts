import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const grounds = ['kit', 'ui']
const frames = ['shell', 'site']
// They put the domains together on one page, and have no data of the domains of their own.
const composers = ['dashboard', 'door-management', 'doors-desk', 'tour']

const files = readdirSync(here, { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !/(dist|node_modules)/.test(relative(here, parentPath)))
  .filter(({ name }) => !/\.test(ing)?\./.test(name))
  .map(({ name, parentPath }) => relative(here, join(parentPath, name)))

const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

const edges = files.flatMap((from) =>
  [...readFileSync(join(here, from), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to = '']) => ({
    from,
    to: relative(here, join(here, dirname(from), to)),
  })),
)

const crossing = edges.filter(({ from, to }) => roomOf(from) !== '' && roomOf(from) !== roomOf(to))
const lines = (wrong: typeof edges) => wrong.map(({ from, to }) => `${from} imports ${to}`)

test('the kit knows nobody, and the shared components only the kit', () => {
  expect(edges.length).toBeGreaterThan(100)
  expect(lines(crossing.filter(({ from }) => roomOf(from) === 'kit'))).toEqual([])
  expect(lines(crossing.filter(({ from, to }) => roomOf(from) === 'ui' && roomOf(to) !== 'kit'))).toEqual([])
})

test('domains never import each other; pages of the dashboard compose them', () => {
  const wrong = crossing.filter(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)]
    if ([...grounds, ...frames, ...composers].includes(own)) return false
    return ![...grounds, ...frames].includes(other)
  })
  expect(lines(wrong)).toEqual([])
})

// They frame every page: which company one is in, what is unread, and the search.
const frameOfAll = [
  'companies/company-switcher.tsx',
  'notifications/notification-panel.tsx',
  'notifications/use-unread.ts',
  'search/search-overlay.tsx',
]

test('the shell knows of the domains only how live events correct them, and what lies over every page', () => {
  const wrong = crossing.filter(
    ({ from, to }) =>
      frames.includes(roomOf(from)) &&
      ![...grounds, ...frames].includes(roomOf(to)) &&
      !to.endsWith('.live.ts') &&
      !frameOfAll.includes(to),
  )
  expect(lines(wrong)).toEqual([])
})

test('signing in carries no component library, no query cache and no socket', () => {
  const reached = new Set<string>()
  const packages = new Set<string>()
  const follow = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const source = readFileSync(join(here, file), 'utf8')
    // Lazy imports are not followed: they are what sign-in does without.
    for (const [, to = ''] of source.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"]*from\s*)?'([^']+)'/gm)) {
      if (to.startsWith('.')) {
        if (/\.tsx?$/.test(to)) follow(relative(here, join(here, dirname(file), to)))
      } else packages.add(to)
    }
  }
  follow('main.tsx')
  follow('auth/sign-in-page.tsx')
  expect(reached.size).toBeGreaterThan(15)
  expect([...packages].filter((name) => /mui|emotion|tanstack|socket\.io|notistack|^zod/.test(name))).toEqual([])
})
