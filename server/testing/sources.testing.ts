// The files of the server that run in production, for tests that hold them to one way of doing something.
import { readdir, readFile } from 'node:fs/promises'

const folder = new URL('../', import.meta.url)

/** The names of those whose text matches, by their place in the server's folder. */
export const sourcesWith = async (pattern: RegExp): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true })
  const sources = names.filter((name) => /(?<!\.test|\.testing)\.ts$/.test(name) && !name.includes('node_modules'))
  const matching = await Promise.all(
    sources.map(async (name) => (pattern.test(await readFile(new URL(name, folder), 'utf8')) ? [name] : [])),
  )
  return matching.flat().toSorted()
}
