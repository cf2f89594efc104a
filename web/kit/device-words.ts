// Which browser and machine a session runs in, as people name them.

/** `Firefox on Windows`; `An unknown browser` where nothing is known. */
export const deviceWords = (agent: string | null): string => {
  if (agent === null || agent.trim() === '') return 'An unknown browser'
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0]
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  if (browser && system) return `${browser} on ${system}`
  if (browser) return browser
  return system ? `A browser on ${system}` : 'An unknown browser'
}

// Each names itself after those it wants to be taken for: the more particular come first.
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
  ['A program (curl)', /^curl\//],
  ['A program (Node.js)', /^(?:node|undici)/i],
]

const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
]
