// What a browser is called by people: as it names itself is read by programs.
const browsers = [
  ['Edge', /Edg[A-Z]*\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['a Mac', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

export const agentWords = (agent: string): string => {
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0] ?? 'a browser'
  const system = systems.find(([, sign]) => sign.test(agent))?.[0]
  return system === undefined ? browser : `${browser} on ${system}`
}
