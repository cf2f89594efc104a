// Draws the plans of the demo buildings into demo/plans, as an upload would: `node server/system/demo/draw-plans.ts`. Done
// beforehand, because it takes seconds that the first start does not have, and letters that not every machine has.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planSvg } from '@gatehouse/demo/plan-drawing'
import { worlds } from '@gatehouse/demo/worlds'
import sharp from 'sharp'
import { type DrawnPlan, folder, manifestFile } from './drawn-plans.ts'

const edges = { large: 2400, small: 640 } as const

const drawn = async (svg: string, edge: number) =>
  sharp(Buffer.from(svg), { density: 72 * 2 })
    .resize({ width: edge, height: edge, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80, effort: 6 })
    .toBuffer({ resolveWithObject: true })

await mkdir(folder, { recursive: true })
const manifest: Record<string, DrawnPlan> = {}
for (const plans of worlds.map((world) => world.plans ?? {}))
  for (const [key, plan] of Object.entries(plans)) {
    const svg = planSvg(plan)
    const large = await drawn(svg, edges.large)
    const small = await drawn(svg, edges.small)
    await writeFile(join(folder, `${key}.webp`), large.data)
    await writeFile(join(folder, `${key}-small.webp`), small.data)
    const { width, height } = large.info
    manifest[key] = { width, height, of: createHash('sha256').update(svg).digest('hex') }
  }
await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
