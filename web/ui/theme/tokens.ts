// The one place of colours, sizes and type. Plain CSS variables and the MUI theme are both made from it.

const slate = {
  50: '#f8fafc',
  100: '#f1f5f9',
  200: '#e2e8f0',
  300: '#cbd5e1',
  400: '#94a3b8',
  500: '#64748b',
  600: '#475569',
  700: '#334155',
  800: '#1e293b',
  850: '#172033',
  900: '#0f172a',
  950: '#0b1120',
} as const

export const breakpoints = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const
export const radius = 8
export const grid = 4
export const touchTarget = 44
// By name: what `system-ui` is on Linux is often far wider than ours.
const systemFont = "-apple-system, 'Segoe UI', Roboto, Arial, sans-serif"
export const font = `'Inter Variable', ${systemFont}`

/** The states a thing can be in: one vocabulary for the whole product. */
export const states = [
  'normal',
  'information',
  'warning',
  'high',
  'critical',
  'unknown',
  'stale',
  'fault',
  'offline',
  'shelved',
] as const
export type State = (typeof states)[number]

interface Scheme {
  readonly page: string
  readonly surface: string
  readonly sunken: string
  readonly line: string
  readonly strongLine: string
  readonly text: string
  readonly muted: string
  /** The application's primary colour, and its shade that can be read as text. */
  readonly primary: string
  readonly primaryText: string
  readonly onPrimary: string
  /** The public site's primary colour, and its shade that can be read as text. */
  readonly publicPrimary: string
  readonly publicText: string
  readonly onPublic: string
  /** The ground of the product's own words beside a form of the public site. */
  readonly publicDeep: string
  readonly onPublicDeep: string
  readonly secondary: string
  readonly state: Record<State, string>
  /** Lines of a chart, in their order; none is the colour of an alarm. */
  readonly series: readonly string[]
}

export const schemes: Record<'light' | 'dark', Scheme> = {
  light: {
    page: slate[100],
    surface: '#ffffff',
    sunken: slate[50],
    line: slate[200],
    strongLine: slate[500],
    text: slate[900],
    muted: slate[600],
    primary: '#00A8E8',
    primaryText: '#006a94',
    onPrimary: '#04202c',
    publicPrimary: '#1E88E5',
    publicText: '#125ea8',
    onPublic: '#ffffff',
    publicDeep: '#0d2a45',
    onPublicDeep: slate[100],
    secondary: '#d81b60',
    state: {
      normal: '#147a3a',
      information: '#036091',
      warning: '#8a5a00',
      high: '#b93a0b',
      critical: '#b91c1c',
      unknown: slate[600],
      stale: slate[600],
      fault: '#9321a3',
      offline: slate[600],
      shelved: '#6d28d9',
    },
    series: ['#006a94', '#a8327e', '#5b21b6', '#0f766e', '#4d7c0f', slate[600]],
  },
  dark: {
    page: slate[950],
    surface: slate[900],
    sunken: slate[850],
    line: slate[800],
    strongLine: slate[500],
    text: slate[100],
    muted: slate[400],
    primary: '#4FC3F7',
    primaryText: '#4FC3F7',
    onPrimary: '#04202c',
    publicPrimary: '#1E88E5',
    publicText: '#64b5f6',
    onPublic: '#ffffff',
    publicDeep: '#0d2238',
    onPublicDeep: slate[100],
    secondary: '#f48fb1',
    state: {
      normal: '#4ade80',
      information: '#38bdf8',
      warning: '#facc15',
      high: '#fb923c',
      critical: '#f87171',
      unknown: slate[400],
      stale: slate[400],
      fault: '#f0abfc',
      offline: slate[400],
      shelved: '#c4b5fd',
    },
    series: ['#4FC3F7', '#f48fb1', '#c4b5fd', '#5eead4', '#bef264', slate[300]],
  },
}

/** The tokens as CSS: variables of both schemes and both densities. */
export const tokensCss = (): string => {
  const sizes = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16].map((n) => `--space-${n}: ${n * grid}px;`).join(' ')
  const shared = `--radius: ${radius}px; --touch: ${touchTarget}px; --font: ${font}; ${sizes}`
  const typeSizes =
    '--text-xs: 0.75rem; --text-sm: 0.8125rem; --text-md: 0.875rem; --text-lg: 1rem; --text-xl: 1.25rem; --text-2xl: 1.75rem; --text-3xl: 2.5rem;'
  return [
    `:root { ${shared} ${typeSizes} --row: 44px; --cell: 12px; --bar: 64px; }`,
    `:root[data-letters] { --font: ${systemFont}; }`,
    `:root[data-density='compact'] { --row: 32px; --cell: 8px; }`,
    `@media (max-width: ${breakpoints.md - 0.05}px) { :root { --bar: 56px; } }`,
    `@media (max-width: ${breakpoints.sm - 0.05}px) { :root, :root[data-density='compact'] { --row: 44px; } }`,
    `:root, :root[data-theme='light'] { color-scheme: light; ${schemeCss(schemes.light)} }`,
    `:root[data-theme='dark'] { color-scheme: dark; ${schemeCss(schemes.dark)} }`,
    // The colour of the state that an element shows: `text-state`, `border-state`.
    ...states.map((state) => `[data-state='${state}'] { --state: var(--state-${state}); }`),
  ].join('\n')
}

/** `(--below-md)` and `(--from-md)` in a stylesheet's @media, since CSS variables do not work there. */
export const mediaQueries: ReadonlyMap<string, string> = new Map(
  Object.entries(breakpoints).flatMap(([name, px]): [string, string][] => [
    [`(--below-${name})`, `(max-width: ${px - 0.05}px)`],
    [`(--from-${name})`, `(min-width: ${px}px)`],
  ]),
)

const schemeCss = ({ state, series, ...colours }: Scheme): string => {
  const variables = Object.entries(colours).map(([name, value]) => `--${kebab(name)}: ${value};`)
  const stateVariables = Object.entries(state).map(([name, value]) => `--state-${name}: ${value};`)
  const seriesVariables = series.map((value, i) => `--series-${i + 1}: ${value};`)
  return [...variables, ...stateVariables, ...seriesVariables].join(' ')
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
