// Stands in for Zod inside the contract when the web is built (vite.config.ts). The browser takes names, paths,
// permissions and types from the contract; the server validates. That saves every visitor 28 kB gzipped and the work of
// building some hundred schemas at each start.

const forbidden = new Set<PropertyKey>([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'options',
  'shape',
  'config',
  '_zod',
  '~standard',
])

const nothing: unknown = new Proxy(() => {}, {
  get: (_, property) => {
    if (forbidden.has(property)) throw new Error(`The browser carries no schemas: .${String(property)} was asked for`)
    return nothing
  },
  apply: () => nothing,
})

export const z = nothing
