// The pictures of the demo buildings' floors, drawn beforehand (draw-plans.ts).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const folder = fileURLToPath(new URL('../../../demo/plans/', import.meta.url))
export const manifestFile = join(folder, 'drawn.json')

const drawnPlan = z.object({
  width: z.int(),
  height: z.int(),
  /** sha256 of the drawing. */
  of: z.string(),
})
export type DrawnPlan = z.output<typeof drawnPlan>

export const readManifest = async (): Promise<Readonly<Record<string, DrawnPlan>>> =>
  z.record(z.string(), drawnPlan).parse(JSON.parse(await readFile(manifestFile, 'utf8')))

/** By key of the floor. */
export const readPictures = async (key: string): Promise<{ large: Buffer; small: Buffer }> => {
  const [large, small] = await Promise.all([
    readFile(join(folder, `${key}.webp`)),
    readFile(join(folder, `${key}-small.webp`)),
  ])
  return { large, small }
}
