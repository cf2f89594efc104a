import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = ['contract', 'demo', 'devices', 'server', 'web', 'simulator', 'e2e', 'bench']

/** Which of our own rooms a room may use. */
const mayUse: Record<string, readonly string[]> = {
  contract: [],
  demo: ['contract'],
  devices: ['contract'],
  server: ['contract', 'demo', 'devices'],
  web: ['contract'],
  simulator: ['contract', 'demo'],
  e2e: ['contract'],
  bench: ['contract'],
}

/** Rooms that keep to a few packages, and do no input or output of their own. */
const onlyPackages: Record<string, readonly string[]> = {
  contract: ['zod'],
  devices: ['zod', 'node:crypto'],
  demo: ['zod'],
}

/** The order in which server/main.ts wires the domains: each may use the front file of those before it. */
const wiringOrder = `
  mail notifications channels push webhooks auth second-factors roles labels users companies accounts social profile
  staff contact sites activity devices commands door-groups plans doors schedules lockdowns access entry-exit visitors decisions muster
  cameras intercoms gas detector-service people-count occupancy on-call escalations alarms set-points gas-exposure alarm-health shift-notes actuators cause-effect analytics reports blog search
  events device-health ingest polling door-setup demo tour logs backup setup saved-views system`
  .trim()
  .split(/\s+/)

/** The one file of another room that a room may use by its path: journeys build their companies as the server's tests do. */
const mayReach: Record<string, readonly string[]> = { e2e: ['server/testing/building.testing.ts'] }

interface Import {
  readonly from: string
  /** A file from the root, or the name it was asked for by. */
  readonly to: string
  readonly isFile: boolean
  /** Neither a type nor an import() later on: these may go round. */
  readonly atLoad: boolean
}

const isTest = (file: string) => /\.(test|testing)\.tsx?$|(^|\/)testing\.ts$|\.spec\.ts$/.test(file)
const roomOf = (file: string) => file.split('/')[0] ?? ''

const everyFileIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return ['node_modules', 'dist', 'results', 'test-results'].includes(entry.name) ? [] : everyFileIn(path)
  })

const filesIn = (folder: string): string[] => everyFileIn(folder).filter((path) => /\.tsx?$/.test(path))

const patterns = [
  /^\s*(?:import|export)\s+(type\s)?[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s+()['"]([^'"]+)['"]/gm,
  /\bimport\(\s*()['"]([^'"]+)['"]/g,
]

const importsOf = (file: string): Import[] => {
  const source = readFileSync(join(root, file), 'utf8')
  return patterns.flatMap((pattern, kind) =>
    [...source.matchAll(pattern)].map(([, type, to = '']) => ({
      from: file,
      to: to.startsWith('.') ? relative(root, join(root, dirname(file), to)) : to,
      isFile: to.startsWith('.'),
      atLoad: !type && kind < 2,
    })),
  )
}

const files = rooms.flatMap(filesIn)
const imports = files.flatMap(importsOf)
const isPackage = ({ to, isFile }: Import) => !isFile && !isBuiltIn(to) && !to.startsWith('virtual:')
const isBuiltIn = (to: string) => to.startsWith('node:') || builtinModules.includes(to)
const packageOf = (to: string) => to.split('/', to.startsWith('@') ? 2 : 1).join('/')
const lines = (wrong: readonly Import[]) => wrong.map(({ from, to }) => `${from} imports ${to}`)

describe('who may import whom', () => {
  test('reads the imports at all', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(imports).toContainEqual({ from: 'contract/access/doors.ts', to: 'zod', isFile: false, atLoad: true })
  })

  test('a room uses only the rooms below it, and by their names', () => {
    const wrong = imports.filter(({ from, to, isFile }) => {
      const named = /^@gatehouse\/([\w-]+)/.exec(to)?.[1]
      if (named) return !mayUse[roomOf(from)]?.includes(named)
      if (mayReach[roomOf(from)]?.includes(to)) return false
      return isFile && rooms.includes(roomOf(to)) && roomOf(to) !== roomOf(from)
    })
    expect(lines(wrong)).toEqual([])
  })

  test('the contract, the devices and the demo touch nothing but data', () => {
    const wrong = imports
      .filter(({ from }) => roomOf(from) in onlyPackages && !isTest(from))
      .filter((i) => isBuiltIn(i.to) || (isPackage(i) && !i.to.startsWith('@gatehouse/')))
      .filter(({ from, to }) => !onlyPackages[roomOf(from)]?.includes(packageOf(to)))
    expect(lines(wrong)).toEqual([])
  })

  test('the browser side uses nothing of Node.js', () => {
    const shipped = reachableFrom('web/main.tsx')
    expect(shipped.size).toBeGreaterThan(10)
    expect(lines(imports.filter(({ from, to }) => shipped.has(from) && isBuiltIn(to)))).toEqual([])
  })

  test('a room declares every package it uses', () => {
    const wrong = imports.filter((i) => {
      if (!isPackage(i)) return false
      return (
        !declaredIn(roomOf(i.from)).has(packageOf(i.to)) && !(isTest(i.from) && declaredIn('.').has(packageOf(i.to)))
      )
    })
    expect(lines(wrong)).toEqual([])
  })

  test('no folder has more files than a person takes in: at most 40', () => {
    const count = new Map<string, number>()
    for (const file of rooms.flatMap(everyFileIn)) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
    // Pictures of the site, made by a program.
    count.delete('web/public/pictures')
    // One line of history, read by its end.
    count.delete('server/db/migrations')
    expect([...count].filter(([, number]) => number > 40)).toEqual([])
  })

  test('no file needs itself to load', () => {
    expect(circles(imports.filter((i) => i.isFile && i.atLoad))).toEqual([])
  })
})

describe('inside the web', () => {
  const modules = files.filter((file) => roomOf(file) === 'web' && !/\.test\.tsx?$/.test(file))

  test('what changes belongs to the application (web/kit/application.ts), and not to a module', () => {
    expect(modules.length).toBeGreaterThan(300)
    const variables = modules.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:export )?(?:let|var) .*/gm)].map(
        ([line]) => `${file}: ${line}`,
      ),
    )
    expect(variables).toEqual([])
  })
})

describe('inside the server', () => {
  const inside = imports.filter((i) => roomOf(i.from) === 'server' && roomOf(i.to) === 'server' && !isTest(i.from))
  /** `kit`, `db`, a folder of tests, or a domain with its area: `access/doors`. Nothing for main.ts and its like. */
  const placeOf = (file: string) => {
    const [, area = '', domain = '', ...rest] = file.split('/')
    if (domain === '') return ''
    return ['kit', 'db'].includes(area) || rest.length === 0 ? area : `${area}/${domain}`
  }
  const domains = [...new Set(files.filter((f) => roomOf(f) === 'server' && !isTest(f)).map(placeOf))].filter(
    (place) => !['', 'kit', 'db'].includes(place),
  )
  const nameOf = (domain: string) => domain.split('/')[1] ?? ''

  test('every domain has its place in the order, and stands in an area of the contract', () => {
    expect(domains.filter((domain) => !wiringOrder.includes(nameOf(domain)))).toEqual([])
    const areas = readdirSync(join(root, 'contract'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(domains.filter((domain) => !areas.some(({ name }) => domain.startsWith(`${name}/`)))).toEqual([])
  })

  test('main.ts and its parts wire, and nobody else at their level knows a domain', () => {
    const parts = ['server/building.ts', 'server/safety.ts']
    const wiring = ['server/main.ts', ...parts]
    expect(
      lines(
        inside.filter(
          ({ from, to }) => !placeOf(from) && !wiring.includes(from) && placeOf(to) !== 'kit' && placeOf(to),
        ),
      ),
    ).toEqual([])
    expect(lines(inside.filter(({ from, to }) => parts.includes(to) && !wiring.includes(from)))).toEqual([])
    expect(lines(inside.filter(({ to, atLoad }) => to === 'server/main.ts' && atLoad))).toEqual([])
  })

  test('the kit knows no domain and no store, the store no domain', () => {
    expect(lines(inside.filter(({ from, to }) => placeOf(from) === 'kit' && placeOf(to) !== 'kit'))).toEqual([])
    expect(
      lines(inside.filter(({ from, to }) => placeOf(from) === 'db' && !['kit', 'db'].includes(placeOf(to)))),
    ).toEqual([])
  })

  test('what labels hide is asked of kit/label-scope.ts: only labels themselves, and who fills a store, know their table', () => {
    const knows = files.filter(
      (file) =>
        roomOf(file) === 'server' && !isTest(file) && readFileSync(join(root, file), 'utf8').includes('label_mark'),
    )
    const outside = knows.filter((file) => !file.startsWith('server/identity/labels/'))
    expect(outside).toEqual(['server/db/schema.ts', 'server/kit/label-scope.ts', 'server/system/demo/world.sql.ts'])
  })

  test('a domain knows the kit, the store and the front files of the domains before it', () => {
    const wrong = inside.filter(({ from, to }) => {
      const [own, other] = [placeOf(from), placeOf(to)]
      if (!domains.includes(own) || own === other || other === 'kit' || other === 'db') return false
      const [place, mine] = [other, own].map((domain) => wiringOrder.indexOf(nameOf(domain)))
      const earlier = place !== undefined && mine !== undefined && place >= 0 && place < mine
      return !earlier || to !== `server/${other}/${nameOf(other)}.ts`
    })
    expect(lines(wrong)).toEqual([])
  })
})

const declared = new Map<string, Set<string>>()
const declaredIn = (folder: string): Set<string> => {
  const known = declared.get(folder)
  if (known) return known
  const own: Record<string, Record<string, string> | undefined> = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  )
  const sections = ['dependencies', 'devDependencies', 'optionalDependencies']
  const names = new Set(sections.flatMap((section) => Object.keys(own[section] ?? {})))
  declared.set(folder, names)
  return names
}

const reachableFrom = (entrance: string): Set<string> => {
  const next = Map.groupBy(imports, ({ from }) => from)
  const seen = new Set<string>()
  const follow = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { to, isFile } of next.get(file) ?? []) if (isFile) follow(to)
  }
  follow(entrance)
  return seen
}

/** Each circle once, as `a -> b -> a`. */
const circles = (edges: readonly Import[]): string[] => {
  const next = Map.groupBy(edges, ({ from }) => from)
  const found: string[] = []
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) follow(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) follow(file, [])
  return found
}
