// What the web's build leaves for rendering its public pages ahead: the renderer itself, and which files each page goes
// on with in the browser. Loaded when first asked for, and again when the web has been built anew.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'

/** As web/render.tsx answers. */
export interface Rendered {
  readonly html: string
  readonly head: {
    readonly title: string
    readonly description: string
    readonly image?: string
    readonly type?: 'website' | 'article'
    readonly jsonLd?: readonly object[]
    readonly noIndex?: boolean
    readonly canonical?: string
  }
}

export interface Plan {
  /** What to ask of the API first, below /api; null: nothing. */
  readonly ask: string | null
  /** The page's own module, as the manifest names it. */
  readonly module: string
  readonly render: (data: unknown) => Promise<Rendered>
}

interface Renderer {
  /** null: the application's own; undefined: nothing is there. */
  readonly planFor: (pathname: string, search: string) => Promise<Plan | null | undefined>
  /** For what is not there. */
  readonly missing: (pathname: string, search: string) => Plan
  readonly paths: readonly string[]
}

export interface BuiltWeb extends Renderer {
  /** site.html, with its styles and its first script inside. */
  readonly template: string
  /** What a page of its own needs besides: scripts to fetch ahead, and styles with the file they would come from. */
  readonly filesOf: (module: string) => Promise<PageFiles>
}

export interface PageFiles {
  /** What takes pages over in the browser, and what it takes this one over with. */
  readonly entry: string
  readonly part: string
  /** All that those need, they included. */
  readonly scripts: readonly string[]
  readonly styles: readonly { readonly file: string; readonly css: string }[]
}

const manifestShape = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
)
type Manifest = z.output<typeof manifestShape>

const entrance = 'site.html'

/** Answers what was built last; null while nothing was. */
export const createRenderer = (pages: string): (() => Promise<BuiltWeb | null>) => {
  const bundle = join(pages, '..', 'render', 'dist', 'render.js')
  let known: { readonly at: number; readonly web: Promise<BuiltWeb> } | null = null
  return async () => {
    const at = await stat(bundle).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (at === null) return null
    if (known?.at !== at) known = { at, web: load(pages, `${pathToFileURL(bundle).href}?built=${at}`) }
    try {
      return await known.web
    } catch (error) {
      known = null
      throw error
    }
  }
}

const load = async (pages: string, bundle: string): Promise<BuiltWeb> => {
  const read = (path: string) => readFile(join(pages, path), 'utf8')
  const [renderer, manifest, page, theme, takeOver] = await Promise.all([
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what web/render.tsx exports, built
    import(bundle) as Promise<Renderer>,
    read('.vite/manifest.json').then((text) => manifestShape.parse(JSON.parse(text))),
    read(entrance),
    read('theme.js'),
    read('take-over.js'),
  ])
  const stylesOf = (files: Iterable<string>) =>
    Promise.all([...files].map(async (file) => ({ file: `/${file}`, css: await read(file) })))
  const entry = manifest[entrance]
  if (!entry) throw new Error(`The build has no ${entrance}`)
  const first = closure(manifest, [entrance])
  const firstStyles = await stylesOf(first.styles)
  const template = page
    // Comments are for who writes it.
    .replaceAll(/<!-- .*? -->\s*/g, '')
    // Asked for by themselves styles would keep the page from being drawn, and scripts take the line from its pictures:
    // the latter are fetched by take-over.js.
    .replaceAll(/<link rel="(stylesheet|modulepreload)"[^>]*>\s*|<script type="module"[^>]*><\/script>\s*/g, '')
    .replace('<!--styles-->', () => `<style>${firstStyles.map(({ css }) => css).join('')}</style><!--styles-->`)
    .replace(scriptAt('theme.js'), () => `<script nonce="{{nonce}}">${theme}</script>`)
    .replace(scriptAt('take-over.js'), () => `<script nonce="{{nonce}}">${takeOver}</script>`)
  const found = new Map<string, Promise<PageFiles>>()
  const filesOf = async (module: string): Promise<PageFiles> => {
    const own = manifest[module]
    if (!own) throw new Error(`The build has no ${module}`)
    const all = closure(manifest, [module])
    return {
      entry: `/${entry.file}`,
      part: `/${own.file}`,
      scripts: [...new Set([...first.scripts, ...all.scripts])].map((file) => `/${file}`),
      styles: await stylesOf([...all.styles].filter((file) => !first.styles.has(file))),
    }
  }
  return {
    ...renderer,
    template,
    filesOf: (module) => {
      const files = found.get(module) ?? filesOf(module)
      found.set(module, files)
      files.catch(() => found.delete(module))
      return files
    },
  }
}

const scriptAt = (file: string) => new RegExp(`<script src="/${file}"[^>]*></script>`)

/** Everything that chunks need, the chunks of which they are made included. */
const closure = (manifest: Manifest, names: readonly string[]) => {
  const [scripts, styles, seen] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const follow = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    for (const imported of chunk.imports ?? []) follow(imported)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
  }
  names.forEach(follow)
  return { scripts, styles }
}
