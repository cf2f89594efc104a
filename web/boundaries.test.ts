import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname

/** What everything stands on, in this order: each may use those before it, and no other. */
const grounds = ['kit', 'ui', 'shell', 'site/frame', 'site/sections']

/** They put domains together on one page, and each is used by no other; of two that do, the later may use the earlier. */
const composers = [
  'access/door-management',
  'access/doors-desk',
  'building/integrations',
  'insight/dashboard',
  'safety/alert-system',
  'safety/gas-monitoring',
  'safety/people-counting',
  'site/tour',
]

/** They frame every page: which company one is in, what is unread, the search, and help. */
const frameOfAll = [
  'safety/alarms/alarm-watch.tsx',
  'identity/companies/company-switcher.tsx',
  'messages/notifications/notification-panel.tsx',
  'messages/notifications/use-unread.ts',
  'insight/search/search-overlay.tsx',
  'system/help/help-dialog.tsx',
]

const files = readdirSync(here, { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => /\.tsx?$/.test(name) && !/(dist|node_modules)/.test(relative(here, parentPath)))
  .filter(({ name }) => !/\.test(ing)?\./.test(name))
  .map(({ name, parentPath }) => relative(here, join(parentPath, name)))

const wholeRooms = ['kit', 'ui', 'shell', 'gallery', 'service-worker']

/** The room of a file: a ground, a tool, or the domain of an area; nothing for what wires the web (main.tsx, routes.tsx). */
const roomOf = (file: string) => {
  const [area = '', domain = '', ...rest] = file.split('/')
  if (domain === '') return ''
  return wholeRooms.includes(area) || rest.length === 0 ? area : `${area}/${domain}`
}

const edges = files.flatMap((from) =>
  [...readFileSync(join(here, from), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, to = '']) => ({
    from,
    to: relative(here, join(here, dirname(from), to)),
  })),
)

const crossing = edges.filter(({ from, to }) => roomOf(from) !== '' && roomOf(from) !== roomOf(to))
const lines = (wrong: typeof edges) => wrong.map(({ from, to }) => `${from} imports ${to}`)

test('the areas are those of the contract, and each file stands in a domain of one', () => {
  const foldersOf = (folder: string) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const areas = foldersOf(join(here, '../contract')).filter((name) => name !== 'node_modules')
  const others = [...wholeRooms, 'public', 'render', 'dist', 'node_modules']
  expect(foldersOf(here).filter((name) => !areas.includes(name) && !others.includes(name))).toEqual([])
  expect(files.filter((file) => areas.includes(roomOf(file)))).toEqual([])
})

test('each ground uses only those below it', () => {
  expect(edges.length).toBeGreaterThan(100)
  const wrong = crossing.filter(({ from, to }) => {
    const place = grounds.indexOf(roomOf(from))
    if (place === -1 || grounds.slice(0, place).includes(roomOf(to))) return false
    return !(roomOf(from) === 'shell' && (frameOfAll.includes(to) || to.endsWith('.live.ts')))
  })
  expect(lines(wrong)).toEqual([])
})

test('domains never import each other; pages of a composer put them together', () => {
  const wrong = crossing.filter(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)]
    if (grounds.includes(own) || grounds.includes(other)) return false
    if (!composers.includes(own)) return own !== 'gallery'
    return composers.includes(other) && composers.indexOf(other) > composers.indexOf(own)
  })
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
  follow('identity/auth/sign-in-page.tsx')
  expect(reached.size).toBeGreaterThan(15)
  expect([...packages].filter((name) => /mui|emotion|tanstack|socket\.io|notistack|^zod/.test(name))).toEqual([])
})
