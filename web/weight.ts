// How much script each entrance downloads, gzipped, out of the build's manifest; fails beyond the limits.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

interface Entrance {
  readonly name: string
  readonly limitKb: number
  readonly chunks: readonly string[]
}

const dist = new URL('./dist/', import.meta.url)
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

const publicPages = [
  ...readFileSync(new URL('public-pages.ts', import.meta.url), 'utf8').matchAll(
    /path: '([^']+)'.*?load: \(\) => import\('\.\/([^']+)'\)/gs,
  ),
].map(([, path = '', module = '']): Entrance => ({ name: path, limitKb: 90, chunks: ['site.html', module] }))

const entrances: readonly Entrance[] = [
  ...publicPages,
  { name: 'sign-in', limitKb: 150, chunks: ['index.html', 'identity/auth/sign-in-page.tsx'] },
  {
    name: 'dashboard',
    // It names every page of the signed-in, each about 30 bytes.
    limitKb: 224,
    chunks: ['index.html', 'shell', 'insight/dashboard/dashboard-page.tsx'],
  },
  {
    name: 'entry and exit log',
    limitKb: 260,
    chunks: ['index.html', 'shell', 'access/entry-exit/report-page.tsx'],
  },
]

/** By the name of its first module, or of its group. */
const chunkOf = (name: string): Chunk => {
  const group = Object.keys(manifest).find((key) => key.startsWith(`_${name}-`) && key.endsWith('.js'))
  const chunk = manifest[name] ?? (group === undefined ? undefined : manifest[group])
  if (!chunk) throw new Error(`The build has no ${name}`)
  return chunk
}

const filesOf = (name: string, found = new Set<string>()): Set<string> => {
  const { file, imports = [] } = chunkOf(name)
  if (found.has(file)) return found
  found.add(file)
  for (const imported of imports) filesOf(imported, found)
  return found
}

for (const { name, limitKb, chunks } of entrances) {
  const files = chunks.reduce(
    (found, chunk) => filesOf(chunk, found),
    new Set(chunks.includes('site.html') ? ['theme.js', 'take-over.js'] : ['theme.js']),
  )
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0)
  const kb = bytes / 1000
  console.log(`${name}: ${kb.toFixed(1)} kB gzipped script in ${files.size} files (at most ${limitKb} kB)`)
  if (kb > limitKb) process.exitCode = 1
}
