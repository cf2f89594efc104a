// What the simulator finds of the demo companies: the wire passwords of their devices, and up to where they were told.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { worlds as everyWorld } from '@gatehouse/demo/worlds'
import { z } from 'zod'

const passwords = z.record(z.string(), z.string())
/** One moment for all, as older versions wrote it, or one for each company. */
const bookmark = z.object({ until: z.union([z.string(), passwords]) })

/** Adds companies to those that earlier starts have made. */
export const writeFiles = async (
  credentialsFile: string,
  credentials: Readonly<Record<string, string>>,
  worlds: readonly string[],
  until: string,
): Promise<void> => {
  const finding = join(dirname(credentialsFile), 'told.json')
  await mkdir(dirname(credentialsFile), { recursive: true })
  const known = await read(credentialsFile, passwords)
  await writeFile(credentialsFile, JSON.stringify({ ...known, ...credentials }), { mode: 0o600 })
  // Where the simulator goes on, so that nothing is missing between the past and the present.
  const before = (await read(finding, bookmark))?.until ?? {}
  const others =
    typeof before === 'string'
      ? all(
          everyWorld.map(({ key }) => key),
          before,
        )
      : before
  await writeFile(finding, JSON.stringify({ until: { ...others, ...all(worlds, until) } }))
}

const all = (keys: readonly string[], moment: string) => Object.fromEntries(keys.map((key) => [key, moment]))

const read = async <T>(file: string, shape: z.ZodType<T>): Promise<T | undefined> => {
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
