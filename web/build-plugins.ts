// What the build does beside Vite's own work: tokens, schemas left out, fonts that never move a page, files compressed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minifySync, type Plugin } from 'vite'
import { sentences, shownIn, titles, touching } from '@gatehouse/contract/contract'
import { type Entry, menus, pages } from '@gatehouse/contract/pages'
import { mediaQueries, tokensCss } from './ui/theme/tokens.ts'

/** `virtual:tokens.css` and the named media queries, both out of tokens.ts. */
export const tokens = (): Plugin => {
  const virtual = '\0tokens.css'
  return {
    name: 'gatehouse-tokens',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:tokens.css' ? virtual : null),
    load: (id) => (id === virtual ? tokensCss() : null),
    transform: (code, id) => {
      if (!id.endsWith('.css') || !code.includes('(--')) return null
      return [...mediaQueries].reduce((css, [name, query]) => css.replaceAll(name, query), code)
    },
  }
}

/**
 * `virtual:registry`, `virtual:sentences` and `virtual:pages/…`: of the contract's registry what browsers need, who load each
 * domain of it when they come to it.
 */
export const registry = (): Plugin => {
  const { site, ...menusOfWork } = menus
  const modules: Readonly<Record<string, object>> = {
    'virtual:registry': { shownIn, touching },
    'virtual:sentences': { sentences, titles },
    // A module is in one file of the build, whole: what public pages load is apart.
    'virtual:pages/site': {
      site,
      publicPaths: pages.flatMap(({ isPublic, path }) => (isPublic && !path.includes(':') ? [path] : [])),
    },
    'virtual:pages/landing': { landing: [...menus.first, ...menus.work, ...menus.team].map(whoMayOpen) },
    'virtual:pages/menus': menusOfWork,
    'virtual:pages/routes': {
      routes: pages.flatMap(({ isPublic, path, permissions, alsoFor }) =>
        isPublic ? [] : [{ path, permissions, alsoFor }],
      ),
    },
  }
  return {
    name: 'gatehouse-registry',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) =>
      Object.entries(modules[id.slice(1)] ?? {})
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n') || null,
  }
}

// Public pages know where the signed-in begin, and nothing of how the menu looks.
const whoMayOpen = ({ path, requiredPermissions, company, unless }: Entry) => ({
  path,
  requiredPermissions,
  company,
  unless,
})

/** The contract's schemas stay on the server: see kit/no-schemas.ts. Zod imported by the web itself is the real one. */
export const noSchemas = (): Plugin => {
  const contract = `${import.meta.dirname.replace(/web$/, 'contract')}/`
  return {
    name: 'gatehouse-no-schemas',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === 'zod' && importer?.startsWith(contract) ? `${import.meta.dirname}/kit/no-schemas.ts` : null,
    // Whatever is asked of the stand-in is the stand-in: the asking, and all the words in it, need not travel.
    transform(code, id) {
      if (!id.startsWith(contract) || !id.endsWith('.ts')) return null
      let short = ''
      let from = 0
      for (const { start, end } of schemasIn(this.parse(code, { lang: 'ts' }), rootsIn(code))) {
        short += `${code.slice(from, start)}z`
        from = end
      }
      // To declare an operation does nothing. Said here and not as a name of pure functions for the whole build: that took
      // every `event.preventDefault()` for one.
      return (short + code.slice(from))
        .replaceAll(/= (?=(?:query|command|event|changeEvent)\()/g, '= /* @__PURE__ */ ')
        .replaceAll(statedElsewhere, '')
    },
  }
}

/** What operations do in words: for OpenAPI and, all of them at once, for the activity log. And what is left of their schemas. */
const statedElsewhere =
  /\b(?:(?:input|output):\s*\w+|summary:\s*(?:'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`)|sentence(?:OfEnd)?:\s*\[[^\]]*\]),/g

/** What schemas begin with: Zod, and the shapes that domains share. */
const rootsIn = (code: string): ReadonlySet<unknown> =>
  new Set(['z', ...(/import \{ ([^}]+) \} from '\.\.\/shapes\.ts'/.exec(code)?.[1]?.split(', ') ?? [])])

/** Expressions that begin so, whole: `z.object({ id }).partial()`. In order, none within another. */
const schemasIn = (node: unknown, roots: ReadonlySet<unknown>): Span[] => {
  if (Array.isArray(node)) return node.flatMap((one) => schemasIn(one, roots))
  if (!isNode(node)) return []
  return roots.has(rootOf(node)) ? [node] : Object.values(node).flatMap((one) => schemasIn(one, roots))
}

interface Span {
  readonly start: number
  readonly end: number
}

interface SyntaxNode extends Span {
  readonly type: string
  readonly name?: unknown
  readonly object?: unknown
  readonly callee?: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** What a chain of calls and members begins with; undefined for anything else, `z` by itself included. */
const rootOf = (node: SyntaxNode): unknown => {
  const inner =
    node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : undefined
  if (!isNode(inner)) return undefined
  return inner.type === 'Identifier' ? inner.name : rootOf(inner)
}

/** Each public page says which module it is, as the manifest names it. */
export const namedParts = (): Plugin => ({
  name: 'gatehouse-named-parts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/web/public-pages.ts')
      ? code.replaceAll(/load: (?:async )?\(\) =>\s*import\('\.\/([^']+)'\)/g, "module: '$1', $&")
      : null,
})

/** A font that is late is for the next page: letters that change under the reader's eyes move what they read. */
export const steadyFonts = (): Plugin => ({
  name: 'gatehouse-steady-fonts',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('@fontsource') && id.endsWith('.css')
      ? code.replaceAll(/font-display:\s*swap/g, 'font-display: optional')
      : null,
})

/** `%letters%` in a document is the file of our Latin letters. */
export const lettersInPages = (): Plugin => ({
  name: 'gatehouse-letters',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const file = Object.keys(bundle).find((name) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(name))
      return html.replace('%letters%', file === undefined ? '' : `/${file}`)
    },
  },
})

const inPages: readonly string[] = ['theme.js', 'take-over.js']
const compressible = /\.(js|css|svg|webmanifest)$/
const worthwhileBytes = 1_024

/** Beside each file what the server sends of it: as small as can be, since it is done once. */
export const compressed = (): Plugin => ({
  name: 'gatehouse-compressed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir }) {
    if (dir === undefined) return
    for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!compressible.test(path)) continue
      const file = join(dir, path)
      // They stand in every public page, and the build takes them as they are written.
      if (inPages.includes(path)) writeFileSync(file, minifySync(path, readFileSync(file, 'utf8')).code)
      const bytes = readFileSync(file)
      if (bytes.length < worthwhileBytes) continue
      writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
})

/** Every module of ours that those load at once. */
export const neededBy = (...entrances: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file) || !/\.tsx?$/.test(file)) return
    found.add(file)
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(importedAtOnce)) follow(join(file, '..', to))
  }
  for (const entrance of entrances) follow(join(import.meta.dirname, entrance))
  return found
}

const importedAtOnce = /^(?:import|export)\s(?!type\s)(?:[^'"]*from\s*)?'(\.[^']+)'/gm

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
  } | null
}

/** Modules that are loaded at once with some: those of a `file`, or of all that are `fetchedBy` one. */
type Entrance =
  | { readonly name?: string; readonly file: string; readonly whole?: true }
  | { readonly name?: never; readonly fetchedBy: string }

interface Shared {
  readonly name: string
  /** How many of the files that are fetched by `import()` need a module at once, at least. */
  readonly by: number
}

/**
 * Names the group that a module belongs to: that of the first entrance which loads it. Where that has no name, the module
 * is in none, and nobody gets more than is needed. The file of an entrance itself is fetched by its own name, unless the
 * group is `whole`. What no entrance loads and several files need is of their area, or `shared` where many need it: many
 * small files take longer than one.
 */
export const neededTogether = (entrances: readonly Entrance[], shared: Shared) => {
  const find = (graph: Graph) => {
    const found = new Map<string, string | null>()
    const follow = (id: string, name: string | null) => {
      if (found.has(id)) return
      found.set(id, name)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported, name)
    }
    for (const { name = null, ...entrance } of entrances) {
      const id = join(import.meta.dirname, 'file' in entrance ? entrance.file : entrance.fetchedBy)
      if ('file' in entrance) follow(id, name)
      else for (const fetched of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) follow(fetched, name)
      if (!id.includes('/node_modules/') && !('whole' in entrance)) found.set(id, null)
    }
    for (const [id, times] of timesNeeded(graph))
      if (times > 1 && !found.has(id)) found.set(id, (times < shared.by && areaOf(id)) || shared.name)
    return found
  }
  let groups: ReadonlyMap<string, string | null> | undefined
  return (id: string, graph: Graph): string | null => {
    groups ??= find(graph)
    const name = groups.get(id)
    if (name === undefined && id.includes('/contract/')) return shared.name
    return isOfTheSignedIn(id, name) ? 'shell' : (name ?? null)
  }
}

/** The stylesheet of the utilities comes before the others that a file fetches: the rules of a part count for more. */
export const utilitiesFirst = (): Plugin => ({
  name: 'gatehouse-utilities-first',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      const css = chunk.type === 'chunk' ? chunk.viteMetadata?.importedCss : undefined
      if (!css) continue
      const files = [...css].toSorted((a, b) => Number(isUtilities(b)) - Number(isUtilities(a)))
      css.clear()
      for (const file of files) css.add(file)
    }
  },
})

const isUtilities = (file: string) => file.includes('/utilities-')

/** The area of the product that a module is of, if of any. */
const areaOf = (id: string) => /\/web\/(access|building|identity|insight|messages|record|safety)\//.exec(id)?.[1]

/** A stylesheet of what only the signed-in see: all of these are one. */
const isOfTheSignedIn = (id: string, group: string | null | undefined) =>
  id.endsWith('.css') &&
  group !== 'utilities' &&
  (group === undefined ? !id.includes('/web/site/') : group !== null && group !== 'begin' && group !== 'auth')

/** How many of the files that are fetched by `import()` need a module at once, those files themselves left out. */
const timesNeeded = (graph: Graph): ReadonlyMap<string, number> => {
  const fetched = new Set<string>()
  const seen = new Set<string>()
  const look = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) look(imported)
    for (const later of dynamicallyImportedIds) {
      fetched.add(later)
      look(later)
    }
  }
  look(join(import.meta.dirname, 'main.tsx'))
  const times = new Map<string, number>()
  for (const entrance of fetched) {
    const needed = new Set<string>()
    const follow = (id: string) => {
      if (needed.has(id)) return
      needed.add(id)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported)
    }
    follow(entrance)
    for (const id of needed) if (!fetched.has(id)) times.set(id, (times.get(id) ?? 0) + 1)
  }
  return times
}
